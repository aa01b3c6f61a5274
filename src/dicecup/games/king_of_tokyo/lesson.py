"""A guided first game of King of Tokyo: two turns in Tokyo, one outside, and everything that dice can do.

Dice are written as they are numbered: 1 to 3, 4 is a heart, 5 is energy, 6 is a claw.
"""

from typing import Final

from dicecup.table import Lesson, Move, rival

_KRAKEN, _MEKA = 1, 2
_ALL: Final = ("keep", 0, 1, 2, 3, 4, 5)
_STARS, _HEARTS, _ENERGY = "monsters.0.stars", "monsters.0.hearts", "monsters.0.energy"
_PLACE, _KRAKENS_PLACE = "monsters.0.place", "monsters.1.place"

LESSON: Final = Lesson(
    names=("Giga Zaur", "Kraken", "Meka Dragon"),
    cast=("Giga Zaur", "Kraken", "Meka Dragon"),
    options={"start": "seat-order"},
    gives={"0/0/card/1": "spiked-tail", "0/0/card/2": "regeneration", "0/0/card/3": "extra-head"},
    moves=(
        # The first turn: roll, keep, roll again; numbers make stars, and Tokyo is empty.
        Move(
            do=("roll",),
            say="You are Giga Zaur, and whoever has 20 stars, or stands last, is King of Tokyo: roll the dice.",
            gives={"1/0/roll/1": [3, 5, 3, 1, 6, 2]},
            so={_STARS: 0, _HEARTS: 10, _PLACE: "outside"},
        ),
        Move(
            do=(("keep", 0, 2),),
            say="Three 1s make one star, three 2s two, and three 3s three stars: keep both 3s and roll the rest.",
            wrong="Just the two 3s this time: press each of them, then roll the other four.",
            gives={"1/0/roll/2": [3, 5, 3, 3, 2, 6]},
            so={"dice": [3, 5, 3, 1, 6, 2]},
        ),
        Move(
            do=(("keep", 0, 1, 2, 3, 5),),
            say="A third 3! The bolt is energy, which will buy you things, so keep everything but the 2.",
            wrong="Only the 2 goes back: keep the other five and roll it once more.",
            gives={"1/0/roll/3": [3, 5, 3, 3, 6, 6]},
            so={"dice": [3, 5, 3, 3, 2, 6]},
        ),
        rival(
            _KRAKEN,
            _ALL,
            say="Three 3s made three stars; and as Tokyo stood empty you moved in, for one star more.",
            gives={"2/1/roll/1": [6, 6, 1, 2, 5, 4]},
            so={_STARS: 4, _ENERGY: 1, _PLACE: "city"},
        ),
        # What it is like in Tokyo.
        Move(
            do=("stay",),
            say="Kraken's claws cost you two hearts. But start your turn here and you get two stars: grit your "
            "teeth and stay.",
            wrong="Not yet! Two stars are waiting for you here: stay this once.",
            so={_HEARTS: 8, _PLACE: "city"},
        ),
        rival(
            _MEKA,
            _ALL,
            say="Meka Dragon's turn: its claws would hit you, too, and numbers make stars for everybody.",
            gives={"3/2/roll/1": [1, 1, 1, 5, 4, 2]},
        ),
        Move(
            do=("roll",),
            say="Three 1s made Meka Dragon one star, and holding Tokyo made you two! Now roll: your claws hit "
            "everybody out there.",
            gives={"4/0/roll/1": [6, 6, 5, 2, 1, 5]},
            so={_STARS: 6, "monsters.2.stars": 1},
        ),
        Move(
            do=(("keep", 0, 1, 2, 5),),
            say="Both claws and both bolts are worth having: keep those four and roll the other two.",
            wrong="The claws and the bolts stay, the two numbers go: keep four dice and roll two.",
            gives={"4/0/roll/2": [6, 6, 5, 6, 5, 5]},
            so={"dice": [6, 6, 5, 2, 1, 5]},
        ),
        Move(
            do=(_ALL,),
            say="Three claws, three bolts, and a roll to spare that you need not use: keep all six.",
            wrong="It does not get better than this: keep all six dice.",
            so={"dice": [6, 6, 5, 6, 5, 5]},
        ),
        # The market.
        Move(
            do=(("buy", "regeneration"),),
            say="They both felt that. And your four bolts buy Regeneration, the card that heals you for one heart "
            "more.",
            wrong="Take Regeneration from the market: it costs exactly the four bolts you have.",
            gives={"4/0/card/1": "giant-brain"},
            so={_ENERGY: 4, "monsters.1.hearts": 7, "monsters.2.hearts": 7},
        ),
        rival(
            _KRAKEN,
            _ALL,
            say="Regeneration is yours for good. Now duck: Kraken looks cross.",
            gives={"5/1/roll/1": [6, 6, 6, 2, 1, 2]},
            so={_ENERGY: 0, "monsters.0.cards.0.card": "regeneration"},
        ),
        # And out again.
        Move(
            do=("yield",),
            say="Five hearts left, and nobody heals in Tokyo: yield, and let Kraken have the trouble.",
            wrong="Brave, but short: yield, and live to bite another day.",
            so={_HEARTS: 5, _PLACE: "city"},
        ),
        rival(
            _MEKA,
            _ALL,
            say="Kraken moved in, and now Kraken is the one that everybody aims at.",
            gives={"6/2/roll/1": [6, 1, 2, 3, 1, 2]},
            so={_KRAKENS_PLACE: "city"},
        ),
        rival(_KRAKEN, "stay"),
        Move(
            do=("roll",),
            say="Out here a heart on a die is a heart for you, so roll for your health.",
            gives={"7/0/roll/1": [4, 4, 6, 1, 6, 2]},
            so={"monsters.1.hearts": 6},
        ),
        Move(
            do=(("keep", 0, 1, 2, 4),),
            say="Hearts for you, claws for Kraken: keep all four of them and roll the two numbers.",
            wrong="Keep both hearts and both claws, and roll only the two numbers.",
            gives={"7/0/roll/2": [4, 4, 6, 4, 6, 6]},
            so={"dice": [4, 4, 6, 1, 6, 2]},
        ),
        Move(
            do=(_ALL,),
            say="Three hearts and three claws: keep all six, and watch your card and your claws go to work.",
            wrong="You have all you could wish for: keep all six dice.",
            so={"dice": [4, 4, 6, 4, 6, 6]},
        ),
        rival(
            _KRAKEN, "yield", say="Three hearts left: will Kraken stay?", so={_HEARTS: 9, "monsters.1.hearts": 3}
        ),
    ),
    end="Four hearts back, Kraken thrown out, Tokyo yours. Go on to 20 stars, or until nobody else "
    "stands: that is all there is to it.",
    so={_HEARTS: 9, _STARS: 7, _PLACE: "city"},
)
