"""Any game as an environment of Gymnasium: one seat learns, computer players sit in the others.

import gymnasium
import dicecup.adapters.gymnasium
env = gymnasium.make("dicecup/KingOfTokyo-v0", opponents="easy")
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

from dicecup import extras, games, players
from dicecup.adapters.desk import Desk, Rewards, Terms
from dicecup.adapters.spaces import Legal, rows
from dicecup.players import Player, own
from dicecup.players.seated import Seated, prepare, stays
from dicecup.table import IllegalChoice, NotAllowed, SetupError
from dicecup.table.arrays import Flags, Floats
from dicecup.table.errors import shown
from dicecup.table.whole import whole

extras.need("gymnasium")

import gymnasium as gym  # noqa: E402 - after it has been asked for by name

Opponents: TypeAlias = str | Player | Sequence[str | Player]
Illegal: TypeAlias = Literal["raise", "lose"]
"""What happens after a choice that cannot be made: an error, or a game that is lost at once."""

_MODES: Final = ("ansi", "human")


class SeatEnv(gym.Env):
    """One seat at a table. `info["action_mask"]` says what can be chosen, and so does `action_masks()`."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponents: Opponents | None = None,
        seats: int | None = None,
        seat: int | None = 0,
        rewards: Rewards | None = None,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`opponents`: a player or the name of one, such as "hard", for all the others, or one for each of them.

        `seat` is where the learner sits; None: somewhere else in every game. `options` are house rules.
        """
        if render_mode not in (None, *_MODES):
            raise SetupError(f"It can be rendered as {' or '.join(_MODES)}, not as {render_mode!r}.")
        if illegal not in get_args(Illegal):
            raise SetupError(f"`illegal` is “raise” or “lose”, not {shown(illegal)}.")
        self.terms: Final = Terms(game, seats, rewards, options)
        terms = self.terms
        wanted = None if seat is None else whole(seat)
        if seat is not None and (wanted is None or not 0 <= wanted < terms.seats):
            raise SetupError(f"There is no seat {shown(seat)}: the seats are 0 to {terms.seats - 1}.")
        self.observation_space = rows(terms)
        self.action_space = Legal(len(terms.actions))
        self.render_mode = render_mode
        self._wanted: Final = wanted
        self._illegal: Final = illegal
        self._opponents: Final = _listed(terms, opponents)
        self._others: dict[int, Seated] = {}
        self._made: dict[int, Player] = {}  # of those that were named
        self._desk: Desk | None = None
        self._seat = wanted or 0
        self._lost = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """A new game, played on to the learner's first choice."""
        super().reset(seed=seed)
        dice, minds, place = (int(self.np_random.integers(2**53)) for _ in range(3))
        terms = self.terms
        # A game can be over before the learner is asked anything, if everybody else is quick enough: then another.
        for attempt in range(1_000):
            self._seat = place % terms.seats if self._wanted is None else self._wanted
            others = [seat for seat in range(terms.seats) if seat != self._seat]
            self._leave()
            self._desk, self._lost = Desk(terms, terms.deal((dice + attempt) % 2**53)), False
            for number, (seat, who) in enumerate(zip(others, self._opponents, strict=True)):
                player = self._player(number, who, minds + number)
                self._others[seat] = Seated(player, self._desk.match, seat, minds + number)
            self._play_on()
            if self._desk.seat is not None:
                break
        self._at_desk.pay()
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Choose, and let the others play until it is the learner's choice again, or the game is over."""
        desk = self._at_desk
        if self._lost or desk.seat is None:
            raise NotAllowed("The game is over: call reset.")
        try:
            desk.choose(action)
        except IllegalChoice:
            if self._illegal == "raise":
                raise
            self._lost = True
            row, info = self._seen()
            return row, -1.0, True, False, info
        self._play_on()
        paid = desk.pay()[self._seat]
        if self.render_mode == "human":
            self.render()
        row, info = self._seen()
        return row, paid, desk.seat is None, False, info

    def action_masks(self) -> Flags:
        """What can be chosen now, as libraries ask for it that know masks."""
        return self._at_desk.mask(self._seat)

    def render(self) -> Any:
        """What the learner sees, in words: as text, or printed."""
        told = self._at_desk.match.describe(self._seat)
        if self.render_mode == "human":
            print(told)
            return None
        return told

    def close(self) -> None:
        """End opponents that were named, such as programs. Whoever was handed over stays as they are."""
        self._leave()
        made, self._made = self._made, {}
        for player in made.values():
            players.close(player)

    def _player(self, number: int, who: str | Player, seed: int) -> Player:
        """An opponent; one that wants to know where games begin plays them all."""
        if not isinstance(who, str):
            return who
        before = self._made.get(number)
        if before is not None and stays(before):
            return before
        players.close(before)
        make = own.maker(who) if own.is_own(who) else partial(players.make, self.terms.game.name, who)
        found = self._made[number] = make(seed)
        prepare(found)
        return found

    def _leave(self) -> None:
        """The game is over for the others, or broken off."""
        others, self._others = self._others, {}
        for each in others.values():
            each.over()

    @property
    def _at_desk(self) -> Desk:
        if self._desk is None:
            raise NotAllowed("There is no game yet: call reset first.")
        return self._desk

    def _play_on(self) -> None:
        desk = self._at_desk
        match = desk.match
        while (ask := match.pending) is not None and ask.seat != self._seat:
            match.answer(self._others[ask.seat].decide(ask), ask.seat)
            match.answer_forced()
        if match.outcome is not None:
            self._leave()

    def _seen(self) -> tuple[Floats, dict[str, Any]]:
        desk = self._at_desk
        mask = self.action_space.mask = self.action_masks()
        info: dict[str, Any] = {"action_mask": mask, "seat": self._seat}
        if desk.match.outcome is not None:
            info["scores"] = list(desk.match.outcome.scores)
            info["winners"] = list(desk.match.outcome.winners)
        return desk.row(self._seat), info


def _listed(terms: Terms, opponents: Opponents | None) -> list[str | Player]:
    """One for each of the other seats."""
    others = terms.seats - 1
    if opponents is None:
        opponents = players.usual(terms.game.name)
    alone = not isinstance(opponents, Iterable) or isinstance(opponents, str) or hasattr(opponents, "decide")
    found: list[Any] = [opponents] * others if alone else list(opponents)  # type: ignore[arg-type]
    if len(found) != others:
        raise SetupError(f"{terms.seats} seats need {others} opponents; {len(found)} were given.")
    for one in found:
        if isinstance(one, str):
            # SetupError if there is nobody of that name
            own.check(one) if own.is_own(one) else players.make(terms.game.name, one)
        elif not callable(getattr(one, "decide", None)):
            raise SetupError(f"{shown(one)} is not a player: it has no method decide.")
        else:
            prepare(one)
    return found


def name_of(game: str) -> str:
    """What a game is called in Gymnasium, such as `dicecup/KingOfTokyo-v0`."""
    return f"dicecup/{''.join(word.capitalize() for word in game.split('-'))}-v0"


def register() -> None:
    """Make every game known to Gymnasium. To import this module is enough; doing it again changes nothing."""
    for game in games.names():
        if name_of(game) not in gym.registry:
            gym.register(id=name_of(game), entry_point="dicecup.adapters.gymnasium:SeatEnv", kwargs={"game": game})


register()
