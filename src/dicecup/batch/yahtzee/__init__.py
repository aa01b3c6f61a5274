"""Yahtzee for batches."""
