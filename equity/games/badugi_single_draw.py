"""Badugi with one draw: four cards, the most of different ranks and suits, then the lowest."""

from equity.rankings.badugi import Badugi
from equity.showdown.lowball import Lowball
from equity.showdown.spec import Deal, Pot

GAME = Lowball(
    name="badugi_single_draw",
    title="badugi, single draw",
    summary="four cards, one draw; the most cards of different ranks and suits, then the lowest",
    aliases=("single draw badugi", "badugi single draw"),
    deal=Deal(hole=4, by_street=True),
    pots=(Pot(Badugi(), "badugi"),),
)
