"""What is said to a bot and what it answers: one JSON object a line. docs/bots.md tells it to authors.

All of it is what a seat may know: views, questions and events as JSON, as the server sends them to a page.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import dicecup
from dicecup import games
from dicecup.players.outside.line import Garbled, clean
from dicecup.players.player import Place
from dicecup.table import Ask, Match, NotAllowed, Outcome, SetupError
from dicecup.table.ask import Atom, as_choice
from dicecup.table.names import check_names

PROTOCOL: Final = 1
_LONGEST_WORD: Final = 100

Message = dict[str, Any]


class Introduction(NamedTuple):
    """How a bot introduces itself."""

    name: str = ""
    games: tuple[str, ...] | None = None  # those it can play; None: it does not say
    words: bool = False  # whether it wants rules and views in words as well


class Answer(NamedTuple):
    """What a bot answers."""

    number: int  # of the question
    option: int | None  # by its place in the list
    choice: tuple[Atom, ...] | None  # or in words


def hello() -> Message:
    """The first line; it is answered."""
    return {"type": "hello", "protocol": PROTOCOL, "dicecup": dicecup.__version__}


def game(number: int, place: Place, events: Sequence[Message], words: bool = False) -> Message:
    """A game begins, or goes on with a bot that was started anew: then there have been events."""
    return {
        "type": "game",
        "id": number,
        "game": place.game,
        "seat": place.seat,
        "names": list(place.names),
        "options": dict(place.options),
        "seed": place.seed,
        "events": list(events),
        **(_rules(place) if words else {}),
    }


def _rules(place: Place) -> Message:
    played = games.find(place.game)
    return {"title": played.title, "rules": played.rules_in_words(played.options.parse(place.options))}


def decide(
    number: int, id_: int, seconds: float, events: Sequence[Message], match: Match[Any], words: bool = False
) -> Message:
    """What is pending in a match, or in a fork of it; it is answered with its number.

    That stands at the beginning, where a simple bot can find it.
    """
    ask = match.pending
    assert ask is not None
    view = match.view(ask.seat)
    return {
        "type": "decide",
        "n": number,
        "id": id_,
        "seconds": seconds,
        "ask": asked(match, ask),
        "view": view.to_json(),
        "events": list(events),
        **({"words": match.game.seen(view)} if words else {}),
    }


def over(id_: int, outcome: Outcome | None, events: Sequence[Message]) -> Message:
    """A game has ended; without an outcome it was broken off."""
    told: Message = {"winners": None, "scores": None, "reason": "The game was broken off."}
    if outcome is not None:
        told = {"winners": list(outcome.winners), "scores": list(outcome.scores), "reason": str(outcome.reason)}
    return {"type": "over", "id": id_, **told, "events": list(events)}


def bye() -> Message:
    """The last line: the bot ends now."""
    return {"type": "bye"}


def asked(match: Match[Any], ask: Ask) -> Message:
    """A question with its options as data."""
    picks = match.game.picks(match.state, ask)
    told: Message = ask.to_json(ask.seat)
    for option, pick in zip(told["options"], picks, strict=True):
        option["pick"] = pick.to_json()
    with suppress(NotAllowed):  # not every game numbers its choices, and not every choice
        actions = match.game.actions(len(match.names), match.state.options)
        for option, each in zip(told["options"], ask.options, strict=True):
            option["number"] = actions.number(each, ask.seat)
    return told


# --- what comes back ---


def parsed(line: str) -> Message:
    """A line that a bot said; Garbled, with the reason, if that is no JSON object."""
    try:
        found = json.loads(line.removeprefix("\ufeff"))  # some languages begin what they write with this mark
    except (ValueError, RecursionError):
        raise Garbled(f"It said “{clean(line, 60)}”, which is not JSON.") from None
    if not isinstance(found, dict):
        raise Garbled(f"It said “{clean(line, 60)}”, which is not a JSON object.")
    return found


def introduction(line: str) -> Introduction:
    """What a bot says to hello; Garbled, with the reason, if it is something else."""
    try:
        found = parsed(line)
    except Garbled:
        found = {}
    match found:
        case {"type": "hello", "protocol": int(protocol), **more} if protocol == PROTOCOL:
            return Introduction(_name(more.get("name")), _games(more.get("games")), more.get("words") is True)
        case {"type": "hello", "protocol": other}:
            raise Garbled(f"It speaks version {clean(str(other), 20)} of the protocol; this is {PROTOCOL}.")
    raise Garbled(f"It answered hello with “{clean(line, 60)}”, or it said that before it was asked.")


def _name(name: object) -> str:
    if name is None:
        return ""
    try:
        return check_names([name])[0]  # type: ignore[list-item]  # whatever it is
    except SetupError as error:
        raise Garbled(f"It introduced itself with a name that cannot be one. {error}") from None


def _games(names: object) -> tuple[str, ...] | None:
    if names is None:
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Garbled("It introduced itself with games that are not a list of names.")
    return tuple(names)


def answer(line: str) -> Answer:
    """What a bot says to a question; Garbled, with the reason, if it is something else."""
    match parsed(line):
        case {"n": int(number), "option": int(option)} if bool not in (type(number), type(option)):
            return Answer(number, option, None)
        case {"n": int(number), "choice": choice} if type(number) is not bool:
            words = as_choice(choice)
            if not words or any(isinstance(word, str) and len(word) > _LONGEST_WORD for word in words):
                raise Garbled(f"It answered “{clean(line, 60)}”, which is not a choice. Take one of the options.")
            return Answer(number, None, words)
    raise Garbled(f"It answered “{clean(line, 60)}”; an answer has the number n, and an option or a choice.")
