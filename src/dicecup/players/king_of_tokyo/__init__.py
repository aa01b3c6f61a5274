"""The King of Tokyo minds."""
