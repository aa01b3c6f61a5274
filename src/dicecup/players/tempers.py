"""The same strength as different people: a level with a temper, such as `hard-brawler`.

What somebody is fond of counts a little more in choosing; what they say that options are worth stays as it is. A
little taste is cheap: docs/players.md says what each costs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from dicecup.players.player import Advice, Advisor, Fork, Player, Progress, digest, favourite
from dicecup.table import Ask, Option
from dicecup.table.marks import Worded, raw

PLAIN: Final = "plain"
"""Somebody without a temper, as they are measured."""
CHANCE: Final = "chance"
"""Any of a game's tempers: drawn when somebody sits down."""
_CERTAIN: Final = 1e-6  # what a chance to win may lack to be none any more
_POINT: Final = 0.01  # of the chance to win
_FOND: Final = 0.5  # points that are worth a word
_ROOM: Final = 160  # characters of a reason
_TOLD: Final = 3  # where taste and reason agree, it is told one time in so many

Taste: TypeAlias = Callable[[Any, Ask, Fork], Mapping[Option, float]]
"""How fond somebody is of each option, in points of a hundred; of what is not named, not at all."""
Meant: TypeAlias = Callable[[Any, Advice, Advice], Advice]
"""A choice with the reason that somebody of this taste has for it: of the view, the choice, the level's own."""
Fitting: TypeAlias = Callable[[Advice], bool]
"""Whether somebody's word of themselves goes with the reason they give."""
Beside: TypeAlias = Callable[[Any, Advice], tuple[str, str]]
"""What the level itself would have done, of the view and its best option: as it stands behind a semicolon in a
reason, and as a sentence for who speaks aloud; nothing where there is nothing to say."""


def by_the_numbers(_: Any, best: Advice) -> tuple[str, str]:
    """Of reasons that begin with what is done, or else with a number."""
    why = raw(best.reason).partition(";")[0]
    return f"by the numbers: {f'{best.option.text}: ' if why[:1].isdigit() else ''}{why}", ""


def point(top: float) -> float:
    """A point of taste in the chance to win, where the best option is worth so much."""
    return _POINT * 4 * max(0.0, top * (1 - top))


def _as_told(_: Any, chosen: Advice, __: Advice) -> Advice:
    return chosen


def _nothing(_: Any, __: Advice) -> tuple[str, str]:
    return "", ""


@dataclass(frozen=True, slots=True)
class Tempers:
    """What a game brings."""

    words: Mapping[str, str]
    """Each temper, and what somebody says of themselves who has it: "I like a fight". None is plain or chance."""
    own: Callable[[Any, int], str]
    """The temper of whoever sits there, by who they are, if nobody has chosen one; of the state and the seat."""
    make: Callable[[Callable[[int], Player], str, int], Player]
    """Somebody with a temper, out of what makes a level's player from a seed; and the seed."""


class Tempered:
    """A level's player with a taste.

    It weighs less where little is left to win or to lose, and nothing where a win is at hand.
    """

    def __init__(
        self,
        advisor: Advisor,
        taste: Taste,
        says: str,
        seed: int = 0,
        fits: Fitting = lambda chosen: True,
        beside: Beside = _nothing,
        meant: Meant = _as_told,
    ) -> None:
        self._advisor: Final = advisor
        self._taste: Final = taste
        self._says: Final = says
        self._seed: Final = seed
        self._fits: Final = fits
        self._beside: Final = beside
        self._meant: Final = meant

    @property
    def progress(self) -> Progress | None:
        """Who hears what takes long."""
        found: Progress | None = getattr(self._advisor, "progress", None)
        return found

    @progress.setter
    def progress(self, progress: Progress | None) -> None:
        if hasattr(self._advisor, "progress"):
            self._advisor.progress = progress

    def prepare(self) -> None:
        """Have done now whatever the level does in the background."""
        if callable(prepare := getattr(self._advisor, "prepare", None)):
            prepare()

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """What it likes best among the good ones."""
        return ask.options[0] if len(ask.options) == 1 else self.advise(view, ask, fork)[0].option

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with the value that the level gives it: first what it would choose, then the best."""
        plain = self.plainly(view, ask, fork)
        top = plain[0].value - plain[0].care
        if len(plain) == 1 or plain[0].unit != "win" or top >= 1 - _CERTAIN:
            return plain
        liking, scale = self._taste(view, ask, fork), point(top)
        told = [one._replace(care=one.care - scale * liking.get(one.option, 0.0)) for one in plain]
        chosen = favourite({one: one.value for one in told}, {one: one.care for one in told})
        others = sorted((one for one in told if one is not chosen), key=lambda one: -one.value)
        best = plain[0]
        chosen = self._meant(view, chosen, best)
        if chosen.option != best.option:
            chosen = self._compared(chosen, *self._beside(view, best))
        return [self._worded(chosen, best.option, liking, digest(self._seed, view, ask.kind)), *others]

    def plainly(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """What the level itself would say, and do first."""
        return self._advisor.advise(view, ask, fork)

    def _compared(self, chosen: Advice, other: str, aloud: str) -> Advice:
        """With what a taste was held against, if there is room and the reason does not say so itself."""
        reason = Worded(f"{raw(chosen.reason)}; {other}")
        same = raw(chosen.reason) in other  # both lead to the same thing
        if not other or same or ";" in chosen.reason or len(reason) + len(self._says) > _ROOM:
            return chosen
        said = Worded(f"{raw(chosen.said)} {aloud}".rstrip()) if chosen.said else ""
        return chosen._replace(reason=reason, said=said)

    def _worded(self, chosen: Advice, plain: Option, liking: Mapping[Option, float], chance: bytes) -> Advice:
        """With a word of the temper where it has decided, and sometimes where it agrees."""
        liked = liking.get(chosen.option, 0.0)
        agrees = liked >= max(_FOND, *liking.values()) > min(liking.values())
        if chosen.option == plain and not (agrees and chance[0] % _TOLD == 0):
            return chosen
        if chosen.reason and not self._fits(chosen):
            return chosen
        reason = f"{raw(chosen.reason)} – {self._says}" if chosen.reason else self._says
        said = f"{raw(chosen.said)} {self._says[:1].upper()}{self._says[1:]}." if chosen.said else ""
        return chosen._replace(reason=Worded(reason), said=Worded(said))
