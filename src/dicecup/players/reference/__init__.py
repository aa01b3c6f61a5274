"""Reference players: plain, fixed, and never weakened, so that strength measured against them stays comparable."""
