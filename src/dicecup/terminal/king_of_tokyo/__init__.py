"""King of Tokyo in the terminal."""
