"""What computer players think about, in one line for all processes that share a database."""
