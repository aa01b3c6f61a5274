"""Any game as an environment of PettingZoo: agents take turns, each with its own row of numbers and its own mask.

from dicecup.adapters import pettingzoo
env = pettingzoo.env("king-of-tokyo", seats=4)
"""

import random
from collections.abc import Mapping
from typing import Any, Final

from dicecup import extras
from dicecup.adapters.desk import Desk, Rewards, Terms
from dicecup.adapters.spaces import Legal, rows
from dicecup.table import NotAllowed, SetupError
from dicecup.table.arrays import Floats
from dicecup.table.secret import check_seed

extras.need("pettingzoo")

from pettingzoo import AECEnv  # noqa: E402 - after it has been asked for by name
from pettingzoo.utils import wrappers  # noqa: E402

_MODES: Final = ("ansi", "human")


class TableEnv(AECEnv):
    """A table whose seats are agents `player_0`, `player_1`, ...; whoever is to choose is `agent_selection`.

    What an agent sees is a row (`game.encode`), and `infos[agent]["action_mask"]` says what it may choose.
    Everybody stays to the end, also whoever is out of the game and not asked any more.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - each has its own
        "render_modes": list(_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, terms: Terms, render_mode: str | None = None) -> None:
        if render_mode not in (None, *_MODES):
            raise SetupError(f"It can be rendered as {' or '.join(_MODES)}, not as {render_mode!r}.")
        super().__init__()
        self.terms: Final = terms
        self.render_mode = render_mode
        self.metadata = {**TableEnv.metadata, "name": f"dicecup_{terms.game.name.replace('-', '_')}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(terms.seats)]
        self._rows: Final = {agent: rows(terms) for agent in self.possible_agents}
        self._choices: Final = {agent: Legal(len(terms.actions)) for agent in self.possible_agents}
        self._seeds = random.Random()
        self._desk: Desk | None = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """Rows of numbers."""
        return self._rows[agent]

    def action_space(self, agent: str) -> Any:
        """Numbers of choices."""
        return self._choices[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game. With a `seed` it and all that follow it are the same every time."""
        if (seed := check_seed(seed)) is not None:
            self._seeds = random.Random(seed)
        self._desk = Desk(self.terms, self.terms.deal(self._seeds.getrandbits(53)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Choose for whoever is to choose; IllegalChoice, with the reason, if that cannot be done now."""
        if not self.agents:
            raise NotAllowed("The game is over: call reset.")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._at_desk.choose(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self._at_desk.pay(), strict=True))
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Floats:
        """What an agent sees now."""
        return self._at_desk.row(self.possible_agents.index(agent))

    def render(self) -> str | None:
        """What whoever is to choose sees, in words: as text, or printed."""
        desk = self._at_desk
        told = desk.match.describe(desk.seat)
        if self.render_mode == "human":
            print(told)
            return None
        return told

    def close(self) -> None:
        """Nothing is left open."""

    @property
    def _at_desk(self) -> Desk:
        if self._desk is None:
            raise NotAllowed("There is no game yet: call reset first.")
        return self._desk

    def _look(self) -> None:
        """See whose choice it is, and what can be chosen."""
        desk = self._at_desk
        if desk.seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[desk.seat]
        self.infos = {agent: {"action_mask": desk.mask(seat)} for seat, agent in enumerate(self.possible_agents)}
        for agent, info in self.infos.items():
            self._choices[agent].mask = info["action_mask"]


def raw_env(
    game: str,
    *,
    seats: int | None = None,
    rewards: Rewards | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> TableEnv:
    """The environment itself. `options` are house rules."""
    return TableEnv(Terms(game, seats, rewards, options), render_mode)


def env(
    game: str,
    *,
    seats: int | None = None,
    rewards: Rewards | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> Any:
    """The environment, and around it what PettingZoo has against calls in the wrong order."""
    return wrappers.OrderEnforcingWrapper(
        raw_env(game, seats=seats, rewards=rewards, render_mode=render_mode, **options)
    )
