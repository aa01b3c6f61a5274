"""A reviewed game in the terminal: the books, the story for each, what cost most and what chance did; or all."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from dicecup import coach, games, players
from dicecup.coach import Account, Grade, Review, Step, Weighed
from dicecup.players import Unit
from dicecup.table import Match, SetupError
from dicecup.table.words import listed
from dicecup.terminal.console import Console, cut, pad

_COLUMN: Final = 10  # places for a player in a table
_SEVERAL: Final = {
    Grade.BEST: "best",
    Grade.GOOD: "good",
    Grade.INACCURACY: "inaccuracies",
    Grade.MISTAKE: "mistakes",
    Grade.BLUNDER: "blunders",
}
"""What choices of a grade are called; one alone is called by the grade."""
_COUNTED: Final[dict[Unit, str]] = {"win": "Chance to win, in %", "points": "Points"}
_TELLING: Final[dict[Unit, float]] = {"win": 0.0005, "points": 0.05}  # less is shown as nothing


def go_through(match: Match[Any], say: Callable[[str], None]) -> Review:
    """The review of a finished match, with a bar while it is worked out; `say` hears what takes long."""
    name = match.game.name
    if match.outcome is None:  # said before anybody thinks
        return coach.review(match)
    with _bar() as progress:
        return coach.review(match, progress, players.make(name, players.best(name), progress=say))


@contextmanager
def _bar() -> Iterator[Callable[[float], None]]:
    """A bar on stderr, if that is a terminal: it is told how much is done, from 0 to 1."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console as Rich
    from rich.progress import Progress

    with Progress(console=Rich(stderr=True), transient=True) as shown:
        task = shown.add_task("reviewing", total=1.0)
        yield lambda done: shown.update(task, completed=done)


def find_player(names: Sequence[str], typed: str) -> int:
    """The seat of a player by name, or the beginning of one; SetupError, with those there are, if it is not."""
    found = [seat for seat, name in enumerate(names) if name.casefold() == typed.strip().casefold()]
    found = found or [
        seat for seat, name in enumerate(names) if typed and name.casefold().startswith(typed.strip().casefold())
    ]
    if len(found) != 1:
        who = "More than one player is called" if found else "Nobody at this table is called"
        raise SetupError(f"{who} {typed!r}. The players are {listed(names)}.")
    return found[0]


def to_json(review: Review, eyes: int | None) -> dict[str, Any]:
    """All of it for programs; `eyes` is the seat whose view was asked for."""
    stories = [review.story(seat) for seat in range(len(review.names))]
    return {**review.to_json(), "stories": stories, "story": review.story(eyes), "eyes": eyes}


class Report:
    """Puts a review on the console, for somebody who sat at the table or, with None, for whoever wants to know."""

    def __init__(self, console: Console, review: Review, eyes: int | None = None) -> None:
        self._console: Final = console
        self._review: Final = review
        self._eyes: Final = eyes

    def show(self, *, everything: bool = False) -> None:
        """The whole report."""
        console, review = self._console, self._review
        console.head(f"{games.find(review.game).title} with {listed(review.names)}")
        if self._eyes is None and len(review.names) > 1:
            self._sentence(review.story())
        console.say()
        self._tables()
        for account in review.accounts if self._eyes is None else [review.accounts[self._eyes]]:
            console.say()
            self._player(account)
        if everything:
            self._decisions()
        if review.noise:
            console.say()
            little = f"{100 * review.noise:g}%" if review.unit == "win" else f"{review.noise:g} points"
            console.note(f"What is below {little} may be noise: the computer's values are not exact.")

    # --- the books ---

    def _tables(self) -> None:
        accounts = self._review.accounts
        label = max(len(line[0]) for line in self._lines(accounts))
        fit = (min(self._console.width, 120) - label) // _COLUMN
        if self._console.words or not fit:
            for account in accounts:
                self._sentence(self._in_words(account))
            return
        for at in range(0, len(accounts), fit):
            if at:
                self._console.say()
            for line, *entries in self._lines(accounts[at : at + fit]):
                row = pad(line, label) + "".join(pad(cut(each, 9), _COLUMN, left=True) for each in entries)
                (self._console.head if line in _COUNTED.values() else self._console.say)(row.rstrip())

    def _lines(self, accounts: Sequence[Account]) -> list[list[str]]:
        """The rows of the tables: what each is called, then what it says of each player."""
        books = [self._books(account) for account in accounts]
        rows = [[_COUNTED[self._review.unit], *(account.name for account in accounts)]]
        rows += [[name, *(book[name] for book in books)] for name in books[0]]
        rows.append([""])
        rows.append(["Accuracy, of 100", *(_accuracy(account) for account in accounts)])
        rows.append(["Choices that counted", *(str(account.decisions) for account in accounts)])
        rows += [[f"  {said}", *(str(a.grades[grade]) for a in accounts)] for grade, said in _SEVERAL.items()]
        return rows

    def _books(self, account: Account) -> dict[str, str]:
        """What adds up to the result, rounded so that what is shown does, too."""
        several = len(self._review.names) > 1
        entries = {
            "At the start": account.start,
            "Own luck": account.own_luck,
            **({"Others' luck": account.others_luck} if several else {}),
            "Given away": account.own_errors,
            **({"Others' errors": account.others_errors} if several else {}),
            "Left over": account.rest,
        }
        scale = 1000 if self._review.unit == "win" else 10  # tenths
        found, total, so_far = {}, 0.0, 0
        for name, value in entries.items():
            total += value * scale
            tenths = round(total) - so_far
            so_far += tenths
            found[name] = f"{tenths / 10:.1f}" if name == "At the start" else _signed(tenths / 10)
        return {**found, "Result": f"{so_far / 10:.1f}"}

    def _in_words(self, account: Account) -> str:
        books = ", ".join(f"{name.lower()} {value}" for name, value in self._books(account).items())
        found = account.grades
        counts = listed([f"{found[each]} {each if found[each] == 1 else _SEVERAL[each]}" for each in _SEVERAL])
        counted = _COUNTED[self._review.unit].lower()
        return f"{account.name}: accuracy {_accuracy(account)} of 100; {counts}. {counted.capitalize()}: {books}."

    # --- one player ---

    def _player(self, account: Account) -> None:
        console, review = self._console, self._review
        console.head(account.name)
        self._sentence(review.story(account.seat))
        steps = [review.steps[at] for at in account.costliest if not self._hidden(review.steps[at])]
        if steps:
            console.say("Costliest choices:" if len(steps) > 1 else "Costliest choice:")
        for step in steps:
            self._costly(step)
        moments = ((account.luckiest, "Luckiest"), (account.unluckiest, "Unluckiest"))
        for at, word in moments:
            if at is not None and abs(review.steps[at].luck[account.seat]) >= _TELLING[review.unit]:
                self._stroke(word, review.steps[at], account.seat)

    def _costly(self, step: Step) -> None:
        assert step.grade is not None
        best = step.options[0]
        cost = _change(-step.chosen.loss, self._review.unit)
        doubt = ", though playing on did not bear it out" if step.confirmed is False else ""
        self._item(f"{_turn(step)}{cost}, {step.grade}{doubt}: {_deed(step.chosen, given=True)}")
        self._item(f"better: {_deed(best)}{_why(best)}", 4)

    def _stroke(self, word: str, step: Step, seat: int) -> None:
        change = _change(step.luck[seat], self._review.unit)
        self._item(f"{word} moment: {_turn(step).lower()}{change}. {_what_fell(step)}", 0)

    # --- every decision ---

    def _decisions(self) -> None:
        turn = -1
        for step in self._review.steps:
            if step.turn != turn:
                self._console.say()
                self._console.head(f"Turn {step.turn}" if step.turn else "Before the first turn")
                turn = step.turn
            self._decision(step)

    def _decision(self, step: Step) -> None:
        name, unit = self._review.names[step.seat], self._review.unit
        eyes = step.seat if self._eyes is None else self._eyes
        if step.grade is not None and eyes == step.seat and not self._hidden(step):
            cost = f", {_change(-step.chosen.loss, unit)}" if step.chosen.loss >= _TELLING[unit] else ""
            said = "as good as the best" if cost and step.grade is Grade.BEST else step.grade
            said = "as a hint would have it" if cost and step.hinted else said
            self._item(f"{name}: {_deed(step.chosen, given=True)} ({said}{cost})", 0)
            for one in step.options:
                mark = ">" if one.choice == step.chosen.choice else " "
                cost = "best" if one.loss < _TELLING[unit] else _change(-one.loss, unit).removesuffix(" points")
                self._console.hanging(f"  {mark} {cost:>7}  {_deed(one)}{_why(one)}", 13)
        effects = [("luck", step.luck[eyes])] + [(f"{name}'s choice", step.error[eyes])] * (eyes != step.seat)
        moved = [f"{what}: {_change(by, unit)}" for what, by in effects if abs(by) >= _TELLING[unit]]
        told = " ".join([*filter(None, step.told), *([f"({', '.join(moved)})"] if moved else [])])
        if told:
            self._item(told)

    def _hidden(self, step: Step) -> bool:
        """Whether only somebody else knew what there was to choose."""
        return step.private and step.seat != self._eyes

    # --- lines ---

    def _sentence(self, text: str) -> None:
        self._console.hanging(text, 0)

    def _item(self, text: str, indent: int = 2) -> None:
        self._console.hanging(" " * indent + text, indent + 2)


def _turn(step: Step) -> str:
    return f"Turn {step.turn}, " if step.turn else "Before the first turn, "


def _deed(one: Weighed, *, given: bool = False) -> str:
    return " ".join(filter(None, (one.doing or f"“{one.text}”", one.given if given else "")))


def _why(one: Weighed) -> str:
    """The reason, without what has just been said: not keeping a claw, keep the claw: about 2 claws."""
    same, _, rest = one.reason.partition(": ")
    reason = rest if rest and same.startswith(f"{one.choice[0]} ") else one.reason
    return f" – {reason}" if reason else ""


def _what_fell(step: Step) -> str:
    """The first of what was told of it: what came of it follows from that."""
    told = [text for text in step.told if text]
    return " ".join(told[:2]) or "what came up."


def _change(value: float, unit: Unit) -> str:
    """Such as "-14.2%" or "+3.1 points"."""
    return f"{_signed(100 * value)}%" if unit == "win" else f"{_signed(value)} points"


def _signed(value: float) -> str:
    said = f"{value:+.1f}"
    return "0.0" if said in ("+0.0", "-0.0") else said


def _accuracy(account: Account) -> str:
    return "-" if account.accuracy is None else f"{account.accuracy:.0f}"
