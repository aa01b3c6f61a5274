"""Nobody knows these cards, and everybody plays with them: all levels, references, hints, arena and server."""

import io
import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.packages import environment, python, write

pytestmark = pytest.mark.thorough

NEW = ("night-shift", "street-party", "swiss-knife", "casino")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with a package that brings the cards."""
    module = (Path(__file__).parent / "night_shift.py").read_text(encoding="utf-8")
    points = {"dicecup.king_of_tokyo.cards": {"night-shift": "night_shift"}}
    site = write(tmp_path_factory.mktemp("site"), "night-shift", {"night_shift.py": module}, points)
    return {**environment(site), "DICECUP_CACHE": str(site / "cache")}


WORK = ("levels", "references", "positions", "worker", "training", "unknown_rules")


@pytest.mark.parametrize(
    "work",
    [
        pytest.param(work, marks=[] if work in ("levels", "worker", "training") else pytest.mark.soak)
        for work in WORK
    ],
)
def test_everybody_plays_with_cards_that_nobody_knows(work: str, installed: dict[str, str]) -> None:
    assert "all is well" in python(installed, "-m", "tests.newcomers.test_players", work)


def test_the_arena_plays_with_them(installed: dict[str, str]) -> None:
    words = ("arena", "king-of-tokyo", "--seats", "easy,medium,hard,additive", "--games", "4", "--jobs", "1")
    assert "hard" in python(installed, "-m", "dicecup", *words)


def test_whoever_imports_the_cards_first_gets_them_too(installed: dict[str, str]) -> None:
    """As the tests of a package of cards do."""
    code = "import night_shift, dicecup; print(sum('party' in c for c in dicecup.new('king-of-tokyo').state.deck))"
    assert python(installed, "-c", code).strip() in ("1", "2")  # one may lie in the market


def test_a_package_with_broken_cards_is_named_and_left_out(installed: dict[str, str], tmp_path: Path) -> None:
    """All of it: nobody wants half of an expansion."""
    good = (Path(__file__).parent / "night_shift.py").read_text(encoding="utf-8")
    (tmp_path / "night_shift.py").write_text(good + "\nraise RuntimeError('half of it is missing')")
    broken = {**installed, "PYTHONPATH": os.pathsep.join([str(tmp_path), installed["PYTHONPATH"]])}
    code = (
        "import dicecup; match = dicecup.new('king-of-tokyo'); print(len(match.state.deck + match.state.market));"
        "print(*dicecup.games.troubles())"
    )
    assert python(broken, "-c", code).splitlines() == [
        "66",
        "The cards of the package night-shift cannot be used: night_shift cannot be imported: RuntimeError: "
        "half of it is missing",
    ]


# --- what is done where the cards are installed ---


def levels() -> None:
    from dicecup.games.king_of_tokyo.cards.base import DECK
    from dicecup.players import make
    from dicecup.testing import check_player

    assert {*NEW} < {*DECK}
    for level, seats in (("easy", (2, 4, 6)), ("medium", (3,)), ("hard", (2, 5))):
        assert check_player("king-of-tokyo", partial(make, "king-of-tokyo", level), seats=seats, look=0.1) > 10


def references() -> None:
    from dicecup.players import make
    from dicecup.players import references as names
    from dicecup.testing import check_player

    for name in names("king-of-tokyo"):
        check_player("king-of-tokyo", partial(make, "king-of-tokyo", name), seats=(2, 5), look=0.1)


def positions() -> None:
    assert asked(games=25) >= {"dice", "buy", "card", "more rolls", "seed", "any", "probe", "copy", "react"}


def asked(games: int) -> set[str]:
    """Everybody is asked at many decisions, with the new cards and copies of them before the monsters."""
    from dicecup.games.king_of_tokyo import GAME
    from dicecup.games.king_of_tokyo.cards.base import CARDS
    from dicecup.games.king_of_tokyo.state import Held
    from dicecup.players import Advisor, RandomPlayer, forks, make
    from dicecup.players import references as names
    from dicecup.table import Checkpoint, Match, Secret
    from dicecup.training.king_of_tokyo.selfplay import new_match
    from tests.terminal.helpers import drawn

    random = np.random.default_rng(5)
    players = [
        make("king-of-tokyo", name, 3) for name in ("easy", "medium", "hard", *names("king-of-tokyo"), "additive")
    ]
    kinds: dict[str, int] = {}
    for game in range(games):
        seats = int(random.integers(2, 7))
        state = new_match(random, seats, mid_game=True).state.clone()
        state.phase, state.market, gone = "start", ["street-party", "night-shift", "casino"], {*NEW, "mimic"}
        for monster in state.monsters:
            monster.cards = [held for held in monster.cards if held.card not in gone]
            monster.energy += 8
        state.monsters[0].cards.append(Held(card="swiss-knife", paid=11))
        state.monsters[1].cards.append(
            Held(card="mimic", acts_as=("swiss-knife", "night-shift")[game % 2], paid=8)
        )
        held = {held.card for monster in state.monsters for held in monster.cards}
        state.deck, state.discard = [card for card in CARDS if card not in {*held, *state.market}], []
        GAME.check(state)
        match: Match[Any] = Match(GAME, Checkpoint(state, 0), Secret(seed=game))
        rest = RandomPlayer(game)
        for _ in range(120):
            ask = match.pending
            if ask is None:
                break
            view, fork = match.view(ask.seat), forks(match, ask.seat)
            if len(ask.options) > 1 and (kinds.setdefault(ask.kind, 0) < 8 or random.random() < 0.03):
                kinds[ask.kind] += 1
                assert len(GAME.picks(match.state, ask)) == len(ask.options)
                assert all(match.why_not(option) for option in GAME.greyed(match.state, ask))
                assert drawn(match)
                for player in players:
                    assert ask.find(player.decide(view, ask, fork)) is not None
                    if isinstance(player, Advisor):
                        found = player.advise(view, ask, fork)
                        assert all(one.reason for one in found)
            match.answer(rest.decide(view, ask, fork))
    return set(kinds)


def unknown_rules() -> None:
    """A house rule has a value that players were not written for: they go by what is left."""
    from dicecup.games.king_of_tokyo import KingOptions

    parse = KingOptions.parse.__func__  # type: ignore[attr-defined]

    def later(cls: type[KingOptions], given: dict[str, object]) -> KingOptions:
        options: KingOptions = parse(cls, {key: value for key, value in given.items() if key != "some day"})
        for name in ("bay", "enter", "virtual_claws", "fire_breathing", "burrowing", "bay_closing", "two_player"):
            object.__setattr__(options, name, "some day")
        return options

    KingOptions.parse = classmethod(later)  # type: ignore[method-assign,assignment]
    assert "dice" in asked(games=8)


def worker() -> None:
    """The server's: decisions, hints and chances."""
    import dicecup
    from dicecup.server.worker import Worker

    match = dicecup.new("king-of-tokyo", seats=3, seed=4, start="seat-order")
    while match.pending is None or match.pending.kind != "buy":
        assert match.pending is not None
        match.answer(match.pending.options[0])
    for level in ("easy", "medium", "hard"):
        for what in ("decide", "advise"):
            out = io.StringIO()
            question = {"what": what, "match": match.fork(0).brief(), "level": level, "seed": 1}
            Worker(out).answer(json.dumps(question))
            reply = json.loads(out.getvalue().splitlines()[-1])
            assert "error" not in reply, reply


def training() -> None:
    """It goes on from weights that were made without the new cards, and learns what they are worth."""
    from dicecup.games.king_of_tokyo.cards.base import CARDS, DECK
    from dicecup.players.king_of_tokyo.cards import NUMBER
    from dicecup.players.king_of_tokyo.judge import Judge
    from dicecup.players.king_of_tokyo.weights import packed, shipped, unpacked
    from dicecup.training.king_of_tokyo.learner import Learner
    from dicecup.training.king_of_tokyo.samples import packs
    from dicecup.training.king_of_tokyo.selfplay import SelfPlay

    network = shipped()[2]
    assert network.cards == tuple(NUMBER)
    new = network.cards.index("night-shift")
    peers = [card for card in CARDS if DECK[card].keep and DECK[card].cost == 4 and card not in NEW]
    rows = network.weights["market"][[network.cards.index(card) for card in peers]]
    np.testing.assert_allclose(network.weights["market"][new], rows.mean(axis=0), rtol=1e-5)
    learner, before = Learner(network), {name: array.copy() for name, array in network.weights.items()}
    found = {}
    for seed in range(40):
        found = packs(SelfPlay(Judge(shipped()), seed).rows(trace=0.8))
        if 2 in found and (found[2]["market"] == new).any():
            break
    learner.learn(found[2], 5, 64, 1e-2, np.random.default_rng(1))
    assert not np.array_equal(before["market"][new], learner.network.weights["market"][new])
    again = unpacked(packed({2: learner.network}))[2]
    assert again.cards == tuple(NUMBER)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
    print("all is well")
