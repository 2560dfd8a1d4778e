"""Answers: equities, odds, decisions, edges, matches and sessions.

A result keeps the raw tally of its calculation (named integer arrays) and derives the rest when
asked, so making one is cheap and two simulated runs of one question merge by adding integers.
What a tally holds is written in each class, under "Tally".
"""

from equity.results.base import Result
from equity.results.combos import Combo, Combos
from equity.results.cost import Cost
from equity.results.decisions import Action, Decision
from equity.results.edges import Bet, Edge
from equity.results.equity import Equity
from equity.results.matches import Distribution, Match, Session
from equity.results.odds import Odds
from equity.results.pots import Pots
from equity.results.rank import Rank
from equity.results.statistics import mean_stderr, outcome_shares, share_stderr

__all__ = [
    "Action",
    "Bet",
    "Combo",
    "Combos",
    "Cost",
    "Decision",
    "Distribution",
    "Edge",
    "Equity",
    "Match",
    "Odds",
    "Pots",
    "Rank",
    "Result",
    "Session",
    "mean_stderr",
    "outcome_shares",
    "share_stderr",
]
