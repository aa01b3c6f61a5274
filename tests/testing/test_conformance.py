"""The conformance kit passes honest games, and catches each of these liars, one fault at a time."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from dicecup.table import OVER, Ask, Draw, Game, Option, Roll, derived
from dicecup.table.state import Phase
from dicecup.testing import check_game
from dicecup.testing.promises import Nonconformance
from tests.table import hush
from tests.table.hush import Hand, Hush, HushPlay, HushState, HushView


def test_an_honest_game_with_hidden_cards_passes() -> None:
    assert check_game(hush.HUSH, games=25, thorough=0.5) > 200


@pytest.mark.soak
def test_it_passes_a_thousand_times() -> None:
    assert check_game(hush.HUSH, games=1_000, thorough=0.5, seed=77) > 8_000


def test_set_up_can_be_chosen() -> None:
    def three_seats(rng: random.Random) -> dict[str, Any]:
        return {"names": ("Ann", "Ben", "Cleo"), "options": {"rounds": 1, "start": "seat-order"}}

    assert 3 <= check_game(hush.HUSH, games=1, make=three_seats) <= 9


def faulty(**phases: Phase[HushState]) -> Game[HushState]:
    """Hush with some of its phases replaced."""

    class Faulty(Hush):
        pass

    Faulty.phases = {**hush.PHASES, **phases}
    return Faulty()


def check(game: Game[Any], **more: Any) -> None:
    check_game(game, **{"games": 30, "thorough": 1, **more})


# --- what a later version relies on ---


def test_what_is_derived_and_not_worked_out_again_is_found() -> None:
    @dataclass(slots=True, kw_only=True)
    class Counting(HushState):
        passes: int = derived(0)

    async def move(play: HushPlay) -> None:
        await hush.move(play)
        play.state.passes += 1  # type: ignore[attr-defined]

    class Forgetful(Hush):
        state = Counting

        def setup(self, names: tuple[str, ...], options: Any, carry: Any = None) -> HushState:
            fresh = super().setup(names, options, carry)
            return Counting(**{each: getattr(fresh, each) for each in HushState.__dataclass_fields__})

    Forgetful.phases = {**hush.PHASES, "move": move}
    with pytest.raises(Nonconformance, match="`check` works out what is derived"):
        check(Forgetful())


def test_a_card_that_comes_from_nowhere_is_found() -> None:
    class Sleeve(Hush):
        def deck(self, state: HushState) -> list[str]:
            return list(map(str, state.deck))  # and not those in the hands

    with pytest.raises(Nonconformance, match="played with the cards it began with"):
        check(Sleeve())


# --- leaks ---


def test_a_hidden_card_in_the_view_is_found() -> None:
    class Leaky(Hush):
        def view(self, state: HushState, seat: int | None) -> HushView:
            seen = super().view(state, seat)
            seen.deck = sum(state.deck)  # adds up to 42 less what is hidden
            return seen

    with pytest.raises(Nonconformance, match=r"nothing hidden shows to .* in the view"):
        check(Leaky())


def test_a_hidden_card_in_an_event_is_found() -> None:
    async def deal(play: HushPlay) -> None:
        state = play.state
        for seat, hand in enumerate(state.hands):
            if not hand.card:
                hand.card = int(await Draw(f"{state.turn}/{seat}/deal/1", tuple(state.deck), (seat,)))
                state.deck.remove(hand.card)
                play.tell("dealt", seat=seat, card=hand.card)
        state.phase = "move"

    with pytest.raises(Nonconformance, match=r"nothing hidden shows to .* in the events"):
        check(faulty(deal=deal))


def test_a_hidden_card_in_an_event_for_the_wrong_seat_is_found() -> None:
    async def deal(play: HushPlay) -> None:
        state = play.state
        for seat, hand in enumerate(state.hands):
            if not hand.card:
                hand.card = int(await Draw(f"{state.turn}/{seat}/deal/1", tuple(state.deck), (seat,)))
                state.deck.remove(hand.card)
        state.phase = "move"

    async def move(play: HushPlay) -> None:
        state = play.state
        await Ask(state.current, "move", hush.moves(state), "Your move.")
        # Words for everybody that only the one who moves could write.
        play.tell("said", seat=state.current, what="high" if state.hands[state.current].card > 3 else "low")
        hush.next_turn(play)

    with pytest.raises(Nonconformance, match=r"nothing hidden shows to .* in the events"):
        check(faulty(deal=deal, move=move))


def test_a_hidden_card_in_a_prompt_is_found() -> None:
    async def move(play: HushPlay) -> None:
        state = play.state
        held = state.hands[state.current].card
        await Ask(state.current, "move", hush.moves(state), f"You hold a {held}. Your move.")
        hush.next_turn(play)

    with pytest.raises(Nonconformance, match=r"nothing hidden shows to .* in the question"):
        check(faulty(move=move))


def test_a_hidden_card_in_a_reason_is_found() -> None:
    class Leaky(Hush):
        def why_not(self, state: HushState, ask: Ask, choice: tuple[Any, ...]) -> str:
            if choice[0] == "keep":
                others = [hand.card for seat, hand in enumerate(state.hands) if seat != ask.seat]
                return f"Nobody can keep anything now, not even {others}."
            return super().why_not(state, ask, choice)

    with pytest.raises(Nonconformance, match=r"nothing hidden shows to seat . in the reasons"):
        check(Leaky())


def test_options_that_depend_on_a_hidden_card_are_found() -> None:
    async def move(play: HushPlay) -> None:
        state = play.state
        options = hush.moves(state)
        if state.hands[state.current].card == 6:
            options += (Option("gloat"),)
        await Ask(state.current, "move", options, "Your move.")
        hush.next_turn(play)

    with pytest.raises(Nonconformance, match=r"nothing hidden shows to .* in the question"):
        check(faulty(move=move))


def test_a_question_that_only_comes_up_with_a_certain_hidden_card_is_found() -> None:
    async def move(play: HushPlay) -> None:
        state = play.state
        await Ask(state.current, "move", hush.moves(state), "Your move.")
        if state.hands[state.current].card > 3:
            await Ask(state.current, "gloat", (Option("gloat"), Option("silence")), "Gloat?", private=True)
        hush.next_turn(play)

    with pytest.raises(Nonconformance, match=r"nothing hidden shows to .* in the (view|question)"):
        check(faulty(move=move))


def test_chance_that_only_comes_up_with_a_certain_hidden_card_is_found() -> None:
    async def move(play: HushPlay) -> None:
        state = play.state
        await Ask(state.current, "move", hush.moves(state), "Your move.")
        if state.hands[state.current].card > 3:
            await Roll(f"{state.turn}/{state.current}/luck/1", (0,), audience=(state.current,))
        hush.next_turn(play)

    with pytest.raises(Nonconformance, match=r"does not depend on what .* cannot see|in the events|the view"):
        check(faulty(move=move))


def test_a_redraw_that_forgets_something_is_found() -> None:
    class Forgetful(Hush):
        def redraw(self, state: HushState, seat: int | None, source: Any) -> None:
            super().redraw(state, seat, source)
            if seat is not None:
                state.hands[seat].card, state.deck[0] = state.deck[0], state.hands[seat].card

    with pytest.raises(Nonconformance, match="nothing hidden shows"):
        check(Forgetful())


class NoRedraw(Hush):
    def redraw(self, state: HushState, seat: int | None, source: Any) -> None:
        pass


def test_a_missing_redraw_is_found() -> None:
    with pytest.raises(Nonconformance, match=r"redraw draws anew what .* cannot know"):
        check(NoRedraw())


def test_a_missing_redraw_does_not_hide_a_leak() -> None:
    async def move(play: HushPlay) -> None:
        state = play.state
        await Ask(state.current, "move", hush.moves(state), "Your move.")
        play.tell("said", seat=state.current, what=str(state.hands[state.current].card))
        hush.next_turn(play)

    class Leaky(NoRedraw):
        phases = {**hush.PHASES, "move": move}  # noqa: RUF012

    with pytest.raises(Nonconformance, match=r"redraw draws anew|in the events"):
        check(Leaky())


def test_a_redraw_for_seats_but_not_for_spectators_is_found() -> None:
    class Forgetful(Hush):
        def redraw(self, state: HushState, seat: int | None, source: Any) -> None:
            if seat is not None:
                super().redraw(state, seat, source)

    with pytest.raises(Nonconformance, match="redraw draws anew what a spectator cannot know"):
        check(Forgetful())


OURS = pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo"])


@OURS
def test_our_own_games_raise_no_false_alarm(game: str) -> None:
    def three_seats(rng: random.Random) -> dict[str, Any]:
        return {"names": ("Ann", "Ben", "Cleo"), "options": {}}

    assert check_game(game, games=1, thorough=0.1, seed=5, make=three_seats) > 50


@OURS
@pytest.mark.soak
def test_our_own_games_raise_no_false_alarm_at_any_table(game: str) -> None:
    assert check_game(game, games=8, thorough=0.3, seed=5) > 100


# --- what fails by itself ---


def test_an_event_without_words_is_found() -> None:
    class Speechless(Hush):
        phrases = {kind: phrase for kind, phrase in hush.PHRASES.items() if kind != "passed"}  # noqa: RUF012

    with pytest.raises(Nonconformance, match="no words for events of the kind 'passed'"):
        check(Speechless())


def test_an_event_that_can_be_changed_is_found() -> None:
    async def begin(play: HushPlay) -> None:
        play.tell("passed", seat=0, more=([1],))
        await hush.begin(play)

    with pytest.raises(Nonconformance, match="nothing in 'passed' can be changed"):
        check(faulty(begin=begin))


def test_a_phrase_that_fails_is_found() -> None:
    class Stammering(Hush):
        phrases = {**hush.PHRASES, "passed": lambda data, names: f"{data['who']} passes."}  # noqa: RUF012

    with pytest.raises(Nonconformance, match=r"nothing of a game fails. KeyError\('who'\)"):
        check(Stammering())


def test_a_class_is_as_good_as_a_game() -> None:
    assert check_game(Hush, games=1) > 0
    with pytest.raises(TypeError, match="A game is needed here"):
        check_game(3)  # type: ignore[arg-type]


# --- memory and repeatability ---


def test_state_shared_between_clones_is_found() -> None:
    @dataclass(slots=True, kw_only=True)
    class SharingState(HushState):
        def clone(self) -> "SharingState":
            copy = HushState.clone(self)
            copy.hands = self.hands
            return copy

    class Sharing(Hush):
        state = SharingState

        def setup(self, names: tuple[str, ...], options: Any, carry: Any = None) -> SharingState:
            return SharingState(names=names, options=options, phase="begin", hands=[Hand() for _ in names])

    with pytest.raises(Nonconformance, match=r"clone|replay|JSON|rules do not fail|hidden"):
        check(Sharing())


def test_a_game_with_a_memory_of_its_own_is_found() -> None:
    class Remembering(Hush):
        told: list[int] = []  # noqa: RUF012 - that is the fault

        def view(self, state: HushState, seat: int | None) -> HushView:
            self.told.append(state.turn)
            seen = super().view(state, seat)
            seen.deck = len(self.told)
            return seen

    with pytest.raises(Nonconformance):
        check(Remembering())


@pytest.mark.parametrize("source", ["random", "clock"])
def test_rules_that_do_not_repeat_are_found(source: str) -> None:
    async def move(play: HushPlay) -> None:
        state = play.state
        await Ask(state.current, "move", hush.moves(state), "Your move.")
        luck = random.random() < 0.5 if source == "random" else time.perf_counter_ns() % 1000 < 500
        state.hands[state.current].points += luck
        hush.next_turn(play)

    with pytest.raises(Nonconformance):  # whichever promise it happens to break first
        check(faulty(move=move))


def test_two_chance_points_with_one_key_are_found() -> None:
    async def deal(play: HushPlay) -> None:
        state = play.state
        for seat, hand in enumerate(state.hands):
            if not hand.card:
                hand.card = int(await Draw(f"0/{seat}/deal/1", tuple(state.deck), (seat,)))
                state.deck.remove(hand.card)
                play.tell("dealt", seat=seat, audience=(seat,), secret={"card": hand.card})
        state.phase = "move"

    with pytest.raises(Nonconformance, match="no two chance points of a match have the same key"):
        check(faulty(deal=deal))


def test_a_key_that_the_engine_uses_itself_is_found() -> None:
    async def begin(play: HushPlay) -> None:
        await Roll("0/-/who/1#1", (0,))
        await hush.begin(play)

    with pytest.raises(Nonconformance, match="there is no # in the key"):
        check(faulty(begin=begin))


def test_a_state_that_does_not_survive_json_is_found() -> None:
    @dataclass(slots=True, kw_only=True)
    class OddState(HushState):
        note: list[int | str] = field(default_factory=list)

        def to_json(self) -> dict[str, Any]:
            data = HushState.to_json(self)
            return {**data, "note": []}

    class Odd(Hush):
        state = OddState

        def setup(self, names: tuple[str, ...], options: Any, carry: Any = None) -> OddState:
            state = OddState(names=names, options=options, phase="begin", hands=[Hand() for _ in names])
            state.note = ["remember this"]
            return state

    with pytest.raises(Nonconformance, match="a state survives JSON"):
        check(Odd())


# --- questions ---


def test_options_that_are_empty_are_found() -> None:
    async def move(play: HushPlay) -> None:
        state = play.state
        await Ask(state.current, "move", hush.moves(state) if state.turn < 3 else (), "Your move.")
        hush.next_turn(play)

    with pytest.raises(Nonconformance, match="has no options"):
        check(faulty(move=move))


def test_options_that_are_empty_at_the_very_start_are_found() -> None:
    async def begin(play: HushPlay) -> None:
        await Ask(0, "begin", (), "Begin?")

    with pytest.raises(Nonconformance, match="has no options"):
        check(faulty(begin=begin))


@pytest.mark.parametrize(
    ("ask", "promise"),
    [
        (Ask(0, "go", (Option("a"), Option("a")), "Go?"), "options differ from each other"),
        (Ask(0, "go", (Option("a"),)), "a decision says what is asked"),
        (Ask(0, "go", [Option("a")], "Go?"), "options are a tuple"),  # type: ignore[arg-type]
        (Ask(9, "go", (Option("a"),), "Go?"), "somebody at the table is asked"),
        (Ask(0, "go", (Option("a", True),), "Go?"), "an option survives JSON"),
        (Ask(0, "go", (Option("a", text=" "[:0]), Option("", text="")), "Go?"), "an option has a text"),
    ],
)
def test_badly_made_questions_are_found(ask: Ask, promise: str) -> None:
    async def begin(play: HushPlay) -> None:
        await ask
        await hush.begin(play)

    with pytest.raises(Nonconformance, match=promise):
        check(faulty(begin=begin))


def test_a_refused_answer_that_changes_something_is_found() -> None:
    class Grudging(Hush):
        def why_not(self, state: HushState, ask: Ask, choice: tuple[Any, ...]) -> str:
            if choice[0] == "keep":
                state.hands[ask.seat].points -= 1
            return super().why_not(state, ask, choice)

    with pytest.raises(Nonconformance, match="an illegal answer changes nothing"):
        check(Grudging())


def test_a_refusal_without_a_reason_is_found() -> None:
    class Sullen(Hush):
        def why_not(self, state: HushState, ask: Ask, choice: tuple[Any, ...]) -> str:
            return ""

    with pytest.raises(Nonconformance, match="refused with a reason"):
        check(Sullen())


# --- endings ---


def test_a_game_that_never_ends_is_found() -> None:
    async def move(play: HushPlay) -> None:
        await Ask(play.state.current, "move", (Option("pass"), Option("swap")), "Your move.")

    with pytest.raises(Nonconformance, match="random games end within 200 answers"):
        check(faulty(move=move), most_answers=200, thorough=0)


def test_a_game_that_goes_in_circles_without_asking_is_found() -> None:
    async def deal(play: HushPlay) -> None:
        play.state.phase = "deal"

    with pytest.raises(Nonconformance, match="go in circles"):
        check(faulty(deal=deal))


def test_a_phase_that_does_not_exist_is_found() -> None:
    async def deal(play: HushPlay) -> None:
        play.state.phase = "del"

    with pytest.raises(Nonconformance, match="KeyError"):
        check(faulty(deal=deal))


def test_a_winner_who_is_not_at_the_table_is_found() -> None:
    class Ghostly(Hush):
        def outcome(self, state: HushState) -> Any:
            return type(super().outcome(state))(winners=(7,), scores=(0,) * len(state.names), reason="magic")

    with pytest.raises(Nonconformance, match="winners have seats"):
        check(Ghostly())


def test_a_set_up_that_is_not_always_the_same_is_found() -> None:
    class Whimsical(Hush):
        def setup(self, names: tuple[str, ...], options: Any, carry: Any = None) -> HushState:
            state = super().setup(names, options, carry)
            state.current = random.randrange(len(names))
            return state

    with pytest.raises(Nonconformance, match="a finished game can be verified"):
        check(Whimsical(), games=60)


def test_the_report_says_where_it_happened() -> None:
    async def move(play: HushPlay) -> None:
        state = play.state
        await Ask(state.current, "move", hush.moves(state), "")
        state.phase = OVER

    with pytest.raises(Nonconformance, match=r"\(hush, seed 5, game 0, after \d+ answers\)"):
        check(faulty(move=move), seed=5)


def test_phases_of_the_toy_are_not_changed_by_all_this() -> None:
    phases: Mapping[str, Any] = hush.HUSH.phases
    assert phases is hush.PHASES
