"""Blackjack: the game, its rounds, and basic strategy."""
