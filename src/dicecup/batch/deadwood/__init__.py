"""Deadwood for batches: positions as rows of numbers, and the rules on them."""
