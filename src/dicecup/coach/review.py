"""A game that is over, gone through decision by decision: what was best, what was chosen, and what chance did.

The value of a decision is that of its best option. What a choice changes is its error, judged from the view of
whoever chose; what chance changes after it is luck. Whatever else a value moves by from one decision to the next
comes from the mind's own inexactness, and has a line of its own. So for each seat start + luck + errors + rest =
result. A decision that left no choice is a step like any other: dice fall after it, too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, NamedTuple

import dicecup
from dicecup.coach.accounts import Account, accounts
from dicecup.coach.grades import LIMITS, Grade, grade
from dicecup.coach.rollouts import given_away
from dicecup.players import Appraiser, Player, Unit, Values, best, forks, make
from dicecup.table import Ask, Choice, Deed, Match, NotAllowed, Option, SetupError, TakenBack, Unfinished
from dicecup.table.retrace import again

Progress = Callable[[float], None]
"""Hears how much of a review is done, from 0 to 1."""

_SHOWN: Final = 6  # options of a decision that are told, beside the one that was chosen
_MATTERS: Final[dict[Unit, float]] = {"win": 0.005, "points": 0.25}  # between the best option and the worst
_CONFIRMED: Final = 6  # blunders that are looked into, the worst first


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
    options: tuple[Weighed, ...]  # the best first; of those that mean the same, one
    chosen: Weighed
    grade: Grade | None  # None: there was nothing to lose, or nobody was asked
    confirmed: bool | None  # by roll-outs; None: nobody looked
    before: tuple[float, ...]  # if the best had been chosen
    error: tuple[float, ...]
    luck: tuple[float, ...]
    rest: tuple[float, ...]
    told: tuple[str, ...]  # what happened, in words for everybody
    others: tuple[tuple[tuple[Any, ...], float], ...] = ()  # of a fault: all else there was, with what it loses

    @property
    def is_fault(self) -> bool:
        """Whether something better should have been chosen."""
        return self.grade in (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


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
        """For other processes, and other programs."""
        return asdict(self)

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


_NOT_OVER: Final = "A game can be reviewed when it is over."


def read(paper: str) -> Match[Any]:
    """The finished match of a record or save; NotAllowed if it is not over, SaveError if it is none."""
    try:
        return dicecup.verify(paper).match
    except Unfinished:
        raise NotAllowed(_NOT_OVER) from None


def review(match: Match[Any], progress: Progress | None = None, mind: Player | None = None) -> Review:
    """Go through a finished match. `mind` judges: the best computer player, unless somebody else is named."""
    if match.outcome is None:
        raise NotAllowed(_NOT_OVER)
    judge = mind if mind is not None else make(match.game.name, best(match.game.name))
    if not isinstance(judge, Appraiser):
        raise SetupError(f"There are no reviews of {match.game.title} yet: no computer player can appraise it.")
    unit = judge.unit(match)
    noise = 0.0 if unit == "points" else judge.noise
    result = tuple(_result(match, unit))
    stands = list(_stands(match))
    weighed = []
    for count, stand in enumerate(stands):
        weighed.append(_weigh(judge, stand))
        if progress is not None:
            progress(0.9 * (count + 1) / len(stands))
    steps = []
    for count, (stand, values) in enumerate(zip(stands, weighed, strict=True)):
        last = count + 1 == len(stands)
        after = match if last else stands[count + 1].match
        came = result if last else weighed[count + 1][0]
        steps.append(_step(judge, unit, noise, stand, values, after, came))
    found = _confirm(judge, unit, noise, stands, steps)
    start = found[0].before if found else result
    if progress is not None:
        progress(1.0)
    return Review(
        game=match.game.name,
        names=match.names,
        unit=unit,
        noise=noise,
        steps=tuple(found),
        result=result,
        accounts=accounts(match.names, found, start, result, unit),
    )


def _stands(match: Match[Any]) -> Iterator[_Stand]:
    """Every decision that stood in the end."""
    kept, stop = _kept(match), 0
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
    """The entries of the log that nobody took back."""
    kept: list[int] = []
    for at, entry in enumerate(match.log):
        if isinstance(entry, TakenBack):
            del kept[len(kept) - entry.count :]
        else:
            kept.append(at)
    return set(kept)


def _weigh(judge: Appraiser, stand: _Stand) -> tuple[tuple[float, ...], Mapping[Option, Values]]:
    """What everybody may hope for if the best is chosen, and with each option."""
    seat = stand.ask.seat
    values = judge.appraise(stand.match.view(seat), stand.ask, forks(stand.match, seat))
    top = max(stand.ask.options, key=lambda option: values[option][seat])
    return tuple(map(float, values[top])), values


def _step(
    judge: Appraiser,
    unit: Unit,
    noise: float,
    stand: _Stand,
    weighed: tuple[tuple[float, ...], Mapping[Option, Values]],
    after: Match[Any],
    came: Sequence[float],
) -> Step:
    before, values = weighed
    ask, option, seat = stand.ask, stand.option, stand.ask.seat
    chosen = tuple(map(float, values[option]))
    fell = judge.fell(stand.match.clone(), option, after.clone())
    luck = tuple(b - a for a, b in zip(fell.expected, fell.came, strict=True)) if fell else (0.0,) * len(before)
    rest = tuple(now - was - lucky for now, was, lucky in zip(came, chosen, luck, strict=True))
    options = _options(judge, stand, before[seat], values)
    spread = before[seat] - min(value[seat] for value in values.values())
    picked = next((one for one in options if one.choice == tuple(option)), None)
    loss = max(0.0, before[seat] - chosen[seat])
    if picked is None:  # it means the same as one that is told
        alike = next((one for one in options if abs(one.value - chosen[seat]) < 1e-12), None)
        why = alike.reason if alike else ""
        picked = Weighed(tuple(option), option.text, chosen[seat], loss, why, *_deed(stand, option))
    told = tuple(event.text(None) for event in after.events[stand.events :])
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
        grade=grade(loss, unit, noise) if spread >= _MATTERS[unit] and not stand.forced else None,
        confirmed=None,
        before=before,
        error=tuple(a - b for a, b in zip(chosen, before, strict=True)),
        luck=luck,
        rest=rest,
        told=told,
    )
    return replace(step, others=_others(step, before[seat], values)) if step.is_fault else step


def _others(step: Step, top: float, values: Mapping[Option, Values]) -> tuple[tuple[tuple[Any, ...], float], ...]:
    """The options that are not told, for whoever tries again; some mean the same as one that is."""
    known = {one.choice for one in (*step.options, step.chosen)}
    return tuple(
        (tuple(option), max(0.0, top - float(value[step.seat])))
        for option, value in values.items()
        if tuple(option) not in known
    )


def _options(judge: Appraiser, stand: _Stand, top: float, values: Mapping[Option, Values]) -> tuple[Weighed, ...]:
    """The best ones with the reasons a hint gives, and the one that was chosen."""
    seat = stand.ask.seat
    advice = judge.advise(stand.match.view(seat), stand.ask, forks(stand.match, seat))
    found = [
        Weighed(
            tuple(one.option),
            one.option.text,
            float(values[one.option][seat]),
            max(0.0, top - float(values[one.option][seat])),
            str(one.reason),
            *_deed(stand, one.option),
        )
        for one in advice
    ]
    found.sort(key=lambda one: -one.value)
    chosen = [one for one in found[_SHOWN:] if one.choice == tuple(stand.option)]
    return (*found[:_SHOWN], *chosen)


def _deed(stand: _Stand, option: Option) -> Deed:
    return stand.match.game.deed(stand.match.state, stand.ask, option)


def _confirm(judge: Appraiser, unit: Unit, noise: float, stands: list[_Stand], steps: list[Step]) -> list[Step]:
    """No choice is called a blunder before it was played out.

    What that does not bear out is a mistake, and no fault at all where nothing is lost beyond the noise.
    """
    blunders = [at for at, step in enumerate(steps) if step.grade is Grade.BLUNDER]
    found = list(steps)
    for rank, at in enumerate(sorted(blunders, key=lambda at: -steps[at].chosen.loss)):
        if noise == 0:
            found[at] = replace(steps[at], confirmed=True)  # the values are exact
            continue
        limit = LIMITS[unit][1][0]
        better = stands[at].ask.find(steps[at].options[0].choice)
        assert better is not None
        if rank >= _CONFIRMED:
            found[at] = replace(steps[at], grade=Grade.MISTAKE)
            continue
        loss = given_away(judge, stands[at].match, better, stands[at].option, limit)
        held = Grade.BLUNDER if loss >= limit else Grade.MISTAKE if loss >= noise else Grade.GOOD
        found[at] = replace(steps[at], grade=held, confirmed=loss >= limit)
    return found


def _result(match: Match[Any], unit: Unit) -> list[float]:
    assert match.outcome is not None
    if unit == "points":
        return [float(score) for score in match.game.scores(match.state)]
    won = match.outcome.winners
    return [1 / len(won) if seat in won else 0.0 for seat in range(len(match.names))]
