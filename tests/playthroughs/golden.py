"""What golden playthroughs share: the frame of a game told line by line, and the file it is compared with."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.players import Player
from dicecup.table import Ask, Match, Option

HERE = Path(__file__).parent

Tell = Callable[[Match[Any]], Iterable[str]]


def offered(match: Match[Any], ask: Ask, choice: Option) -> str:
    """A decision: how many options of each kind there were, and the one that was taken."""
    verbs = Counter(option.verb for option in ask.options)
    options = ", ".join(verb if count == 1 else f"{count} {verb}" for verb, count in verbs.items())
    return f"{match.names[ask.seat]} [{ask.kind}: {options}] {' '.join(map(str, choice))}"


def told(
    keywords: dict[str, Any],
    mover: Callable[[int], Player],
    *,
    turn: Tell,
    end: Tell,
    decision: Callable[[Match[Any], Ask, Option], str] = offered,
) -> Iterator[str]:
    """The whole game, line by line: `turn` heads a turn, `decision` words one, `end` says how everybody stands."""
    match = dicecup.new(**keywords)
    movers = [mover(seat) for seat in range(len(match.names))]
    yield f"dicecup.new({', '.join(f'{name}={value!r}' for name, value in keywords.items())})"
    yield ""
    for event in match.events:
        yield f"    {event}"
    seen = 0
    while (ask := match.pending) is not None:
        if match.state.turn != seen:
            seen = match.state.turn
            yield ""
            yield from turn(match)
        choice = movers[ask.seat].decide(match.view(ask.seat), ask, partial(match.fork, ask.seat))
        assert isinstance(choice, Option)
        yield decision(match, ask, choice)
        for event in match.answer(choice, ask.seat):
            yield f"    {event}"
    yield ""
    yield f"outcome: {match.outcome}"
    yield from end(match)
    yield f"answers: {len(match.log)}"
    yield f"last turn as a spectator saw it: {match.turn_hashes()[-1]['view']}"


def compare(name: str, lines: Iterable[str], config: pytest.Config) -> None:
    """The game goes as it went; with --regenerate this is how it goes from now on."""
    text = "\n".join(lines) + "\n"
    path = HERE / f"{name}.txt"
    if config.getoption("--regenerate"):
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()
