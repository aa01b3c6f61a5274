"""King of Tokyo for batches."""
