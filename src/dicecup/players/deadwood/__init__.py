"""The computer players of Deadwood."""
