"""A game that is over, gone through decision by decision: what was best, what was chosen, and what chance did.

The value of a decision is that of its best option. What a choice changes is its error, judged from the view of
whoever chose; what chance changes after it is luck. Whatever else a value moves by from one decision to the next
comes from the mind's own inexactness, and has a line of its own. So for each seat start + luck + errors + rest =
result. A decision that left no choice is a step like any other: dice fall after it, too.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite
from typing import Any, Final, NamedTuple

from dicecup import games
from dicecup.coach.accounts import Account, accounts
from dicecup.coach.grades import LIMITS, MATTERS, Grade, grade
from dicecup.coach.rollouts import given_away
from dicecup.players import Advice, Appraiser, Player, Unit, best, forks, hints, make
from dicecup.table import Ask, Choice, Match, NotAllowed, Option, SetupError, TakenBack, Unfinished
from dicecup.table.retrace import again
from dicecup.table.verify import verify

Progress = Callable[[float], None]
"""Hears how much of a review is done, from 0 to 1."""

_SHOWN: Final = 6  # options of a decision that are told, beside the one that was chosen
_CONFIRMED: Final = 6  # blunders that are looked into, the worst first
_NOT_OVER: Final = "A game can be reviewed when it is over."
_WALKED: Final = 0.9  # of the work: the rest is for looking into them


@dataclass(frozen=True, slots=True)
class Weighed:
    """An option, and what it was worth to whoever was asked."""

    choice: tuple[Any, ...]
    text: str
    value: float
    loss: float
    reason: str = ""
    doing: str = ""  # as it is told afterwards: "yielding"
    given: str = ""  # and what it was chosen in view of: "at 7 hearts"


@dataclass(frozen=True, slots=True)
class Step:
    """A decision, and what happened before the next one. Values are those of all seats."""

    at: int  # its entry in the log
    stop: int  # where a replay stops for it, or next after it
    turn: int
    seat: int
    kind: str
    prompt: str
    private: bool  # only whoever was asked knew the options
    options: tuple[Weighed, ...]  # the best first, and the chosen one; of those that mean the same, one
    chosen: Weighed
    grade: Grade | None  # None: there was nothing to lose, or nobody was asked
    hinted: bool  # a hint would have named it first
    confirmed: bool | None  # by roll-outs; None: nobody looked
    before: tuple[float, ...]  # if the best had been chosen
    error: tuple[float, ...]
    luck: tuple[float, ...]
    rest: tuple[float, ...]
    told: tuple[str, ...]  # what happened, in words for everybody
    others: tuple[tuple[tuple[Any, ...], float], ...] = ()  # of a fault: all else there was, with what it loses
    measured: float | None = None  # what roll-outs say it lost; None: nobody looked

    @property
    def is_fault(self) -> bool:
        """Whether something better should have been chosen."""
        return self.grade is not None and self.grade.is_fault


@dataclass(frozen=True, slots=True)
class Review:
    """All of it."""

    game: str
    names: tuple[str, ...]
    unit: Unit
    noise: float  # differences below it say nothing
    steps: tuple[Step, ...]
    result: tuple[float, ...]
    accounts: tuple[Account, ...]

    def to_json(self) -> dict[str, Any]:
        """For other processes, and other programs: nothing but what JSON knows."""
        found: dict[str, Any] = _plain(asdict(self))
        return found

    def story(self, seat: int | None = None) -> str:
        """The game in a sentence or two, for whoever sat there; or for somebody who only watched."""
        from dicecup.coach.story import story  # which knows reviews

        return story(self, seat)


class _Stand(NamedTuple):
    """A decision that counted, in a match that is not played on."""

    match: Match[Any]
    ask: Ask
    option: Option
    forced: bool
    at: int
    stop: int
    events: int

    def alike(self, option: Option) -> Option:
        """What stands for all options that mean the same as this one."""
        return self.match.game.alike(self.match.state, self.ask, option)


class _Worth(NamedTuple):
    """What everybody may hope for at a decision: if the best is chosen, and with each option."""

    best: Option
    values: Mapping[Option, tuple[float, ...]]

    @property
    def top(self) -> tuple[float, ...]:
        return self.values[self.best]


def read(paper: str) -> Match[Any]:
    """The finished match of a record or save; NotAllowed if it is not over, SaveError if it is none."""
    try:
        return verify(paper, games.find).match
    except Unfinished:
        raise NotAllowed(_NOT_OVER) from None


def review(match: Match[Any], progress: Progress | None = None, mind: Player | None = None) -> Review:
    """Go through a finished match. `mind` judges: the best computer player, unless somebody else is named."""
    if match.outcome is None:
        raise NotAllowed(_NOT_OVER)
    judge = mind if mind is not None else make(match.game.name, best(match.game.name))
    if not isinstance(judge, Appraiser):
        raise SetupError(f"There are no reviews of {match.game.title} yet: no computer player can appraise it.")
    coach = _Coach(judge, judge.unit(match), progress or (lambda done: None))
    result = _result(match, coach.unit)
    steps = coach.steps(match, result)
    return Review(
        game=match.game.name,
        names=match.names,
        unit=coach.unit,
        noise=coach.noise,
        steps=tuple(steps),
        result=result,
        accounts=accounts(match.names, steps, steps[0].before if steps else result, result, coach.unit),
    )


class _Coach:
    """Whoever goes through a match with a mind. Of the decisions on the way it keeps only what may be blunders."""

    def __init__(self, mind: Appraiser, unit: Unit, progress: Progress) -> None:
        self.unit: Final = unit
        self.noise: Final = 0.0 if unit == "points" else mind.noise
        self._mind: Final = mind
        self._progress: Final = progress

    def steps(self, match: Match[Any], result: tuple[float, ...]) -> list[Step]:
        """Every decision that stood in the end, with what came of it."""
        kept = _kept(match)
        found: list[Step] = []
        blunders: dict[int, _Stand] = {}
        before: tuple[_Stand, _Worth] | None = None

        def close(after: Match[Any], came: tuple[float, ...]) -> None:
            if before is not None:
                found.append(self._step(*before, after, came))
                if found[-1].grade is Grade.BLUNDER:
                    blunders[len(found) - 1] = before[0]

        for stand in _stands(match, kept):
            worth = self._weigh(stand)
            close(stand.match, worth.top)
            before = stand, worth
            self._progress(_WALKED * len(found) / len(kept))
        close(match, result)
        self._confirm(found, blunders)
        self._progress(1.0)
        return found

    def _weigh(self, stand: _Stand) -> _Worth:
        ask, seats = stand.ask, len(stand.match.names)
        found = self._mind.appraise(stand.match.view(ask.seat), ask, forks(stand.match, ask.seat))
        values = {option: tuple(map(float, found[option])) for option in ask.options}
        for option, worths in values.items():
            if len(worths) != seats or not all(map(isfinite, worths)):
                raise SetupError(f"Whoever judges cannot say what it is worth to everybody to {option.text}.")
        # Of what is worth the same, the chosen one: who cannot lose any more does others no wrong with it.
        top = max(values, key=lambda option: (values[option][ask.seat], option == stand.option))
        return _Worth(top, values)

    def _step(self, stand: _Stand, worth: _Worth, after: Match[Any], came: tuple[float, ...]) -> Step:
        ask, option, seat = stand.ask, stand.option, stand.ask.seat
        before, chosen = worth.top, worth.values[option]
        fell = self._mind.fell(stand.match.clone(), option, after.clone())
        luck = (0.0,) * len(before)
        if fell is not None:
            luck = tuple(float(b) - float(a) for a, b in zip(fell.expected, fell.came, strict=True))
        spread = before[seat] - min(worths[seat] for worths in worth.values.values())
        judged = spread >= MATTERS[self.unit] and not stand.forced
        advice = hints(self._mind, stand.match) if judged else []
        hinted = bool(advice) and stand.alike(advice[0].option) == stand.alike(option)
        meant = before if hinted else chosen  # what more thought finds better than a hint is the mind's own error
        options = self._options(stand, worth, advice)
        picked = next(one for one in options if one.choice == tuple(option))
        step = Step(
            at=stand.at,
            stop=stand.stop,
            turn=stand.match.state.turn,
            seat=seat,
            kind=ask.kind,
            prompt=ask.prompt,
            private=ask.private,
            options=options,
            chosen=picked,
            grade=grade(picked.loss, self.unit, self.noise, hinted=hinted) if judged else None,
            hinted=hinted,
            confirmed=None,
            before=before,
            error=tuple(a - b for a, b in zip(meant, before, strict=True)),
            luck=luck,
            rest=tuple(now - was - lucky for now, was, lucky in zip(came, meant, luck, strict=True)),
            told=tuple(filter(None, (event.text(None) for event in after.events[stand.events :]))),
        )
        return replace(step, others=_others(step, before[seat], worth.values)) if step.is_fault else step

    def _options(self, stand: _Stand, worth: _Worth, advice: Sequence[Advice]) -> tuple[Weighed, ...]:
        """The best ones with the reasons a hint gives, where it matters, and the one that was chosen."""
        seat = stand.ask.seat
        reasons = _named(stand, worth, advice) if advice else dict.fromkeys(stand.ask.options, "")
        ranked = sorted(reasons, key=lambda option: -worth.values[option][seat])
        shown = ranked[:_SHOWN] + [option for option in ranked[_SHOWN:] if option == stand.option]
        return tuple(
            Weighed(
                choice=tuple(option),
                text=option.text,
                value=worth.values[option][seat],
                loss=worth.top[seat] - worth.values[option][seat],
                reason=reasons[option],
                **stand.match.game.deed(stand.match.state, stand.ask, option)._asdict(),
            )
            for option in shown
        )

    def _confirm(self, steps: list[Step], blunders: Mapping[int, _Stand]) -> None:
        """No choice is called a blunder before it was played out. If that shows a smaller loss, it counts."""
        for rank, at in enumerate(sorted(blunders, key=lambda at: -steps[at].chosen.loss)):
            step, stand = steps[at], blunders[at]
            if not self.noise:
                steps[at] = replace(step, confirmed=True)  # the values are exact
            elif rank >= _CONFIRMED:
                steps[at] = replace(step, grade=Grade.MISTAKE)
            else:
                better, limit = stand.ask.find(step.options[0].choice), LIMITS[self.unit][1][0]
                assert better is not None
                loss = given_away(self._mind, stand.match, better, stand.option, limit)
                held = _corrected(step, loss)
                word = grade(held.chosen.loss, self.unit, self.noise)
                others = held.others if word.is_fault else ()
                steps[at] = replace(held, grade=word, confirmed=loss >= limit, others=others)
                self._progress(_WALKED + (1 - _WALKED) * (rank + 1) / (len(blunders) + 1))


def _stands(match: Match[Any], kept: Collection[int]) -> Iterator[_Stand]:
    """Every decision that stood in the end."""
    stop = 0
    for past in again(match):
        at = len(past.log)
        if past.pending is None or at == len(match.log):
            return
        entry = match.log[at]
        forced = isinstance(entry, Choice) and entry.forced
        if at in kept:
            assert isinstance(entry, Choice)
            option = past.pending.find(entry.option)
            assert option is not None
            yield _Stand(past.clone(), past.pending, option, forced, at, stop, len(past.events))
        stop += not forced


def _kept(match: Match[Any]) -> set[int]:
    """The choices in the log that nobody took back."""
    kept: list[int] = []
    for at, entry in enumerate(match.log):
        if isinstance(entry, TakenBack):
            del kept[len(kept) - entry.count :]
        else:
            kept.append(at)
    return {at for at in kept if isinstance(match.log[at], Choice)}


def _named(stand: _Stand, worth: _Worth, advice: Sequence[Advice]) -> dict[Option, str]:
    """What a hint names, with its reasons, a best option and the chosen one among it.

    Of options that mean the same a hint names one. If another of them was chosen, that stands in its place.
    """
    said: dict[Option, tuple[Option, str]] = {}  # by what they mean, the first as a hint has them
    for one in advice:
        said.setdefault(stand.alike(one.option), (one.option, str(one.reason)))
    means = stand.alike(stand.option)
    said[means] = stand.option, said[means][1] if means in said else ""
    found, seat = dict(said.values()), stand.ask.seat
    if all(worth.values[option][seat] < worth.top[seat] for option in found):
        found = {worth.best: said.get(stand.alike(worth.best), (worth.best, ""))[1], **found}
    return found


def _others(
    step: Step, top: float, values: Mapping[Option, tuple[float, ...]]
) -> tuple[tuple[tuple[Any, ...], float], ...]:
    """The options that are not told, for whoever tries again; some mean the same as one that is."""
    known = {one.choice for one in step.options}
    return tuple(
        (tuple(option), top - worths[step.seat]) for option, worths in values.items() if tuple(option) not in known
    )


def _corrected(step: Step, measured: float) -> Step:
    """The step with what roll-outs measured. If it is less, the error shrinks, and the difference is left over."""
    if measured >= step.chosen.loss:
        return replace(step, measured=measured)
    loss = max(0.0, measured)
    share = loss / step.chosen.loss
    error = tuple(-loss if seat == step.seat else was * share for seat, was in enumerate(step.error))
    chosen = replace(step.chosen, value=step.options[0].value - loss, loss=loss)
    options = [chosen if one is step.chosen else one for one in step.options]
    return replace(
        step,
        options=tuple(sorted(options, key=lambda one: -one.value)),
        chosen=chosen,
        error=error,
        rest=tuple(left + was - now for left, was, now in zip(step.rest, step.error, error, strict=True)),
        measured=measured,
    )


def _result(match: Match[Any], unit: Unit) -> tuple[float, ...]:
    assert match.outcome is not None
    if unit == "points":
        return tuple(float(score) for score in match.game.scores(match.state))
    return match.outcome.shares


def _plain(what: Any) -> Any:
    if isinstance(what, dict):
        return {str(key): _plain(value) for key, value in what.items()}
    if isinstance(what, (list, tuple)):
        return [_plain(each) for each in what]
    return str(what) if isinstance(what, str) else what  # a grade is a word
