"""Games understood: reviews of finished ones, and the coach of those that are being played."""
