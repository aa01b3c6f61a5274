"""The driver: runs the rules from one decision to the next, and is the only place that knows how they wait.

Rules are coroutines, and a coroutine cannot be copied. So the driver remembers the state at the start of a
phase (a checkpoint) and the answers given since; a copy starts that phase again and gives them again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from dicecup.table.ask import Ask, Option
from dicecup.table.chance import Chance
from dicecup.table.compiled import mypyc_attr
from dicecup.table.errors import DicecupError, RulesError
from dicecup.table.event import Event, Voice
from dicecup.table.game import Game
from dicecup.table.log import Answer, Choice, Entry, Luck, TakenBack, in_force
from dicecup.table.secret import Secret
from dicecup.table.state import OVER, Outcome, Phase, Play, State

S = TypeVar("S", bound=State)

Settle = Callable[[Chance[Any]], Any]
"""Decides a chance point: by sampling, from a script, or from a log. WAIT: somebody else will."""

WAIT: Final = object()

EAGER: Final = 12  # for so many phases after a clone the next one is made ready for

_MOST_STEPS: Final = 100_000  # phases, or chance results, in a row; more is going in circles
_FOREVER: Final = 1 << 60
_new: Final = tuple.__new__


class Checkpoint(NamedTuple, Generic[S]):
    """The state at the start of a phase, after so many answers. Nobody changes it: it is cloned first."""

    state: S
    at: int


class Contradiction(Exception):  # noqa: N818 - it names what was found
    """Something hidden was drawn anew that does not fit what a viewer has seen since."""


class Trail(Generic[S]):
    """Where the rules have come along: what a copy, or somebody who takes a choice back, needs to find the way."""

    __slots__ = ("checkpoint", "eager", "earlier", "goal", "mark", "phase_at", "rung", "watched")

    def __init__(
        self, checkpoint: Checkpoint[S], phase_at: int, mark: int, goal: int = -1, earlier: Sequence[Any] = ()
    ) -> None:
        self.checkpoint = checkpoint  # a state to start from
        self.earlier: list[Checkpoint[S]] = list(
            earlier
        )  # some before it, closer to each other the later they are
        self.phase_at = phase_at  # the running phase began after so many answers
        self.mark = mark  # take a checkpoint at the phase that begins after so many
        self.goal = goal  # on the way there take some: more will be taken back
        self.rung = _FOREVER  # the next of these is taken after so many answers, or soon after
        self.eager = 0  # take one at each of so many phases to come: this match is being cloned
        self.watched = max(checkpoint.at, mark, goal)  # later than this no phase is of interest
        self._climb(checkpoint.at)

    def _climb(self, at: int) -> None:
        """The next checkpoint is half-way to the goal: so there are few, and one of them is always near."""
        self.rung = at + max(1, (self.goal - at) // 2) if at < self.goal else _FOREVER

    def hurry(self, checkpoint: Checkpoint[S]) -> None:
        """Start copies from here, and take more checkpoints soon."""
        self.checkpoint, self.eager, self.watched = checkpoint, EAGER, _FOREVER

    def reach(self, state: S, at: int) -> None:
        """A phase begins; take a checkpoint if one is wanted here."""
        # Of several phases that begin after the same number of answers the last one counts, for copies and saves.
        if self.eager or at >= self.rung or at in (self.mark, self.checkpoint.at):
            self.eager -= self.eager > 0
            if at >= self.rung:
                self.earlier.append(self.checkpoint)
                self._climb(at)
            self.checkpoint = Checkpoint(state.clone(), at)
            self.watched = _FOREVER if self.eager else max(at, self.mark, self.goal)

    def arrive(self) -> None:
        """Nothing is looked for any more."""
        self.mark, self.rung = -1, _FOREVER

    def before(self, answers: int, base: Checkpoint[S]) -> tuple[Checkpoint[S], list[Checkpoint[S]]]:
        """The last checkpoint before so many answers, and those of the earlier ones that are worth keeping."""
        found, kept = base, []
        near = 0
        for one in reversed((*self.earlier, self.checkpoint)):
            away = answers - one.at
            if away < 0 or one.at < base.at:
                continue
            if found is base:
                found, near = one, max(1, away)
            elif away >= 2 * near and one.at > base.at:
                kept.append(one)
                near = away
        return found, kept[::-1]


async def _follow(phases: Mapping[str, Phase[S]], play: Play[S], answers: list[Answer], trail: Trail[S]) -> None:
    """The whole game: one phase after the other.

    It knows neither the driver nor the match, so that these go as soon as nobody holds them.
    """
    state = play.state
    before = idle = 0
    while (phase := state.phase) != OVER:
        await phases[phase](play)
        at = len(answers)
        if at != before:
            trail.phase_at = before = at
            idle = 0
        else:
            idle += 1
            if idle > _MOST_STEPS:
                raise _circles()
        if at <= trail.watched:
            trail.reach(state, at)


def _wait(_: Chance[Any]) -> Any:
    """Chance in public: whoever plays says how it falls."""
    return WAIT


def _circles() -> RulesError:
    return RulesError("The rules go in circles: nobody is asked anything any more.")


@mypyc_attr(allow_interpreted_subclasses=True)
class Driver:
    """A game under way: its state, the decision it waits for, its log and its events.

    What state it is, a match says: compiled, a class of an open type has weak references that mypyc lets dangle.
    """

    def __init__(
        self,
        game: Game[Any],
        start: Checkpoint[Any],
        secret: Secret,
        *,
        carry: Any = None,
        settle: Settle | None = None,
        earlier: Sequence[Entry] = (),
        chance_open: bool = False,
    ) -> None:
        """Begin at `start`; `earlier` is the log that led there, if there is one."""
        self.game = game
        self.notice = ""  # something the host should tell the players, after a load
        self._secret = secret
        self._never: dict[int, frozenset[str]] = {}  # questions that seats do not want to be asked
        self._carry = carry  # what the game before this one at the same table left
        self._voice = Voice.of(game, start.state.names)
        self._open = chance_open  # it stops where chance decides, for somebody to say how
        self._settle = settle or self._usual  # None: by sampling
        self._base = start  # the earliest state there is; the log before it cannot be played again
        answers = in_force(earlier)
        # The whole log, once something was taken back; until then the answers are all there is.
        self._history: list[Entry] | None = list(earlier) if len(answers) != len(earlier) else None
        self._sit_down(start, answers, [])
        try:
            _run(self, None)
        except Exception as error:
            raise self._as_ours(error) from error

    @property
    def _usual(self) -> Settle | None:
        """What decides when nothing is replayed."""
        return _wait if self._open else None

    @property
    def log(self) -> Sequence[Entry]:
        """Every answer so far, those taken back included."""
        return self._answers if self._history is None else self._history

    def walk(self) -> Iterator[Self]:
        """The game so far once more: one match, standing in turn at each decision that was made."""
        twin = self._twin(self._secret)
        twin._base = self._base
        for choice in twin._retell(self._base, self._answers, []):
            yield twin
            push(twin, choice, choice.option)

    def answer(self, choice: object, seat: object = None) -> list[Event]:
        """Make the pending decision, play on to the next one, and return what happened on the way.

        `choice` is one of the options, or a tuple or list with the same content; names may be written as they are
        shown, in any case. Anything else raises IllegalChoice with the reason, and changes nothing.
        """
        # Of a match this is what is done all the time; so it is here, where it is compiled, and takes any words.
        ask = self.pending
        if ask is None or (option := _picked(ask, choice)) is None or (seat is not None and seat != ask.seat):
            option = self._meant(choice, seat)
        asked: tuple[Any, ...] = self.pending  # type: ignore[assignment]  # somebody is asked, or this has raised
        # Tuples by `_new`: quicker than by their names.
        events = push(self, _new(Choice, (asked[0], option, False, asked[4])), option)
        return events + self._decline() if self._never else events

    def _meant(self, choice: object, seat: object) -> Option:
        """The option that is meant by words which are not its own; IllegalChoice, with the reason, if none is."""
        raise NotImplementedError

    def _decline(self) -> list[Event]:
        """What happens because somebody does not want to be asked."""
        return []

    def _sit_down(
        self, start: Checkpoint[Any], answers: list[Answer], events: list[Event], trail: Trail[Any] | None = None
    ) -> None:
        self.state: State = start.state.clone()
        self.events = events
        self.pending: Ask | None = None
        self.pending_chance: Chance[Any] | None = None  # what chance decides next, if that is done in public
        self.outcome: Outcome | None = None
        self._answers = answers  # those that stand
        self._play = Play(self.state, self._voice, events)
        self._trail = trail or Trail(start, len(answers), mark=-1)
        self._barrier = 0  # so many answers cannot be taken back: something was revealed after them
        self._rules = _follow(self.game.phases, self._play, answers, self._trail)

    def _as_ours(self, error: Exception) -> DicecupError:
        if isinstance(error, DicecupError):
            return error
        ours = RulesError(f"The rules of {self.game.title} failed: {error!r}")
        ours.__cause__ = error  # `raise ... from` does not say so where this is compiled
        return ours

    def _unrepeatable(self, key: str) -> RulesError:
        return RulesError(f"The rules of {self.game.title} do not repeat: {key} came up only once.")

    def _take_back(self, seat: int, count: int) -> list[Event]:
        if self._history is None:
            self._history = list(self._answers)
        self._go_back(len(self._answers) - count, len(self.events))
        self._history.append(TakenBack(seat, count))
        self._play.tell("took_back", seat=seat)
        return self.events[-1:]

    def _go_back(self, answers: int, events: int) -> None:
        start, earlier = self._trail.before(answers, self._base)
        history, self._history = self._history, None  # replayed answers are in it already
        barrier = self._barrier
        del self.events[events:]
        trail = Trail(start, start.at, mark=-1, goal=answers, earlier=earlier)
        self._replay(start, self._answers[:answers], self.events, trail=trail)
        self._history, self._barrier = history, barrier

    def _twin(self, secret: Secret) -> Self:
        twin = type(self).__new__(type(self))
        twin.game, twin.notice = self.game, self.notice
        twin._secret, twin._carry, twin._voice = secret, self._carry, self._voice
        twin._never = self._never.copy()
        twin._open = self._open
        twin._settle = self._usual
        twin._history = None
        return twin

    def _replay(
        self,
        start: Checkpoint[Any],
        answers: Sequence[Answer],
        events: list[Event],
        *,
        trail: Trail[Any] | None = None,
        unseen_by: tuple[int | None] | None = None,
    ) -> None:
        """Sit down at `start` and give all answers after it again, in silence."""
        # An answer was checked when it was given: no need to do it again.
        try:
            for choice in self._retell(start, answers, events, trail, unseen_by):
                given = choice if unseen_by is None else self._guessed(choice, unseen_by[0])
                self._answers.append(given)
                _run(self, given.option)
        except Contradiction:
            raise
        except Exception as error:
            raise self._as_ours(error) from error

    def _guessed(self, choice: Choice, viewer: int | None) -> Choice:
        """The choice as it was made; if `viewer` does not know it, any that could have been made instead."""
        ask = self.pending
        if ask is None or ask.seat != choice.seat:
            raise Contradiction
        if choice.known_to(viewer):
            option = ask.find(choice.option)
        else:
            number = int.from_bytes(self._secret.digest(f"choice {len(self._answers)}")[:8], "big")
            option = ask.options[number % len(ask.options)]
        if option is None:
            raise Contradiction
        return Choice(choice.seat, option, choice.forced, choice.private)

    def _retell(
        self,
        start: Checkpoint[Any],
        answers: Sequence[Answer],
        events: list[Event],
        trail: Trail[Any] | None = None,
        unseen_by: tuple[int | None] | None = None,
    ) -> Iterator[Choice]:
        """Sit down at `start` and hand out the choices after it one by one; chance falls as it fell.

        `trail`: which checkpoints to take on the way. `unseen_by`: draw again what this viewer has not seen.
        """
        tape = iter(answers[start.at :])

        def as_it_fell(point: Chance[Any]) -> Any:
            entry = next(tape, None)
            if entry is None and self._open:
                return WAIT
            if not isinstance(entry, Luck) or entry.key != point.key:
                raise Contradiction if unseen_by else self._unrepeatable(point.key)
            if unseen_by is None:
                return entry.result
            if not entry.known_to(unseen_by[0]):
                return point.sample(self._secret)
            try:
                return point.decode(entry.result)
            except ValueError:
                raise Contradiction from None

        usual, self._settle = self._settle, as_it_fell
        self._sit_down(start, list(answers[: start.at]), events, trail)
        self._play.quiet = True
        _run(self, None)
        for entry in tape:
            if not isinstance(entry, Choice):
                raise Contradiction if unseen_by else self._unrepeatable(entry.key)
            yield entry
        self._play.quiet = False
        self._settle = usual
        self._trail.arrive()


# Functions, not methods: those of a class that others derive from in Python are looked up by name, even compiled.


def _picked(ask: Ask, choice: object) -> Option | None:
    """The option that `choice` is, or the one equal to it."""
    options: tuple[Option, ...] = ask.options
    if options.__class__ is tuple:  # nearly always it is one of them: cheaper than to compare
        for option in options:
            if option is choice:
                return option
    return ask.find(choice)


def push(driver: Driver, entry: Answer, value: Any) -> list[Event]:
    """Give a legal answer, `value` to the rules; when these fail over it, the match stands as before."""
    answers, events, history = driver._answers, driver.events, driver._history
    before, told = len(answers), len(events)
    answers.append(entry)
    if history is not None:
        history.append(entry)
    try:
        _run(driver, value)
    except Exception as error:
        if history is not None:
            del history[before - len(answers) :]
        driver._go_back(before, told)
        raise driver._as_ours(error) from error
    return events[told:]


def _run(driver: Driver, value: Any) -> None:
    """Run the rules, phase by phase, up to the next decision; chance is settled on the way."""
    answers, settle, go_on = driver._answers, driver._settle, driver._rules.send
    try:
        for _ in range(_MOST_STEPS):
            asked: Any = go_on(value)
            if type(asked) is Ask:  # isinstance costs more, and nobody derives from Ask
                driver.pending = asked
                break
            point: Chance[Any] = asked
            if settle is not None:
                value = settle(point)
                if value is WAIT:
                    driver.pending, driver.pending_chance = None, point
                    break
            elif (secret := driver._secret).arranged is None:
                value = point.sample(secret)
            else:
                value = secret.result(point, len(answers))
            luck = _new(Luck, (point.key, value, point.audience))  # quicker than Luck(...)
            answers.append(luck)
            if driver._history is not None:
                driver._history.append(luck)
        else:
            raise _circles()
    except StopIteration:
        driver.pending = None
        driver.outcome = driver.game.outcome(driver.state)
    play = driver._play
    if play.revealed:
        play.revealed = False
        driver._barrier = len(answers)
