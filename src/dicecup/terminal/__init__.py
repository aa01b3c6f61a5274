"""The terminal room: games played line by line, in a terminal, through pipes or with a screen reader."""
