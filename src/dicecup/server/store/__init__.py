"""Where a server keeps its games: `storage` says what is needed of a store; there are `sqlite` and `postgres`."""
