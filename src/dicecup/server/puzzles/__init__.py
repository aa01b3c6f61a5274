"""Puzzles for guests: which one is next, what becomes of an answer, and how good somebody is at them."""
