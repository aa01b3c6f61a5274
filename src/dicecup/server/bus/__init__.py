"""What processes that share a store tell each other in passing."""
