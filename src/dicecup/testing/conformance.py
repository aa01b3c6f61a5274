"""The conformance kit: what must hold for every game that sits at this table.

    from dicecup.testing import check_game
    check_game(MY_GAME, games=20)

plays random games and looks, at every decision, for anything that breaks a promise of the engine. It raises
Nonconformance with the promise and the position (seed, number of answers) at which it was broken.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from dicecup import games as all_games
from dicecup.table import (
    Ask,
    Chance,
    Checkpoint,
    Event,
    Frozen,
    Game,
    IllegalChoice,
    Luck,
    Match,
    NotAllowed,
    Option,
    RulesError,
    SaveError,
    Secret,
)
from dicecup.table import retrace as table_retrace
from dicecup.table import verify as table_verify
from dicecup.table.driver import Contradiction
from dicecup.table.log import Entry, in_force
from dicecup.testing.chance import check_chance
from dicecup.testing.picks import check_picks, told_picks
from dicecup.testing.promises import Nonconformance, promise
from dicecup.testing.research import Rows
from dicecup.testing.shown import check_shown

_NONSENSE: Final[tuple[Any, ...]] = (
    ("no such verb",),
    "",
    (),
    [],
    None,
    0,
    -1,
    True,
    3.5,
    {},
    ("keep", -1),
    ("keep", 10**30),
    ("keep", True),
    (["keep"],),
    ("fill", "\0"),
    object(),
    "x" * 10_000,
)

_MANY_FORKS: Final = 80  # one at least differs, unless a viewer is nearly sure of what is hidden


def check_game(
    game: str | Game[Any] | type[Game[Any]],
    *,
    games: int = 10,
    most_answers: int = 20_000,
    seed: int = 0,
    thorough: float = 0.1,
    make: Callable[[random.Random], dict[str, Any]] | None = None,
) -> int:
    """Play `games` random games of `game` and check every promise; returns the number of decisions seen.

    Seats and options are drawn anew for each game, or by `make`, which returns the keywords `names` and
    `options`. `thorough` is the share of decisions at which the promises are checked that take a while: copies,
    papers and secrets. The others are checked at every decision.
    """
    found = _find(game)
    decisions = 0
    rows = Rows()
    seen: dict[Option, None] = {}  # every option there ever was, in the order in which they came up
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        where = f"{found.name}, seed {seed}, game {number}"
        try:
            match = _deal(found, rng, seed * 1_000_003 + number, make)
            _check_opening(match, rng, where)
            for ask in _decisions(match, rng, most_answers):
                decisions += 1
                where = f"{found.name}, seed {seed}, game {number}, after {len(match.log)} answers"
                seen.update(dict.fromkeys(ask.options))
                wrong = [*_NONSENSE, *rng.sample(list(seen), min(8, len(seen)))]
                _check_ask(match, ask, where)
                check_picks(match, ask, where)
                check_shown(match, where)
                _check_refusals(match, ask, wrong, where)
                _check_clone(match, rng, where)
                thoroughly = rng.random() < thorough
                if thoroughly:
                    viewers = _viewers(match, ask, rng)
                    _check_undo(match, rng, where)
                    check_chance(match, rng, where)
                    _check_papers(match, viewers, where)
                    _check_secrets(match, viewers, rng, wrong, where)
                rows.check(match, ask, rng, where, thoroughly=thoroughly)
            _check_keys(match, where)
            _check_end(match, where)
        except RulesError as error:
            raise Nonconformance(f"Not so: the rules do not fail. {error} ({where})") from error
        except SaveError as error:
            raise Nonconformance(f"Not so: the papers of a match fit its rules. {error} ({where})") from error
        except Nonconformance:
            raise
        except Exception as error:  # of a view, a phrase, an outcome ...
            raise Nonconformance(f"Not so: nothing of a game fails. {error!r} ({where})") from error
    return decisions


def _find(game: str | Game[Any] | type[Game[Any]]) -> Game[Any]:
    if isinstance(game, str):
        return all_games.find(game)
    made = game() if isinstance(game, type) else game
    if not isinstance(made, Game):
        raise TypeError(f"A game is needed here, or the name of one, not {made!r}.")
    return made


def _deal(
    game: Game[Any], rng: random.Random, seed: int, make: Callable[[random.Random], dict[str, Any]] | None
) -> Match[Any]:
    if make is not None:
        asked = make(rng)
    else:
        choices = {each.name: each.choices or (each.default,) for each in game.options.settings()}
        asked = {
            "names": game.default_names(rng.choice(game.seats)),
            "options": {name: rng.choice(values) for name, values in choices.items()},
        }
    state = game.setup(tuple(asked["names"]), game.options.parse(asked.get("options", {})))
    promise(game.state.from_json(_through_json(state.to_json())) == state, "a state survives JSON", game.name)
    return Match(game, Checkpoint(state, 0), Secret(seed=seed))


def _decisions(match: Match[Any], rng: random.Random, most: int) -> Iterator[Ask]:
    """Every decision of a random game."""
    while (ask := match.pending) is not None:
        promise(len(match.log) <= most, f"random games end within {most} answers", match.game.name)
        yield ask
        match.answer(rng.choice(ask.options), ask.seat)


def _check_ask(match: Match[Any], ask: Ask, where: str) -> None:
    promise(isinstance(ask.options, tuple), "options are a tuple", where)
    promise(len(ask.options) > 0, "options are never empty", where)
    promise(len(set(ask.options)) == len(ask.options), "options differ from each other", where)
    promise(0 <= ask.seat < len(match.names), "somebody at the table is asked", where)
    promise(bool(ask.prompt), "a decision says what is asked", where)
    for option in ask.options:
        promise(match.why_not(option) is None, "an option is legal", where)
        promise(ask.find(_through_json(list(option))) == option, "an option survives JSON", where)
        promise(bool(option.text), "an option has a text", where)


def _check_refusals(match: Match[Any], ask: Ask, wrong: list[Any], where: str) -> None:
    before = _standing(match)
    others = [seat for seat in range(len(match.names)) if seat != ask.seat]
    tries: list[tuple[Any, int | None]] = [(choice, None) for choice in wrong if ask.find(choice) is None]
    tries += [(ask.options[0], seat) for seat in others[:1]]
    for choice, seat in tries:
        reason = match.why_not(choice, seat)
        promise(bool(reason), f"{choice!r} is refused with a reason", where)
        try:
            match.answer(choice, seat)
        except IllegalChoice as refusal:
            promise(refusal.reason == reason, "why_not and answer give the same reason", where)
        else:
            promise(False, f"{choice!r} is refused", where)
    promise(_standing(match) == before, "an illegal answer changes nothing", where)


def _check_clone(match: Match[Any], rng: random.Random, where: str) -> None:
    before = _standing(match)
    twin, other = match.clone(), match.clone()
    promise(_standing(twin) == before, "a clone equals the original", where)
    for _ in range(3):
        if twin.pending is not None:
            choice = rng.choice(twin.pending.options)
            twin.answer(choice)
            other.answer(choice)
    promise(_standing(match) == before, "what a clone does leaves the original alone", where)
    promise(_standing(twin) == _standing(other), "the same answers lead two clones to the same state", where)


def _check_undo(match: Match[Any], rng: random.Random, where: str) -> None:
    """A choice can be taken back unless chance, a reveal or the end followed it; only the log shows a trace."""
    assert match.pending is not None
    seat, twin = match.pending.seat, match.clone()
    told = twin.answer(rng.choice(match.pending.options))
    shown = any(event.reveals or event.audience for event in told)
    barrier = shown or len(twin.log) > len(match.log) + 1 or twin.outcome is not None
    try:
        twin.undo(seat)
    except NotAllowed:
        promise(barrier, "a choice with no consequences can be taken back", where)
        return
    promise(not barrier, "nothing is taken back after chance or a reveal", where)
    promise(_standing(twin)[:2] == _standing(match)[:2], "a choice taken back leaves no trace in the state", where)
    text = twin.save()
    again = table_retrace.load(text, lambda _: match.game)
    promise(again.save() == text and not again.notice, "what was taken back stays so after a load", where)


def _check_keys(match: Match[Any], where: str) -> None:
    """Chance with the key of an earlier one would repeat its result; `#` is the engine's, for spare digits."""
    keys = [entry.key for entry in in_force(match.log) if isinstance(entry, Luck)]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    promise(not twice, f"no two chance points of a match have the same key, as {twice[:3]} have", where)
    promise(not any("#" in key for key in keys), "there is no # in the key of a chance point", where)


def _check_papers(match: Match[Any], viewers: list[int | None], where: str) -> None:
    text = match.save()
    again = table_retrace.load(text, lambda _: match.game)
    promise(again.save() == text and not again.notice, "a loaded save is the same match", where)
    promise(_standing(again) == _standing(match), "replay equals the original", where)
    promise(match.clone().save() == text, "a clone has the past of the original", where)
    state = match.state
    promise(match.game.state.from_json(_through_json(state.to_json())) == state, "a state survives JSON", where)
    _check_outlives(match, where)
    if match.game.seen_alike(state):
        seen = [{**match.view(viewer).to_json(), "seat": None} for viewer in viewers]
        promise(all(view == seen[0] for view in seen), "what all see alike is the same for all", where)
    for viewer in viewers:
        view, views = match.view(viewer), match.game.views
        promise(
            views is None or views.from_json(_through_json(view.to_json()), more=True) == view,
            "a view survives JSON",
            where,
        )
        told = [event.to_json(viewer) for event in match.events]
        promise([event.to_json(viewer) for event in again.events] == told, "replay tells the same events", where)
        worded = all(event.worded(viewer) == event.text(viewer) for event in match.events)
        promise(worded, "events are worded the same for screens that draw", where)
        data = [match.view(viewer).to_json(), match.pending and match.pending.to_json(viewer), told]
        promise(json.loads(json.dumps(data, allow_nan=False)) == _listed(data), "what is seen is JSON", where)


def _check_outlives(match: Match[Any], where: str) -> None:
    """What a later version relies on when it reads a paper of this one: docs/compatibility.md."""
    game, state = match.game, match.checkpoint().state
    read = game.state.from_json(state.to_json())
    game.check(read)
    promise(repr(read) == repr(state), "`check` works out what is derived", where)
    began = game.deck(match.origin.start.state)
    promise(list(game.deck(state)) == list(began), "a game is played with the cards it began with", where)


def _check_secrets(
    match: Match[Any], viewers: list[int | None], rng: random.Random, wrong: list[Any], where: str
) -> None:
    """Redraw all that a viewer cannot know: it must not be able to tell the difference."""
    assert match.pending is not None
    choice = rng.choice(match.pending.options)
    for viewer in viewers:
        fork = match.fork(viewer, seed=rng.randrange(2**32))
        was, drawn_anew = _position(match, viewer, wrong), _position(fork, viewer, wrong)
        for what, one, other in zip(("view", "question", "reasons"), was, drawn_anew, strict=True):
            promise(one == other, f"nothing hidden shows to {_called(viewer)} in the {what}", where)
        # Where the choice shows the viewer something hidden, a fork proves nothing unless that is the same in it.
        any(_check_told(match, choice, viewer, rng, where) for _ in range(20))
        text = match.record(viewer)
        secret = match.origin.secret.reveal()
        promise('"secret"' not in text, "a running game's record does not hold the secret", where)
        promise(str(secret.get("key", "no key")) not in text, "nobody sees the secret", where)


def _check_opening(match: Match[Any], rng: random.Random, where: str) -> None:
    """What is told before the first decision does not depend on what was drawn in secret."""
    for viewer in (None, *range(len(match.names))):
        secret = Secret(seed=rng.randrange(2**32))
        settle = _same_luck(match.log, viewer, secret, where)
        try:
            again = Match(match.game, match.origin.start, secret, settle=settle)
        except RulesError as error:
            if not _proves_nothing(error):
                raise
            continue
        if _learnt(again.events, viewer) == _learnt(match.events, viewer):
            _compare_told(match, match.events, again, again.events, viewer, where)
            _check_redraw(match, again, viewer, rng, where)


def _check_told(match: Match[Any], choice: Option, viewer: int | None, rng: random.Random, where: str) -> bool:
    """Make the same choice in the match and in a fork: both tell the viewer the same. False: it proved nothing."""
    twin, fork = match.clone(), match.fork(viewer, seed=rng.randrange(2**32))
    ask = fork.pending
    assert ask is not None
    told = twin.answer(choice)
    shown = _learnt(told, viewer)

    def astray() -> bool:
        """The viewer was shown something else on the way: no wonder that it goes on differently."""
        now = _learnt(fork.events, viewer)
        return now != shown[: len(now)]

    fork._settle = _same_luck(twin.log[len(match.log) :], viewer, fork._secret, where, astray)
    try:
        again = fork.answer(rng.choice(ask.options) if ask.private and viewer != ask.seat else choice)
    except RulesError as error:
        if not _proves_nothing(error):
            raise
        return False
    if shown != _learnt(again, viewer):
        return False
    _compare_told(twin, told, fork, again, viewer, where)
    _check_redraw(twin, fork, viewer, rng, where)
    return True


def _check_redraw(
    match: Match[Any], other: Match[Any], viewer: int | None, rng: random.Random, where: str
) -> None:
    """A match and another that the viewer cannot tell from it: where they differ, forks have to differ too.

    Or else nothing hidden is ever drawn anew, and all that looks for leaks by it finds none.
    """
    state = match.state.to_json()
    if match.pending is None or other.state.to_json() == state:
        return
    forks = (match.fork(viewer, seed=rng.randrange(2**32)) for _ in range(_MANY_FORKS))
    drawn_anew = any(fork.state.to_json() != state for fork in forks)
    promise(drawn_anew, f"redraw draws anew what {_called(viewer)} cannot know", where)


def _same_luck(
    log: Sequence[Entry],
    viewer: int | None,
    secret: Secret,
    where: str,
    astray: Callable[[], bool] = lambda: False,
) -> Callable[[Chance[Any]], Any]:
    """Chance that falls as in `log` wherever `viewer` has seen it, until the game has gone `astray`."""
    fell = iter([entry for entry in log if isinstance(entry, Luck)])

    def settle(point: Chance[Any]) -> Any:
        entry = next(fell, None)
        if entry is None or (entry.key, entry.audience) != (point.key, point.audience):
            if astray():
                raise Contradiction
            what = f"whether {point.key} comes up does not depend on what {_called(viewer)} cannot see"
            raise Nonconformance(f"Not so: {what}. ({where})")
        if not entry.known_to(viewer):
            return point.sample(secret)
        try:
            return point.decode(entry.result)
        except ValueError:  # a card that turns up now lies in somebody's hand
            raise Contradiction from None

    return settle


def _proves_nothing(error: RulesError) -> bool:
    if isinstance(error.__cause__, Nonconformance):
        raise error.__cause__ from None
    return isinstance(error.__cause__, Contradiction)


def _learnt(events: list[Event], viewer: int | None) -> list[Any]:
    """What `viewer` was shown that had been hidden."""
    return [
        event.to_json(viewer)
        for event in events
        if event.reveals or (event.audience is not None and viewer in event.audience)
    ]


def _compare_told(
    one: Match[Any], told: list[Event], other: Match[Any], again: list[Event], viewer: int | None, where: str
) -> None:
    who = _called(viewer)
    same = [event.to_json(viewer) for event in told] == [event.to_json(viewer) for event in again]
    promise(same, f"nothing hidden shows to {who} in the events", where)
    promise((one.pending is None) == (other.pending is None), f"nothing {who} cannot see ends the game", where)
    for what, was, drawn_anew in zip(
        ("view", "question", "reasons"), _position(one, viewer, []), _position(other, viewer, []), strict=True
    ):
        promise(was == drawn_anew, f"nothing hidden shows to {who} in the {what}", where)


def _called(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _check_end(match: Match[Any], where: str) -> None:
    promise(match.pending is None and match.outcome is not None, "a game that asks nothing more is over", where)
    assert match.outcome is not None
    promise(len(match.outcome.scores) == len(match.names), "everybody has a score", where)
    promise(all(0 <= seat < len(match.names) for seat in match.outcome.winners), "winners have seats", where)
    promise(match.why_not(("anything",)) == "The game is over.", "after the end nothing is possible", where)
    told = (match.describe(seat) for seat in (None, *range(len(match.names))))
    promise(all("The game is over" in words for words in told), "a description says that the game is over", where)
    promise(bool(match._repr_html_()), "the end can be drawn", where)
    for event in match.events:
        for data in (event.data, event.secret or {}):
            promise(_is_fixed(tuple(data.values())), f"nothing in {event.kind!r} can be changed", where)
    verdict = table_verify.verify(match.record(), lambda _: match.game)
    promise(verdict.ordinary_start, "a finished game can be verified", where)
    again = match.rematch()
    promise(again.number == match.number + 1 and again.names == match.names, "a rematch can be played", where)


def _viewers(match: Match[Any], ask: Ask, rng: random.Random) -> list[int | None]:
    """A spectator, whoever is asked, and one of the others."""
    others = [seat for seat in range(len(match.names)) if seat != ask.seat]
    return [None, ask.seat, *rng.sample(others, min(1, len(others)))]


def _position(match: Match[Any], viewer: int | None, wrong: list[Any]) -> tuple[Any, Any, Any]:
    """What `viewer` can see of where the match stands, without its past (a fork has none)."""
    ask = match.pending
    # Reasons are told to whoever tried; a spectator cannot try anything.
    reasons = None if viewer is None else [match.why_not(choice, viewer) for choice in wrong]
    asked = None if ask is None else (ask.to_json(viewer), told_picks(match, ask, viewer))
    return (match.view(viewer).to_json(), asked, reasons)


def _standing(match: Match[Any]) -> Any:
    """Where a match stands, hidden things included, without going through its past."""
    ask, told = match.pending, len(match.events)
    asked = None if ask is None else (ask.seat, ask.kind, ask.options, ask.prompt)
    past = (len(match.log), told, match.events[-1].to_json() if told else None)
    return (match.state.to_json(), asked, past, match.outcome)


def _listed(data: Any) -> Any:
    """Tuples as the lists JSON makes of them."""
    if isinstance(data, (list, tuple)):
        return [_listed(item) for item in data]
    return {key: _listed(item) for key, item in data.items()} if isinstance(data, dict) else data


def _is_fixed(value: Any) -> bool:
    """Whether it is an atom, or made of such in a way that cannot be changed."""
    if isinstance(value, (tuple, frozenset)):
        return all(map(_is_fixed, value))
    return isinstance(value, (int, str, float, Frozen, type(None)))


def _through_json(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))
