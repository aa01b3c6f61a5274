"""What lessons promise."""
