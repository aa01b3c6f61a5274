"""Reasons that compare: every number in them is worked out once more, in another way."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

import pytest

import dicecup
from dicecup.games.deadwood.data import PRICES
from dicecup.games.yahtzee.scoring import INDEX, TITLES
from dicecup.players import Advice, forks, make, play
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.king_of_tokyo.reasons import percent
from dicecup.players.king_of_tokyo.stakes import stakes
from dicecup.table import Ask, Match
from tests.players.king_of_tokyo.tables import advice, begun, rolled, table

# --- King of Tokyo ---


def _bring(dice: tuple[int, ...], *, outside: bool) -> dict[str, int]:
    """What six dice bring a monster without cards, by the rules as they stand on the box."""
    stars = sum(face + dice.count(face) - 3 for face in (1, 2, 3) if dice.count(face) >= 3)
    hearts = dice.count(4) if outside else 0
    return {"stars": stars, "hearts": hearts, "energy": dice.count(5), "damage": dice.count(6)}


def test_what_one_keep_brings_more_than_another_is_the_mean_over_all_dice() -> None:
    """With one roll to come, and nobody in Tokyo who could fall."""
    checked = 0
    for shown in ((2, 2, 5, 6, 1, 3), (3, 3, 4, 5, 6, 1), (5, 5, 1, 1, 4, 6), (1, 2, 3, 4, 5, 6)):
        state = table(3)
        state.monsters[1].place = "city"
        for monster in state.monsters:
            monster.hearts = 4 if monster is state.monsters[0] else 10
        best = advice(Hard(), rolled(state, *shown, rolls_left=1))[0]
        _, _, traded = best.reason.partition("; instead of ")
        if not traded:
            continue
        rival = _named(traded.partition(":")[0], shown)
        mine = [shown[int(slot)] for slot in best.option[1:]]
        gaps = dict.fromkeys(("stars", "hearts", "energy", "damage"), 0.0)
        for kept, sign in ((mine, 1), (rival, -1)):
            many = 6 - len(kept)
            for more in product(range(1, 7), repeat=many):
                for what, much in _bring((*kept, *more), outside=True).items():
                    gaps[what] += sign * much / 6**many
        if len(state.monsters) and (told := re.findall(r"([+-]\d+\.\d) (\w+)", traded)):
            for much, what in told:
                assert gaps[what] == pytest.approx(float(much), abs=0.06), best.reason
                checked += 1
    assert checked >= 3


def test_dice_are_told_beside_what_would_have_brought_more_of_something() -> None:
    """Two 3s beside two 3s and a lone 2 teach nobody anything."""
    told = [
        traded
        for seed in range(3)
        for found in _decisions("king-of-tokyo", "dice", seed)
        if (traded := found[0].reason.partition("; instead of ")[2]) and not traded.startswith("stopping")
    ]
    assert len(told) > 100
    assert sum("-" in traded for traded in told) > 0.88 * len(told)


def _named(words: str, shown: tuple[int, ...]) -> list[int]:
    """The dice that words such as "the claw and the two 2s" mean."""
    if words in ("stopping", "rolling everything"):
        return list(shown) if words == "stopping" else []
    names = {"claw": 6, "energy": 5, "heart": 4, "3": 3, "2": 2, "1": 1}
    found: list[int] = []
    for part in re.split(r", | and ", words):
        many, name = re.fullmatch(r"the (?:(two|three|four|five) )?(\w+?)s?", part).groups()  # type: ignore[union-attr]
        found += [names[name]] * {None: 1, "two": 2, "three": 3, "four": 4, "five": 5}[many]
    return found


def _asked_to_yield(hearts: int, seats: int = 3) -> Match[Any]:
    """By seat 0; all others roll before seat 1 does."""
    state = table(seats)
    state.monsters[1].hearts, state.monsters[1].place = hearts + 1, "city"
    state.order, state.active = [0, *range(2, seats), 1], 0
    state.phase, state.dice = "resolve", [6, 1, 1, 2, 5, 5]
    return begun(state)


@pytest.mark.parametrize("hearts", [1, 2])
def test_how_often_the_next_one_knocks_one_out_is_what_happens(hearts: int) -> None:
    """In many turns of Hard, with the engine's dice."""
    mind, match = Hard(), _asked_to_yield(hearts)
    ask = match.pending
    assert ask is not None
    assert ask.kind == "yield"
    found = stakes(mind.mind, ask, partial(match.fork, ask.seat))
    said = next(each for option, each in found.items() if option[0] == "stay")
    assert said.roller == 2
    assert next(each for option, each in found.items() if option[0] == "yield").falls == 0
    games, fell = 150, 0
    for seed in range(games):
        way = match.fork(ask.seat, seed)
        way.answer("stay")
        while way.pending is not None and not (way.state.active == 2 and way.state.turn > match.state.turn):
            way.answer("done" if way.pending.find("done") else way.pending.options[0])
        while way.pending is not None and way.state.active == 2 and way.pending.kind in ("roll", "dice"):
            asked = way.pending
            way.answer(mind.decide(way.view(2), asked, forks(way, 2)))
        fell += way.state.monsters[1].hearts <= 0
    error = (said.falls * (1 - said.falls) / games) ** 0.5
    assert abs(fell / games - said.falls) < 4 * error + 0.01
    assert 0.01 < said.falls < 0.9


def test_the_danger_until_ones_next_turn_is_that_of_all_who_roll_before() -> None:
    """Only that of the next one was told, and two rolled before one's turn."""
    mind, match = Hard(), _asked_to_yield(4, seats=4)
    ask = match.pending
    assert ask is not None
    found = stakes(mind.mind, ask, partial(match.fork, ask.seat))
    said = next(each for option, each in found.items() if option[0] == "stay")
    gone = next(each for option, each in found.items() if option[0] == "yield")
    assert (said.roller, said.rollers) == (2, 2)
    assert (gone.falls, gone.in_all) == (0, 0)
    assert said.in_all > 2 * said.falls, "what both do adds up"
    games, fell = 100, 0
    for seed in range(games):
        way = match.fork(ask.seat, seed)
        way.answer("stay")
        while way.pending is not None and way.state.active != 1 and way.state.monsters[1].hearts > 0:
            asked = way.pending
            if asked.kind in ("roll", "dice"):
                way.answer(mind.decide(way.view(asked.seat), asked, forks(way, asked.seat)))
            else:  # nobody buys, and whoever is in Tokyo stays
                way.answer(next((one for one in asked.options if one[0] in ("stay", "done")), asked.options[0]))
        fell += way.state.monsters[1].hearts <= 0
    error = (said.in_all * (1 - said.in_all) / games) ** 0.5
    assert abs(fell / games - said.in_all) < 4 * error + 0.01


def test_nobody_can_take_the_danger_of_one_for_that_of_all() -> None:
    match = _asked_to_yield(3, seats=4)
    ask = match.pending
    assert ask is not None
    mind = Hard()
    found = stakes(mind.mind, ask, partial(match.fork, ask.seat))
    [stay] = [each for option, each in found.items() if option[0] == "stay"]
    told = {one.option[0]: one.reason for one in advice(mind, match)}
    both = f"({percent(stay.falls)} to {match.names[2]} next)"
    assert f"{percent(stay.in_all)} to fall before rolling again {both}" in told["stay"]
    assert told["yield"].startswith("leave Tokyo: 3 hearts left, safe until rolling again, and ")
    if ";" in told["yield"]:
        assert told["yield"].endswith(f"; staying: {percent(stay.in_all)} to fall by then {both}")


def test_a_reason_for_staying_tells_what_was_counted() -> None:
    match = _asked_to_yield(2)
    ask = match.pending
    assert ask is not None
    mind = Hard()
    found = stakes(mind.mind, ask, partial(match.fork, ask.seat))
    told = {one.option: one.reason for one in advice(mind, match)}
    names = match.names
    for option, each in found.items():
        assert f"{each.hearts} hearts left" in told[option]
        danger = f"{percent(each.falls)} to fall to {names[2]} next" if each.falls else "safe until rolling again"
        assert danger in told[option]
        assert "your" not in told[option], "a monster says it of itself"
    gone = match.fork(ask.seat, 1)
    stars = gone.state.monsters[0].stars
    gone.answer("yield")
    assert gone.state.monsters[0].stars - stars == 1
    assert f"{names[0]} gets 1 star" in told[next(option for option in found if option[0] == "yield")]


@pytest.mark.parametrize("hearts", [6, 9])
def test_a_danger_that_is_the_same_either_way_is_no_reason(hearts: int) -> None:
    match = _asked_to_yield(hearts)
    best, other = advice(Hard(), match)
    assert "to fall" not in best.reason + other.reason
    [less] = re.findall(r"(?:staying|leaving): .*?([\d.]+)% less to win$", best.reason)
    assert float(less) == pytest.approx(100 * other.loss, abs=0.51)


def test_what_cards_bring_is_the_difference_of_the_values_that_are_told() -> None:
    for seed in range(2):
        for found in _decisions("king-of-tokyo", "buy", seed):
            values = {one.option: one.value for one in found}
            idle = next(value for option, value in values.items() if option[0] == "done")
            for one in found:
                order = sorted(values.values(), reverse=True)
                parts = one.reason.split("; the next best: ")
                for part, value in zip(parts, [one.value, *order[1:]], strict=False):
                    if said := re.search(r"\+([\d.]+)% to win$", part):
                        used = max(value for option, value in values.items() if option[0] != "done")
                        rest = used if part.startswith("save") else idle
                        assert 100 * (value - rest) == pytest.approx(float(said[1]), abs=0.51)


# --- Deadwood ---


@cache
def _turns(budget: int, shots: int, chips: int) -> float:
    """The fewest own turns for a scene, by trying the best of both again and again."""
    values = {(left, more): 0.0 if not left else 99.0 for left in range(shots + 1) for more in range(budget)}
    for _ in range(400):
        for (left, more), _old in list(values.items()):
            if left:
                p = min(6, 7 - budget + more) / 6
                act = 1 + p * values[left - 1, more] + (1 - p) * values[left, more]
                values[left, more] = min(act, 1 + values[left, more + 1] if more + 1 < budget else act)
    return values[shots, chips]


def test_turns_to_come_are_those_of_another_calculation() -> None:
    seen = 0
    for found in _decisions("deadwood", "work", 3):
        for one in found:
            numbers = re.search(r"done in ([\d.]+) turns on average, ([\d.]+) (with|by)", one.reason)
            if numbers is None:
                continue
            first, second = float(numbers[1]), float(numbers[2])
            acting, practising = (first, second) if one.option.verb == "act" else (second, first)
            budget, shots, chips = found.where
            p = Fraction(min(6, 7 - budget + chips), 6)
            assert acting == pytest.approx(float(1 / p) + _turns(budget, shots - 1, chips), abs=0.051)
            assert practising == pytest.approx(1 + _turns(budget, shots, chips + 1), abs=0.051)
            seen += 1
    assert seen > 20


def test_an_extra_is_told_what_a_flop_brings() -> None:
    """Else "50% to succeed; done in 6.0 turns, 5.5 with a rehearsal first" speaks for the other choice."""
    seen = set()
    for seed in (3, 4):
        for found in _decisions("deadwood", "work", seed):
            for one in found:
                if one.option.verb == "act":
                    assert ("$1 even for a flop" in one.reason) == found.extra, one.reason
                    seen.add(found.extra)
    assert seen == {True, False}


def test_a_rank_counts_five_points_for_each_step_and_what_it_costs() -> None:
    for found in _decisions("deadwood", "turn", 3):
        for one in found:
            if one.option.verb == "upgrade":
                points, price = re.search(r"(\d+) points at the end, for .* count (\d+)$", one.reason).groups()  # type: ignore[union-attr]
                rank = int(one.option.args[0])
                assert int(points) % 5 == 0
                assert int(price) in (PRICES[rank].dollars, PRICES[rank].credits)


# --- Yahtzee ---


def test_a_box_now_is_told_with_its_points() -> None:
    told = 0
    for seed in range(2):
        match = dicecup.new("yahtzee", seats=1, seed=seed)
        player: Any = make("yahtzee", "hard")
        while (ask := match.pending) is not None:
            view: Any = match.view(ask.seat)
            best = player.advise(view, ask, forks(match, ask.seat))[0]
            if said := re.search(r"(\d+) points? in ([\w ]+) now", best.reason):
                box = next(each for each in INDEX if TITLES[INDEX[each]] == said[2])
                assert int(said[1]) == view.preview()[box]
                told += 1
            match.answer(best.option)
    assert told > 3


@pytest.mark.parametrize(("seats", "seed"), [(1, 0), (1, 1), (2, 1), (3, 2)])
def test_a_box_is_told_beside_the_one_that_tempts(seats: int, seed: int) -> None:
    """That is the one with most points now; of boxes without points only the one to choose is missed least."""
    told = 0
    match = dicecup.new("yahtzee", seats=seats, seed=seed)
    player: Any = make("yahtzee", "hard")
    while (ask := match.pending) is not None:
        view: Any = match.view(ask.seat)
        best, *others = player.advise(view, ask, forks(match, ask.seat))
        assert "miss least" not in "".join(one.reason for one in others)
        if best.option.verb == "fill" and others and not view.rolls_left:
            points, loss = view.preview(), {str(one.option.args[0]): one.loss for one in others}
            mine = points[best.option.args[0]]
            assert ("miss least" in best.reason) == (mine == 0)
            most = max(loss, key=lambda box: points[box])
            said = re.search(
                r"; in ([\w ]+): (\d+) points?, ([\d.]+)(%?) less (?:to win|in the end)$", best.reason
            )
            if said:
                box = next(each for each in INDEX if TITLES[INDEX[each]] == said[1])
                assert int(said[2]) == points[box]
                lost = 100 * loss[box] if said[4] else loss[box]
                assert float(said[3]) == pytest.approx(lost, abs=0.051 if "." in said[3] else 0.51)
                assert best.reason.startswith(f"{mine} point") or "miss least" in best.reason
                assert points[box] == points[most] or points[most] <= mine
                told += 1
            else:
                assert points[most] <= mine or loss[most] < 0.06
        match.answer(best.option)
    assert told > 3


class _Found(list[Advice]):
    """Advice, and for an actor at work the budget, shots and chips."""

    where: tuple[int, int, int] = (0, 0, 0)
    extra: bool = False


def _decisions(game: str, kind: str, seed: int) -> Iterator[_Found]:
    """What Hard says at decisions of this kind, in a game of easy players."""
    mind: Any = make(game, "hard", 1)
    found: list[_Found] = []

    def watch(match: Match[Any], ask: Ask) -> None:
        if ask.kind != kind:
            return
        here = _Found(mind.advise(match.view(ask.seat), ask, forks(match, ask.seat)))
        view: Any = match.view(ask.seat)
        if kind == "work":
            actor = view.actors[ask.seat]
            here.where = (view.scene(actor.area).budget, view.shots[actor.area], actor.chips)
            here.extra = actor.on == "set"
        found.append(here)

    play(dicecup.new(game, seats=3, seed=seed), [make(game, "easy", seat) for seat in range(3)], watch)
    yield from found
