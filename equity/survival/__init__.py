"""Survival games: played card by card until one player has cards."""
