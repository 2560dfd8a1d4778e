"""Numba kernels of survival games; imported only when something is played."""

from equity.survival.kernels.endurance import endurance, endurance_values
from equity.survival.kernels.la_da_che import la_da_che
from equity.survival.kernels.ninety_nine import ninety_nine, ninety_nine_values
from equity.survival.kernels.reactions import bao_shu, nickname
from equity.survival.kernels.war import war

__all__ = [
    "bao_shu",
    "endurance",
    "endurance_values",
    "la_da_che",
    "nickname",
    "ninety_nine",
    "ninety_nine_values",
    "war",
]
