"""My games: what a guest's results add up to."""
