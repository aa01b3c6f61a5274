"""Puzzles: decisions out of games, in which one option is clearly the best and another one looks better.

They come in books, files of this package that `dicecup puzzles make` writes; a new release may bring more. Every
puzzle keeps its position as a save, so that later versions can read it.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from dicecup import games
from dicecup.coach.grades import grade
from dicecup.coach.story import amount
from dicecup.players import Unit
from dicecup.table import Match, NotAllowed, SaveError
from dicecup.table.errors import shown
from dicecup.table.marks import Worded, plain, raw
from dicecup.table.retrace import load

FOLDER: Final = Path(__file__).parent / "books"
FORMAT: Final = 1
ENDING: Final = ".json.gz"
_AHEAD: Final = re.compile(r"ahead by (\d+) % ± ([\d.]+) in (\d+) pairs")  # as books tell it
TOLD: Final = 8  # options of a puzzle that a book tells of, the best; and the tempting one, wherever that is

_AIMS: Final = ("for ", "wait for ")  # how a reason begins that says what a choice is for
_EMPTY: Final = re.compile(r"opens 0 more roles on the lot|([4-9]|\d\d) hearts left")  # in books: praises nothing
_RANK: Final = re.compile(r"(wait )?for (rank \d)(, .* later.*)?")
_BY: Final = re.compile(
    r"(^|: )\+[\d.]+% to win$"
)  # in books: than without it; what is told is what it gives away
_PAYS: Final = "you can pay"  # what a place gives that is worth a word, whatever one goes on for
_LATER: Final = "the same aim, a turn later"


@dataclass(frozen=True, slots=True)
class Line:
    """An option of a puzzle: what it gives away, and what it is good for in a few words."""

    choice: tuple[Any, ...]
    loss: float
    reason: str = ""
    told: bool = True  # in the book; else it is worse than the best ones, by more than this


@dataclass(frozen=True, slots=True)
class Explained:
    """A puzzle that somebody has tried: what there was to choose, in words, and what of the tempting choice."""

    lines: tuple[Line, ...]  # the best first, with what they give away as it is told
    texts: tuple[str, ...]  # of the lines, in their order
    reasons: tuple[str, ...]  # theirs, as far as they say anything that the texts do not
    tempting: str  # a sentence
    hint: str  # another one, which does not say what is right


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Find the choice."""

    id: str
    game: str
    seats: int
    theme: str  # what it is about, such as "buy or save"
    rating: int  # the higher, the harder
    unit: Unit  # in which losses are counted
    position: str  # a save
    lines: tuple[Line, ...]  # the best first; of options that mean the same, one
    tempting: tuple[Any, ...]  # the one that looks good
    proof: str  # how it was verified, in words

    def match(self) -> Match[Any]:
        """The match that stands at this decision."""
        return load(self.position, games.find)

    def answer(self, choice: Sequence[Any]) -> Line:
        """What somebody's choice gives away; NotAllowed if it cannot be made here."""
        line = self._line(self.match(), choice)
        return next((one for one in self._told() if one.choice == line.choice), line)

    def _told(self) -> tuple[Line, ...]:
        """The lines with the one number that is told of each: measured, if it was played on, or else judged."""
        tempting, *second = [float(by) / 100 for by, _, _ in _AHEAD.findall(self.proof)] or [0.0]
        measured = {self.lines[1].choice: (second or [0.0])[0], self.tempting: tempting}
        lines = (replace(line, loss=measured.get(line.choice) or line.loss) for line in self.lines)
        return tuple(sorted(lines, key=lambda line: line.loss))

    def _line(self, match: Match[Any], choice: Sequence[Any]) -> Line:
        assert match.pending is not None
        option = match.pending.find(choice)
        if option is None:
            raise NotAllowed(match.why_not(choice) or f"{shown(choice)} cannot be chosen here.")
        alike = match.game.alike(match.state, match.pending, option)
        for line in self.lines:
            if line.choice in (tuple(option), tuple(alike)):
                return line
        return Line(tuple(option), self.lines[:TOLD][-1].loss, told=False)

    def explained(self, tried: Iterable[Sequence[Any]] = ()) -> Explained:
        """The answer in words. `tried`: what somebody knows to be wrong, so that no hint has to say it."""
        match = self.match()
        ask = match.pending
        assert ask is not None
        lines = self._told()
        options = [ask.find(line.choice) for line in lines]
        texts = tuple(option.text if option is not None else "" for option in options)
        at = [line.choice for line in lines].index(self.tempting)
        doing, lost = _doing(match, self.tempting), amount(lines[at].loss, self.unit)
        picks = dict(zip(ask.options, match.game.picks(match.state, ask), strict=True))
        gives = [picks[option].gives if option is not None else "" for option in options]
        reasons = _reasons(texts, lines, gives, self.unit, {option.text for option in ask.options})
        telling = plain(reasons[0]).count(" ") > 2
        next_best = next(line.loss for line in lines if line.loss > 0)
        others = f"the others give away {amount(next_best, self.unit)} or more"
        return Explained(
            lines,
            texts,
            (reasons[0] or others, *reasons[1:]),
            f"{doing[:1].upper()}{doing[1:]} is tempting, but it gives away about {lost}.",
            Worded(f"The reason for the best choice: {reasons[0]}.") if telling else self._ruled_out(match, tried),
        )

    def _ruled_out(self, match: Match[Any], tried: Iterable[Sequence[Any]]) -> str:
        """A hint by what is wrong: the tempting choice, or, of those not tried, the one nearest to the best."""
        known = {self._line(match, choice).choice for choice in tried}
        wrong = (self.tempting, *(line.choice for line in self.lines if line.loss > 0))
        new = next((choice for choice in wrong if choice not in known), None)
        return f"It is about this: {self.theme}." if new is None else f"It is not this: {_doing(match, new)}."

    def proven(self) -> str:
        """How the answer is known, in a sentence."""
        found = _AHEAD.match(self.proof)
        if found is None:
            return "How we know: it was worked out exactly."
        by, error, pairs = found.groups()
        return (
            f"How we know: this and the tempting choice were each played on {pairs} times, with the same dice; "
            f"that is where the {by}% comes from (± {error})."
        )

    def to_json(self) -> dict[str, Any]:
        """As it stands in a book."""
        lines = [{"choice": one.choice, "loss": one.loss, "reason": one.reason} for one in self.lines]
        return {**asdict(self), "lines": lines, "position": json.loads(self.position)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Puzzle":
        """What `to_json` wrote."""
        lines = tuple(Line(tuple(one["choice"]), one["loss"], one["reason"]) for one in data["lines"])
        facts = {
            **data,
            "lines": lines,
            "tempting": tuple(data["tempting"]),
            "position": json.dumps(data["position"]),
        }
        return cls(**facts)


def _doing(match: Match[Any], choice: Sequence[Any]) -> str:
    """Such as "keeping 1 1"."""
    ask = match.pending
    assert ask is not None
    option = ask.find(choice)
    assert option is not None
    deed = match.game.deed(match.state, ask, option)
    return plain(f"{deed.doing} {deed.given}").strip()


def _reasons(
    texts: Sequence[str], lines: Sequence[Line], gives: Sequence[str], unit: Unit, offered: Iterable[str]
) -> tuple[str, ...]:
    """Why, without what the choice says itself ("buy Jets").

    Nothing is said rather than what explains nothing, or that one waits for a rank that is offered here and now.

    What is no number ("the box you will miss least") is true of the best of those of which it is said. If it is
    praise, and does not only say what a choice is for, it is not said of a wrong one.
    """
    found: list[str] = []
    for text, line in zip(texts, lines, strict=True):
        parts = raw(line.reason).split(": ")
        while parts and plain(parts[0]) in text:
            del parts[0]
        reason = _BY.sub("", ": ".join(parts))
        rank = _RANK.fullmatch(plain(reason))
        if _EMPTY.fullmatch(plain(reason)) or (rank and any(rank[2] in text for text in offered)):
            reason = ""
        counted = any(map(str.isdigit, plain(reason)))
        said = reason in map(raw, found) and not counted
        praise = not counted and not plain(reason).startswith(_AIMS)
        found.append(Worded("" if said or (praise and grade(line.loss, unit).is_fault) else reason))
    return tuple(_apart(found, gives))


def _apart(reasons: Sequence[str], gives: Sequence[str]) -> list[str]:
    """What several choices are for is told once, of the best of them; of each, then, what sets it apart."""
    told = [plain(reason) for reason in reasons]
    aims = [each.removeprefix("wait ") if each.startswith((*_AIMS, "opens ")) else "" for each in told]
    found: list[str] = []
    for at, (reason, aim, own) in enumerate(zip(reasons, aims, gives, strict=True)):
        if not aim or aims.count(aim) == 1:
            found.append(reason)
        elif aims.index(aim) < at:
            apart = _LATER if told[at] != aim else own
            found.append("" if apart in found and not any(map(str.isdigit, apart)) else apart)
        elif aim.startswith("opens "):
            found.append(Worded(f"{raw(reason)}, {own}"))
        elif own.startswith(_PAYS):
            way = "" if aim.removeprefix("for ") in own else f" on the way to {raw(reason).removeprefix('for ')}"
            found.append(Worded(own + way))
        else:
            found.append(reason)
    return found


def packed(puzzles: Iterable[Puzzle]) -> bytes:
    """Puzzles as the bytes of a book: the same for the same puzzles."""
    body = {"format": FORMAT, "puzzles": [one.to_json() for one in puzzles]}
    return gzip.compress(json.dumps(body, separators=(",", ":")).encode(), 9, mtime=0)


def unpacked(raw: bytes) -> list[Puzzle]:
    """The puzzles in a book; SaveError if that is none."""
    try:
        body = json.loads(gzip.decompress(raw))
        if body["format"] != FORMAT:
            raise SaveError(f"This book of puzzles has format {shown(body['format'])}; {FORMAT} can be read.")
        return [Puzzle.from_json(one) for one in body["puzzles"]]
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise SaveError("This is no book of puzzles, or it is damaged.") from error


@cache
def book(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easiest first; none if there is no book of it."""
    games.find(game)
    found = [one for path in sorted(FOLDER.glob(f"{game}*{ENDING}")) for one in unpacked(path.read_bytes())]
    return tuple(sorted((one for one in found if one.game == game), key=lambda one: (one.rating, one.id)))


def find(game: str, id_: str) -> Puzzle | None:
    """The puzzle of this name."""
    return next((one for one in book(game) if one.id == id_), None)


def daily(game: str, day: str) -> Puzzle | None:
    """The one for everybody on a day, such as "2026-11-16"; it is neither very easy nor very hard."""
    some = book(game)[len(book(game)) // 4 :]
    if not some:
        return None
    number = int.from_bytes(hashlib.blake2b(f"{game} {day}".encode(), digest_size=8).digest(), "big")
    return sorted(some, key=lambda one: one.id)[number % len(some)]
