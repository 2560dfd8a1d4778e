"""What the tests of ranges share."""

from __future__ import annotations

from itertools import combinations

from equity.cards import RANKS, STANDARD, SUITS, Deck
from equity.ranges import Range

ONE_JOKER = Deck(jokers=1)
TWO_JOKERS = Deck(jokers=2)
SHORT = Deck(lowest_rank="6")
CARDS = [rank + suit for rank in RANKS for suit in SUITS]
ALL = [a + b for b, a in combinations(CARDS, 2)]


def name_of(combo: str) -> str:
    """The class of a hand such as ``AsKs``, by its letters only."""
    if combo[0] == combo[2]:
        return combo[0] * 2
    return combo[0] + combo[2] + ("s" if combo[1] == combo[3] else "o")


def of(*classes: str) -> set[str]:
    """Every hand of some classes, written out; ``AK`` is both ``AKs`` and ``AKo``."""
    return {combo for combo in ALL if name_of(combo) in classes or name_of(combo)[:2] in classes}


def hands(text: str, size: int = 2, deck: Deck = STANDARD) -> set[str]:
    """The hands of a range, which must all have weight 1."""
    found = list(Range(text, size, deck))
    assert all(weight == 1 for _, weight in found)
    assert len({hand for hand, _ in found}) == len(found)
    return {hand for hand, _ in found}


def under(high: str, lowest: str, kind: str) -> set[str]:
    """Hands of a high card and every rank below it, down to the lowest."""
    ranks = RANKS[RANKS.index(lowest) : RANKS.index(high)]
    return of(*(high + low + kind for low in ranks))


MEANINGS: dict[str, set[str]] = {
    "AA": of("AA"),
    "aa": of("AA"),
    "AK": of("AKs", "AKo"),
    "ak": of("AKs", "AKo"),
    "KA": of("AKs", "AKo"),
    "AKs": of("AKs"),
    "AKS": of("AKs"),
    "aks": of("AKs"),
    "AKo": of("AKo"),
    "ako": of("AKo"),
    "AKO": of("AKo"),
    "KAs": of("AKs"),
    "A10s": of("ATs"),
    "1010": of("TT"),
    "QQ+": of("QQ", "KK", "AA"),
    "AA+": of("AA"),
    "22+": of(*(rank * 2 for rank in RANKS)),
    "ATs+": of("ATs", "AJs", "AQs", "AKs"),
    "AT+": of("AT", "AJ", "AQ", "AK"),
    "ATo+": of("ATo", "AJo", "AQo", "AKo"),
    "J10s+": of("JTs"),
    "JTs+": of("JTs"),
    "K2s+": under("K", "2", "s"),
    "AKs+": of("AKs"),
    "32+": of("32"),
    "JJ-99": of("JJ", "TT", "99"),
    "99-JJ": of("JJ", "TT", "99"),
    "JJ-JJ": of("JJ"),
    "QQ-88": of("QQ", "JJ", "TT", "99", "88"),
    "A5s-A2s": of("A5s", "A4s", "A3s", "A2s"),
    "A2s-A5s": of("A5s", "A4s", "A3s", "A2s"),
    "A5-A2": of("A5", "A4", "A3", "A2"),
    "KTo-K8o": of("KTo", "K9o", "K8o"),
    "76s-54s": of("76s", "65s", "54s"),
    "54s-76s": of("76s", "65s", "54s"),
    "JTs-76s": of("JTs", "T9s", "98s", "87s", "76s"),
    "T8o-86o": of("T8o", "97o", "86o"),
    "AhKh": {"AhKh"},
    "khah": {"AhKh"},
    "As Ks": {"AsKs"},
    "As\tKs": {"AsKs"},
    "asks": {"AsKs"},
    "askd": {"AsKd"},
    "ahks": {"AhKs"},
    "10h9h": {"Th9h"},
    "A♠K♥": {"AsKh"},
    "♠A♥K": {"AsKh"},
    "♤A ♡K": {"AsKh"},
    "A♠\ufe0fK♥\ufe0e": {"AsKh"},
    "黑桃A紅心K": {"AsKh"},
    "黑桃A 红桃10": {"AsTh"},
    "方塊A梅花K": {"AdKc"},
    "AhKh QsQd": {"AhKh", "QsQd"},
    "AhKh Qs Qd": {"AhKh", "QsQd"},
    "As Ks QsQd": {"AsKs", "QsQd"},
    "AhKh, QsQd;  JJ": {"AhKh", "QsQd"} | of("JJ"),
    "AA KK": of("AA", "KK"),
    "AA;KK": of("AA", "KK"),
    "AA , KK": of("AA", "KK"),
    "AKs AhKh": of("AKs"),
    "AA, AA, AhAs": of("AA"),
    "A*": {combo for combo in ALL if "A" in combo},
    "A?": {combo for combo in ALL if "A" in combo},
    "*A": {combo for combo in ALL if "A" in combo},
    "a*": {combo for combo in ALL if "A" in combo},
    "As*": {combo for combo in ALL if "As" in combo},
    "as?": {combo for combo in ALL if "As" in combo},
    "As *": {combo for combo in ALL if "As" in combo},
    "AA:As *": {"AsAh", "AsAd", "AsAc"},
    "AA : As * ": {"AsAh", "AsAd", "AsAc"},
    "KK,AA!As *": of("KK") | {"AhAd", "AhAc", "AdAc"},
    "JTs, 1%": of("JTs", "AA", "KK", "QQ"),
    "(1%):KK": of("KK"),
    "KK:(1%)": of("KK"),
    "KK (1%)": of("AA", "KK", "QQ"),
    "1%!AA": of("KK", "QQ"),
    "*As": {combo for combo in ALL if "As" in combo},
    "random": set(ALL),
    "RANDOM": set(ALL),
    "any": set(ALL),
    "**": set(ALL),
    "??": set(ALL),
    "? *": set(ALL),
    "*": set(ALL),
    " * ": set(ALL),
    "* *": set(ALL),
    "**, AA": set(ALL),
    "100%": set(ALL),
    "(AKs)": of("AKs"),
    "((AKs, QQ))": of("AKs", "QQ"),
    "AxKx": of("AKs"),
    "AxKy": of("AKo"),
    "AyAz": of("AA"),
    "AwKw, QQ": of("AKs", "QQ"),
    "AxKh": {"AcKh", "AdKh", "AhKh", "AsKh"},
    "6c5c, AQo+": {"6c5c"} | of("AQo", "AKo"),
}
