"""Deadwood in the terminal."""
