"""What a later release may add, or say differently, without breaking a paper: each is really done here.

docs/compatibility.md is the promise, and this is how it is kept.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

import dicecup
from dicecup import games
from dicecup.games.deadwood.data import SCENES
from dicecup.games.deadwood.game import Deadwood
from dicecup.games.king_of_tokyo.cards import base
from dicecup.games.king_of_tokyo.game import KingOfTokyo
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import KingState
from dicecup.games.yahtzee import rules as yahtzee_rules
from dicecup.games.yahtzee.game import Yahtzee
from dicecup.games.yahtzee.state import YahtzeeState
from dicecup.games.yahtzee.view import YahtzeeView, view
from dicecup.server.rebuild import rebuild
from dicecup.table import Ask, Changed, Game, Match, Option, SaveError, papers, retrace, setting, verify
from dicecup.table.state import Play
from tests.log_hashes import compiled
from tests.papers import boxes
from tests.papers.boxes import RELEASES, Paper
from tests.papers.make import stands
from tests.papers.test_releases import to_the_end

pytestmark = pytest.mark.parametrize("release", RELEASES)


def some(release: str, game: Game[Any], kind: str) -> list[Paper]:
    """Some papers of a game: the quickest to read."""
    found = [paper for paper in boxes.papers(release, kind) if paper.facts["game"] == game.name]
    return sorted(found, key=lambda paper: len(paper.text))[:4]


def goes_on(release: str, game: Game[Any]) -> list[Match[Any]]:
    """Old saves of a game are loaded by a version that plays `game`, and played to the end."""
    ended = []
    for _, text, facts in some(release, game, "save"):
        match = retrace.load(text, lambda _: game)
        assert not match.notice
        assert stands(match).items() <= facts.items()
        again = retrace.load(match.save(), lambda _: game)
        assert not again.notice
        assert again.save() == match.save(), "and what this version writes it reads"
        ended.append(to_the_end(match))
        assert verify.verify(match.save(), lambda _: game).ordinary_start == ("by_hand" not in facts)
    return ended


def verdicts(release: str, game: Game[Any]) -> list[verify.Verdict]:
    """Old records of a game are verified by a version that plays `game`."""
    found = [paper for paper in some(release, game, "record") if paper.finished]
    checked = [verify.verify(paper.text, lambda _: game) for paper in found]
    assert checked
    assert all(one.ordinary_start for one in checked)
    for paper, one in zip(found, checked, strict=True):
        assert stands(one.match).items() <= paper.facts.items()
    return checked


def as_stored(paper: Paper) -> tuple[str, list[str]]:
    """A save as a server of that release would have it: as it was in the beginning, and a row for each entry."""
    body = papers.unwrap(paper.text, papers.SAVE)[1]
    first = papers.unwrap(next(retrace.again(dicecup.load(paper.text))).save(), papers.SAVE)[1]
    known = len(first["log"])
    start = {**body, "log": body["log"][:known], "snapshot": first["snapshot"]}
    return papers.wrap(papers.SAVE, start), [json.dumps(entry) for entry in body["log"][known:]]


# --- cards ---


@pytest.fixture
def night_shift() -> Iterator[str]:
    """A new card, as a package would bring it."""

    class NightShift(base.Card):
        name, cost = "Night Shift", 4
        text = "You roll one more die."

        def dice(self, state: KingState, seat: int, held: Any) -> int:
            return 1

    yield "night-shift"
    for known in (base.DECK, base.CALLED):
        known.pop("night-shift")
    base.CARDS.remove("night-shift")


def test_a_new_card_is_in_new_games_and_not_in_old_ones(release: str, night_shift: str) -> None:
    game = KingOfTokyo()
    for match in goes_on(release, game):
        assert night_shift not in json.dumps(match.state.to_json())
    for verdict in verdicts(release, game):
        assert ("cards" in verdict.grown) == verdict.match.state.options.cards
    assert night_shift in dicecup.new("king-of-tokyo", seats=2).origin.start.state.deck


def test_a_position_with_other_cards_than_the_game_began_with_is_not_played(
    release: str, night_shift: str
) -> None:
    paper = next(paper for paper in boxes.papers(release, "save") if paper.name == "king-of-tokyo-4-mid.save.json")
    body = papers.unwrap(paper.text, papers.SAVE)[1]
    cards = body["snapshot"]["state"]["deck"]
    body["snapshot"]["state"]["deck"] = sorted([*cards, night_shift])
    with pytest.raises(SaveError, match="the game began with other cards"):
        dicecup.load(papers.wrap(papers.SAVE, body))
    body["snapshot"]["state"]["deck"] = sorted([*cards[1:], night_shift])
    with pytest.raises(SaveError, match="the game began with other cards"):
        dicecup.load(papers.wrap(papers.SAVE, body))


def test_a_card_that_is_gone_is_named(release: str, night_shift: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert release
    text = dicecup.new("king-of-tokyo", seats=2, seed=1).save()
    gone = "There is no card 'night-shift' here: whatever brought it is not installed"
    with monkeypatch.context() as patch:
        patch.delitem(base.DECK, night_shift)
        with pytest.raises(SaveError, match=gone):
            dicecup.load(text)


def test_a_card_with_another_name_is_the_same_card(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for card in base.DECK.values():
        monkeypatch.setattr(type(card), "name", f"Great {card.name.removeprefix('Great ')}")
    game = KingOfTokyo()
    goes_on(release, game)
    assert any(verdict.reworded for verdict in verdicts(release, game))


def test_a_new_scene_is_in_new_games_and_not_in_old_ones(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, scene = next(iter(SCENES.items()))
    monkeypatch.setitem(SCENES, "zombies", replace(scene, title="Zombies"))
    game = Deadwood()
    for match in goes_on(release, game):
        assert "zombies" not in match.state.unseen
        assert name in [*match.state.unseen, *match.state.out, *match.state.scenes.values()]
    assert all("cards" in verdict.grown for verdict in verdicts(release, game))


# --- house rules ---


@dataclass(frozen=True, slots=True, kw_only=True)
class NewOptions(KingOptions):
    curfew: bool = setting(False, "curfew", says={False: "Monsters stay up.", True: "Monsters go to bed."})
    weather: Literal["fair", "rain"] = setting("fair", "the weather")


@dataclass(slots=True, kw_only=True)
class NewKingState(KingState):
    options: NewOptions


class NewKing(KingOfTokyo):
    options = NewOptions
    state = NewKingState  # type: ignore[assignment]

    def setup(self, names: tuple[str, ...], options: Any, carry: Any = None) -> KingState:
        old = super().setup(names, options, carry)
        return NewKingState(**{name: getattr(old, name) for name in KingState.__dataclass_fields__})


def test_a_new_house_rule_is_as_usual_in_old_games(release: str) -> None:
    game = NewKing()
    for match in goes_on(release, game):
        assert (match.state.options.curfew, match.state.options.weather) == (False, "fair")
        assert "curfew" not in match.state.options.unusual()
    assert all("house rules" in verdict.grown for verdict in verdicts(release, game))


def test_a_server_goes_on_with_a_new_house_rule(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _: NewKing())
    for paper in some(release, NewKing(), "save"):
        match, fits = rebuild(*as_stored(paper))
        assert fits
        assert not match.notice
        assert stands(match).items() <= paper.facts.items()


# --- fields ---


@dataclass(slots=True, kw_only=True)
class NewYahtzeeState(YahtzeeState):
    held: int = 0  # dice held in this game: old papers do not know, and the rules count from the beginning


async def choose(play: Play[Any]) -> None:
    before = play.state.rolls
    await yahtzee_rules.choose(play)
    play.state.held += play.state.rolls > before


COUNTING = {**yahtzee_rules.PHASES, "choose": choose}


class NewYahtzee(Yahtzee):
    state = NewYahtzeeState
    phases = COUNTING

    def setup(self, names: tuple[str, ...], options: Any, carry: Any = None) -> YahtzeeState:
        old = super().setup(names, options, carry)
        return NewYahtzeeState(**{name: getattr(old, name) for name in YahtzeeState.__dataclass_fields__})


def test_a_new_field_of_the_state_is_worked_out_by_playing_again(release: str) -> None:
    assert any(match.state.held for match in goes_on(release, NewYahtzee()))
    verdicts(release, NewYahtzee())


def test_what_is_derived_is_not_believed(release: str) -> None:
    """Older versions wrote down which hooks the cards of a monster have, numbered as they were then."""
    for _, text, facts in some(release, KingOfTokyo(), "save"):
        body = papers.unwrap(text, papers.SAVE)[1]
        for part in ("start", "snapshot"):
            for monster in body[part]["state"]["monsters"]:
                assert "hooks" in monster
                monster["hooks"] = 12345
        match = dicecup.load(papers.wrap(papers.SAVE, body))
        assert not match.notice
        assert stands(match).items() <= facts.items()
        assert "hooks" not in match.save()


# --- what is told and shown ---


@pytest.mark.skipif(compiled(), reason="compiled rules tell what happens without a look at what Python put there")
def test_more_in_events_and_more_events(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tell = Play.tell

    def tell_more(self: Play[Any], kind: str, **data: Any) -> None:
        if kind == "filled":
            tell(self, "cheer", seat=data["seat"])
            data["loud"] = True
        tell(self, kind, **data)

    cheering = {**Yahtzee.phrases, "cheer": lambda data, names: f"{names[data['seat']]} cheers."}

    class Loud(Yahtzee):
        phrases = cheering

    usual = [verdict.grown for verdict in verdicts(release, Yahtzee())]
    monkeypatch.setattr(Play, "tell", tell_more)
    goes_on(release, Loud())
    assert "events" not in {word for grown in usual for word in grown}
    assert all("events" in verdict.grown for verdict in verdicts(release, Loud()))


def test_other_sentences(release: str) -> None:
    class Terse(Yahtzee):
        phrases = dict.fromkeys(Yahtzee.phrases, lambda data, names: "Something happens.")
        title = "Five Dice"

    goes_on(release, Terse())
    for verdict in verdicts(release, Terse()):
        assert verdict.words == ("reworded",)


def test_a_view_that_shows_more(release: str) -> None:
    @dataclass(slots=True, kw_only=True)
    class Wider(YahtzeeView):
        left: int = 0

    class Shown(Yahtzee):
        def view(self, state: YahtzeeState, seat: int | None) -> YahtzeeView:
            old = view(state, seat)
            return Wider(**{name: getattr(old, name) for name in YahtzeeView.__dataclass_fields__})

    goes_on(release, Shown())
    for verdict in verdicts(release, Shown()):
        assert verdict.words == ("reworded",)


# --- rules that decide otherwise ---


async def ask_twice(play: Play[Any]) -> None:
    state = play.state
    await Ask(state.current, "sure", (Option("yes"), Option("no")), "Sure?")
    await yahtzee_rules.roll(play)


DOUBTING = {**yahtzee_rules.PHASES, "roll": ask_twice}


async def one_more_point(play: Play[Any]) -> None:
    state, turn, seat = play.state, play.state.turn, play.state.current
    await yahtzee_rules.choose(play)
    if state.turn > turn:
        state.sheets[seat].boxes[-1] += state.sheets[seat].boxes[-1] > 0


@pytest.mark.parametrize("phases", [{"roll": ask_twice}, {"choose": one_more_point}], ids=["questions", "points"])
def test_when_the_rules_decide_otherwise_play_goes_on_from_the_saved_position_and_says_so(
    release: str, phases: dict[str, Any]
) -> None:
    class Other(Yahtzee):
        pass

    Other.phases = {**yahtzee_rules.PHASES, **phases}
    found = [paper for paper in boxes.papers(release, "save") if paper.name == "yahtzee-4-mid.save.json"]
    match = retrace.load(found[0].text, lambda _: Other())
    assert match.notice.startswith("The rules have changed since this game was saved.")
    assert match.state.turn == found[0].facts["turn"]
    assert list(match.game.scores(match.state)) == found[0].facts["scores"]
    verdict = verify.verify(to_the_end(match).record(), lambda _: Other())
    assert verdict.words == ("changed",)
    assert "The rules changed while this game was being played" in verdict.remarks[0]
    for paper in some(release, Yahtzee(), "record"):
        if paper.finished:
            with pytest.raises(Changed, match="Under the rules of this version"):
                verify.verify(paper.text, lambda _: Other())


def test_numbers_that_players_added_are_still_in_the_dice_after_that(
    release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were added after an answer that is no longer possible: from where the game goes on they count."""
    assert release
    match = dicecup.new("yahtzee", seats=2, start="seat-order")
    paper = match.save()
    match.answer("roll")
    match.answer(("fill", "chance"))
    match.answer("roll")
    match.stir(1, "be" * 32)
    rows = [json.dumps(entry.to_json()) for entry in match.log] + [json.dumps(match.nonces[0]._asdict())]
    rows = [row.replace('["fill", "chance"]', '["fill", "bonus"]') for row in rows]
    again, fits = rebuild(paper, rows)
    assert not fits
    assert len(again.log) == 2
    assert [one.nonce for one in again.nonces] == ["be" * 32]
    assert len(verify.verify(to_the_end(again).record(), games.find).nonces) == 1


def test_a_server_says_so_too(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(Yahtzee):
        phases = DOUBTING

    found = [paper for paper in boxes.papers(release, "save") if paper.name == "yahtzee-4-mid.save.json"]
    start, rows = as_stored(found[0])
    assert stands(rebuild(start, rows)[0]).items() <= found[0].facts.items()
    monkeypatch.setattr(games, "find", lambda _: Other())
    match, fits = rebuild(start, rows)
    assert not fits
    assert match.notice.startswith("The rules have changed since the last answers were given.")
    assert 0 < len(match.log) < len(rows), "as far as the rows still fit"
    assert to_the_end(match).outcome is not None
