"""Where a server keeps its games: `storage` says what is needed of a store, `sqlite` is the one there is."""
