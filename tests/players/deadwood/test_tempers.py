"""Actors with a temper: each is somebody to be known by what he does, and nobody is silly."""

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import Floats, Ints
from dicecup.games.deadwood.data import OFFICE
from dicecup.players import Advice, make, play
from dicecup.players.deadwood import rollouts
from dicecup.players.deadwood.hard import Hard
from dicecup.players.deadwood.master import Master
from dicecup.players.deadwood.tempers import LIKINGS, TEMPERS
from dicecup.players.readiness import NO_NUMBA
from dicecup.players.tempers import Tempered
from dicecup.table import Match
from dicecup.testing import Scripted
from tests.players.deadwood.walks import advised, walk
from tests.scenarios.deadwood.lot import DOLL, GUM, LAW, MAGGIE, PAIL, actor, table


class Indifferent(Hard):
    """Somebody to whom everything is worth the same, so that taste alone decides."""

    def _judge(self, row: list[int], ends: Ints) -> Floats:
        return np.full(len(ends), 0.5)


class Idle(Hard):
    """Somebody who would rather have no role."""

    def _judge(self, row: list[int], ends: Ints) -> Floats:
        working = ends[:, rows.ACTOR + rows.FIELDS * row[rows.ACTIVE] + rows.ROLE] != rows.NONE
        return np.where(working, 0.49, 0.5)


class Recalling(Hard):
    """Hard, that many ask about the same position."""

    _said: tuple[Any, list[Advice]] | None = None

    def advise(self, view: Any, ask: Any, fork: Any) -> list[Advice]:
        if self._said is None or self._said[0] is not ask:
            self._said = ask, super().advise(view, ask, fork)
        return self._said[1]


def tempered(temper: str, level: Hard | None = None) -> Tempered:
    player = TEMPERS.make(lambda _: level or Indifferent(care=0.0), temper, 1)
    assert isinstance(player, Tempered)
    return player


def asked(player: Any, match: Match[Any]) -> Advice:
    """What it does, with its reason."""
    return advised(player, match)[0]


# --- what draws whom where ---


def two_ways(area: str = "trailers", **more: Any) -> Scripted:
    """A step from the Trailers is the Hotel, with a role on the card, and Main Street, with one on the set."""
    return table(
        actor(area, **more),
        actor("church"),
        scenes={"main-street": GUM, "hotel": DOLL},
        wrapped=("saloon", "church", "jail", "general-store", "train-station", "ranch", "secret-hideout", "bank"),
    )


def test_a_hunter_walks_to_a_card_and_an_extra_to_a_set() -> None:
    match = two_ways().match
    hunter, extra = asked(tempered("hunter"), match), asked(tempered("extra"), match)
    assert hunter.option == ("move", "hotel")
    assert hunter.reason.startswith("for Sleeping Man at the Hotel: ")
    assert hunter.reason.endswith("– a star belongs on the card"), "it has decided"
    assert extra.option == ("move", "main-street")
    assert extra.reason.startswith("for Railroad Worker at Main Street: ")


def test_a_hunter_passes_by_what_is_no_star_and_says_what_waits_further_on() -> None:
    match = two_ways("main-street").match
    assert asked(tempered("extra"), match).option[0] == "take"
    hunter = asked(tempered("hunter"), match)
    assert hunter.option == ("move", "trailers")
    assert hunter.reason.startswith("for Sleeping Man at the Hotel, a turn later: ")
    assert hunter.said.startswith("I am on my way to the Hotel, to play Sleeping Man.")


def test_a_hunter_who_plays_an_extra_for_the_money_does_not_speak_of_stars() -> None:
    match = table(
        actor("main-street"),
        actor("church"),
        scenes={"main-street": MAGGIE, "hotel": PAIL},
        wrapped=("saloon", "church", "jail", "general-store", "train-station", "ranch", "secret-hideout", "bank"),
    ).match
    assert asked(Idle(care=0.0), match).option[0] != "take", "the level would not"
    hunter, gambler = (asked(tempered(temper, Idle(care=0.0)), match) for temper in ("hunter", "gambler"))
    assert hunter.option == gambler.option
    assert hunter.option[:2] == ("take", "set")
    assert "star" not in f"{hunter.reason} {hunter.said}"
    assert gambler.reason.endswith("– nothing ventured, nothing gained"), "it has decided"


def test_whoever_has_moved_waits_for_what_he_likes_and_says_so() -> None:
    match = two_ways().match
    match.answer(("move", "main-street"))
    hunter = asked(tempered("hunter"), match)
    assert hunter.option == ("end",)
    assert hunter.reason.startswith("wait for Sleeping Man at the Hotel: ")
    assert hunter.said.startswith("That is all for this turn; next comes Sleeping Man at the Hotel.")


def test_a_climber_walks_to_the_office_when_a_rank_can_be_had() -> None:
    rich, poor = two_ways("jail", dollars=4).match, two_ways("jail", dollars=3).match
    assert asked(tempered("climber"), rich).option == ("move", "train-station")
    assert asked(tempered("climber"), poor).option == ("move", "main-street"), "where there is work"
    again = two_ways("train-station", dollars=4).match
    climber = asked(tempered("climber"), again)
    assert (climber.option, climber.reason) == (("move", OFFICE), "for rank 2 – one has to move up")
    again.answer(climber.option)
    assert asked(tempered("climber"), again).option[0] == "upgrade"


def test_a_perfectionist_looks_for_long_scenes() -> None:
    """There is more to get right where more is left to be shot."""
    for shots, there in ((1, "main-street"), (3, "hotel")):
        match = table(
            actor("trailers"),
            actor("church"),
            scenes={"main-street": DOLL, "hotel": LAW},
            shots={"hotel": shots, "main-street": 2},
            wrapped=(
                *("saloon", "church", "jail", "general-store"),
                *("train-station", "ranch", "secret-hideout", "bank"),
            ),
        ).match
        assert asked(tempered("perfectionist"), match).option == ("move", there)


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_where_a_temper_has_not_decided_the_level_speaks(level: str) -> None:
    match = two_ways().match
    plain = asked(make("deadwood", level, 1), match)
    for temper in LIKINGS:
        mine = asked(make("deadwood", f"{level}-{temper}", 1), match)
        if mine.option == plain.option:
            assert mine.reason.startswith(plain.reason)


def test_a_master_has_a_temper_and_still_says_that_he_plays_as_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "possible", lambda: False)
    monkeypatch.setattr(Master, "_judge", Indifferent._judge)
    found = asked(tempered("hunter", Master(1, care=0.0)), two_ways().match)
    assert found.option == ("move", "hotel")
    assert found.reason.startswith("for Sleeping Man at the Hotel: ")
    assert found.reason.endswith(" – a star belongs on the card")
    assert found.aloud == f"{found.said} I play as Hard for now: {NO_NUMBA}."
    assert re.search(r"Sleeping Man.*\. A star belongs on the card\.$", found.said)


# --- what they do in whole games ---


def test_every_temper_makes_choices_of_its_own_and_not_too_many() -> None:
    """In the same positions, as Hard comes to them: what would each have done?"""
    hard = Recalling()
    minds = {temper: tempered(temper, hard) for temper in LIKINGS}
    chosen: dict[str, Counter[str]] = {temper: Counter() for temper in ("plain", *LIKINGS)}
    count, other = 0, Counter[str]()
    for seed in range(3):
        match = dicecup.new("deadwood", seats=3, seed=seed, start="seat-order")
        while True:
            match.answer_forced()
            if match.pending is None:
                break
            plain = asked(hard, match)
            count += 1
            for temper, mind in (("plain", hard), *minds.items()):
                option = asked(mind, match).option if temper != "plain" else plain.option
                other[temper] += option != plain.option
                chosen[temper][f"{option[0]} {option[1]}" if option[0] == "take" else str(option[0])] += 1
            match.answer(plain.option)
    assert count > 400
    for temper in LIKINGS:
        assert 0.01 < other[temper] / count < 0.1, temper
    assert chosen["hunter"]["take card"] > chosen["plain"]["take card"] > chosen["extra"]["take card"]
    assert chosen["extra"]["take set"] > chosen["plain"]["take set"] > chosen["hunter"]["take set"]
    assert chosen["climber"]["upgrade"] > chosen["plain"]["upgrade"]
    assert chosen["perfectionist"]["rehearse"] > chosen["plain"]["rehearse"] > chosen["gambler"]["rehearse"]


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_nobody_walks_to_and_fro_and_everybody_does_what_a_move_was_for(level: str) -> None:
    """All five at one table. A card that was turned up is a reason to turn back; else it looks silly."""
    minds = [make("deadwood", f"{level}-{temper}", seat) for seat, temper in enumerate(LIKINGS)]
    found = walk(minds, seed=3)
    assert found.kept > 10
    assert found.stood <= 1
    assert found.back <= found.moves / 20


@pytest.mark.thorough
def test_one_knows_them_by_their_games() -> None:
    done: dict[str, Counter[str]] = {}
    for temper in ("plain", *LIKINGS):
        done[temper] = Counter()
        for seed in range(8):
            match = dicecup.new("deadwood", seats=2, seed=seed)
            play(match, [make("deadwood", f"hard-{temper}", seat) for seat in range(2)])
            for event in match.events:
                done[temper][f"takes {event.data['on']}" if event.kind == "takes" else event.kind] += 1

    def stars(temper: str) -> float:
        return done[temper]["takes card"] / (done[temper]["takes card"] + done[temper]["takes set"])

    assert stars("extra") < stars("plain") - 0.03
    assert stars("hunter") > stars("extra") + 0.05, "Hard itself goes for nearly every star that is worth it"
    assert done["perfectionist"]["rehearses"] > done["plain"]["rehearses"] > done["gambler"]["rehearses"]
