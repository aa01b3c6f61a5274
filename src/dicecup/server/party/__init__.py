"""Parties: people who play together, game after game. docs/friends.md tells it from their side."""
