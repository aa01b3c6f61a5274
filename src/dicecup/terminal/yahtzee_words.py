"""The rules of Yahtzee in our own words, for `help`."""

from typing import Final

RULES: Final = """\
Yahtzee is played with five dice and a scorecard of thirteen boxes. In your turn you roll all five dice; then, \
twice at most, you may hold some of them and roll the others again. Whenever you like, and at the latest after \
the third roll, you write the dice into one box that is still empty, for points or for nothing. After thirteen \
turns all boxes are full.

The upper section, ones to sixes, counts only the dice with that face. Whoever brings it to 63 points or more \
gets 35 points on top. The lower section wants patterns:

  Three of a kind    three equal dice      the sum of all five
  Four of a kind     four equal dice       the sum of all five
  Full house         three and two equal   25
  Small straight     four in a row         30
  Large straight     five in a row         40
  Yahtzee            five equal dice       50
  Chance             anything              the sum of all five

The highest total wins. Each game takes one of the six columns of the scorecard. With several players everybody \
first rolls once: the highest sum begins.

Type “help” and the name of a box to read about it, such as “help full house”."""

OFFICIAL: Final = """\
By the official rules (rules=official), once your Yahtzee box holds 50, every further Yahtzee earns 100 points \
more. A further Yahtzee with that box filled is also a joker: it must go into its own upper box; if that is full, \
into any open box below, where it counts in full as a full house or a straight; if all those are full too, into \
an open upper box, for nothing."""
