"""A guided first game of Deadwood: a role on a card, rehearsed and acted to the wrap, and what the money buys."""

from typing import Final

from dicecup.table import Lesson, Move, rival

_BORIS = 1
_DOLLARS, _CREDITS, _RANK = "actors.0.dollars", "actors.0.credits", "actors.0.rank"
_AREA, _CHIPS = "actors.0.area", "actors.0.chips"

LESSON: Final = Lesson(
    names=("Player 1", "Boris"),
    gives={"0/0/first/1": 0},
    moves=(
        # A job.
        Move(
            do=(("move", "saloon"),),
            say="You want to be in pictures, and so far you are in the Trailers: go next door, to the Saloon.",
            wrong="The Saloon is where the work is today: go there first.",
            gives={"1/0/scene/1": "shakespeare-in-lubbock-23"},
            so={_AREA: "trailers", _RANK: 1},
        ),
        Move(
            do=(("take", "card", 0),),
            say="They shoot Shakespeare in Lubbock. Falls from Tree is open to rank 1: take it, you fall well.",
            wrong="Take the role on the card, Falls from Tree: roles on the card pay best.",
            so={_AREA: "saloon", "scenes.saloon": "shakespeare-in-lubbock-23"},
        ),
        rival(
            _BORIS,
            ("move", "hotel"),
            say="You have a job, and a turn is over when you take one. Boris is off to the Hotel.",
            gives={"2/1/scene/1": "buffalo-bill-the-lost-years-12"},
        ),
        rival(_BORIS, ("take", "set", 1)),
        # Rehearse, act, act.
        Move(
            do=("rehearse",),
            say="To act you roll a die, and the budget of 3 is what you have to reach. Rehearse first: it adds 1.",
            wrong="Rehearse this once: a practice chip adds 1 to every roll of this role.",
            so={_CHIPS: 0},
        ),
        rival(
            _BORIS,
            "act",
            say="Boris goes on without a rehearsal, against a budget of 4. Watch this.",
            gives={"4/1/act/1": [2]},
            so={_CHIPS: 1},
        ),
        Move(
            do=("act",),
            say="He flopped, and as an extra he still gets $1. With your chip a 2 will do: act!",
            wrong="You are ready, and the camera is running: act!",
            gives={"5/0/act/1": [3]},
            so={"actors.1.dollars": 1},
        ),
        rival(
            _BORIS,
            "rehearse",
            say="What a fall! A star on the card earns 2 credits for it, and one shot is done.",
            so={_CREDITS: 2, "shots.saloon": 1},
        ),
        Move(
            do=("act",),
            say="The next shot is the last one of this scene, and when it is done the scene wraps: act!",
            wrong="Once more, with feeling: act!",
            gives={"7/0/act/1": [4], "7/0/bonus/1": [6, 5, 5]},
            so={_CHIPS: 1, "shots.saloon": 1},
        ),
        # Money, and what it is for.
        rival(
            _BORIS,
            "rehearse",
            say="It's a wrap! The scene rolls a die for every dollar of its budget, and $5 of that are yours.",
            so={_DOLLARS: 5, _CREDITS: 4},
        ),
        Move(
            do=(("move", "bank"),),
            say="Better roles want a better rank. Ranks are sold at the Casting Office: set out for the Bank.",
            wrong="The way to the Casting Office leads through the Bank and the Ranch.",
            gives={"9/0/scene/1": "disaster-at-flying-j-6"},
            so={_AREA: "saloon", _RANK: 1},
        ),
        rival(
            _BORIS,
            "act",
            say="One step a turn, and nothing at the Bank was for rank 1, so that was it. Boris tries again.",
            gives={"10/1/act/1": [5]},
            so={_AREA: "bank"},
        ),
        Move(
            do=(("move", "ranch"),),
            say="Boris has a shot! Whoever comes first to a set turns up its card: see what the Ranch shoots.",
            wrong="The Ranch is next, and from there it is one step to the Casting Office.",
            gives={"11/0/scene/1": "thirteen-the-hard-way-17"},
            so={_AREA: "bank"},
        ),
        Move(
            do=("end",),
            say="You could stay and be an extra here, but you are on your way up: end your turn.",
            wrong="Not this role, not today: end your turn and keep walking.",
            so={_AREA: "ranch"},
        ),
        rival(_BORIS, "rehearse", say="Boris is still at it. So are you: the Casting Office is in sight."),
        Move(
            do=(("move", "casting-office"),),
            say="One door further, and you are where careers are made: go to the Casting Office.",
            wrong="The Casting Office is next door: go in.",
            so={_AREA: "ranch", _DOLLARS: 5},
        ),
        Move(
            do=(("upgrade", 2, "dollars"),),
            say="Rank 2 costs $4 or 5 credits, and you have the dollars: buy it.",
            wrong="Buy rank 2 with your dollars, now that you are here.",
            so={_AREA: "casting-office", _DOLLARS: 5, _CREDITS: 4},
        ),
    ),
    end="Rank 2, and better roles all over! Work, wrap, move up: after the last day every dollar and credit "
    "is a point, and every rank five.",
    so={_RANK: 2, _DOLLARS: 1, _CREDITS: 4, "actors.0.score": 15},
)
