"""Yahtzee: rules, scorecard, words, and the mind of the perfect player."""
