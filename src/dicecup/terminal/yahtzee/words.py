"""The rules of Yahtzee in our own words, for `help`."""

from typing import Final

RULES: Final = """\
Yahtzee is played with five dice and a scorecard of thirteen boxes. On your turn you roll all five dice; then, up \
to twice, you may hold some of them and roll the others again. When you are happy, or after the third roll at the \
latest, you fill one empty box with the dice, for points or for nothing. After thirteen turns all boxes are full.

The upper section, ones to sixes, counts only the dice with that number. If it adds up to 63 points or more, you \
get a bonus of 35. The lower section wants patterns:

  Three of a kind    three alike           the sum of all five
  Four of a kind     four alike            the sum of all five
  Full house         three and two alike   25
  Small straight     four in a row         30
  Large straight     five in a row         40
  Yahtzee            five alike            50
  Chance             anything              the sum of all five

The highest total wins. Each game takes one of the six columns of the scorecard. With several players everybody \
first rolls once: the highest sum goes first.

Type “help” and the name of a box to read about it, such as “help full house”."""

OFFICIAL: Final = """\
By the official rules (rules=official), once your Yahtzee box holds 50, every further Yahtzee earns a bonus of \
100. A further Yahtzee with that box filled is also a joker: it must go into its own upper box; if that is full, \
into any open box below, where it counts in full as a full house or a straight; if all those are full too, into \
an open upper box, for nothing."""
