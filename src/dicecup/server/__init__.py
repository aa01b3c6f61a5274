"""The web server: it holds the matches, rolls the dice, and shows each seat only what is its own to see."""
