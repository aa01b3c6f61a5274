"""Every decision of the games with a screen of their own is shown, fits, can be typed, and bears any typing."""

from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from dicecup.games.deadwood.data import AREAS
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.terminal.deadwood.words import PARTS
from dicecup.terminal.questions import Unclear
from tests.examples import examples
from tests.terminal import deadwood_positions, king_of_tokyo_positions
from tests.terminal.helpers import asked, at, drawn, first_choice, flat, meant

DECISIONS: Final = {
    (game, name): decision
    for game, decisions in (
        ("deadwood", deadwood_positions.DECISIONS),
        ("king-of-tokyo", king_of_tokyo_positions.DECISIONS),
    )
    for name, decision in decisions.items()
}
POSITIONS: Final = {place: decision.match() for place, decision in DECISIONS.items()}
DRAWN: Final = {"deadwood": "┌│└┊─●○|", "king-of-tokyo": "┌│└╔║╚+|#"}

everywhere = pytest.mark.parametrize("place", DECISIONS, ids=": ".join)


@everywhere
def test_it_is_shown_and_can_be_typed(place: tuple[str, str], tmp_path: Path) -> None:
    decision = DECISIONS[place]
    for line in decision.typed:
        match = decision.match()
        _, ask = asked(match)
        assert (ask.kind, ask.seat) == (decision.kind, decision.seat)
        before = len(match.log)
        person = at(tmp_path, match)
        gate = [""] if ask.private else []
        shown = person.types(*gate, line)
        assert flat(decision.shows).translate(str.maketrans("“”", '""')) in flat(shown), shown
        assert first_choice(person, before) == list(decision.choice), (line, shown)


@everywhere
@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize("unicode", [False, True])
def test_it_fits_into_eighty_columns(
    place: tuple[str, str], words: bool, unicode: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = drawn(DECISIONS[place].match(), words=words, unicode=unicode)
    assert max(map(len, text.splitlines())) <= 80
    if words:
        assert not set(text) & set(DRAWN[place[0]])
    if not unicode:
        text.encode("ascii")


# --- anything at all ---

NAMES: Final = {
    "deadwood": {area.name for area in AREAS.values()} | {part.role.name for part in PARTS},
    "king-of-tokyo": {card.name for card in DECK.values()},
}
TYPED: Final = {
    "deadwood": """a b e g m p r t u 0 1 2 3 4 5 6 7 9 99 -1 ² ٣ : “ $ $10 move go to the take upgrade buy rank
        credits dollars act rehearse end pass star extra card set shot in leg man woman bank not no my role""",
    "king-of-tokyo": """a b c d e f g h q 0 1 2 3 4 5 6 7 9 99 -1 ² ٣ : “ 1s 3claw use buy keep roll all none die
        to claw hearts yes no pass done take sweep copy of ben heal poison stop yield stay look leave resolve again
        energy 00000000000""",
}


def lines_of(game: str) -> st.SearchStrategy[str]:
    words = st.sampled_from([*TYPED[game].split(), "0" * 5000]) | st.sampled_from(sorted(NAMES[game]))
    return st.text(max_size=20) | st.lists(words, max_size=5).map(" ".join)


LINES: Final = {game: lines_of(game) for game in TYPED}


@everywhere
@examples(10)
@given(data=st.data())
def test_no_line_does_more_than_ask_back(place: tuple[str, str], data: st.DataObject) -> None:
    match = POSITIONS[place]
    line = data.draw(LINES[place[0]])
    try:
        reason = match.why_not(meant(match, line), asked(match)[1].seat)
    except Unclear as question:
        reason = str(question)
    assert reason is None or reason.endswith((".", "?", "!")), reason


@pytest.mark.parametrize("game", TYPED)
@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), words=st.booleans())
def test_nothing_typed_breaks_the_table(game: str, data: st.DataObject, words: bool, tmp_path: Path) -> None:
    place = data.draw(st.sampled_from([place for place in DECISIONS if place[0] == game]))
    typed = data.draw(st.lists(LINES[game], max_size=6))
    match = DECISIONS[place].match()
    before, answered = match.save(), len(match.log)
    _, ask = asked(match)
    person = at(tmp_path, match, words=words)
    clean = [line.replace("\n", " ").replace("\r", " ") for line in typed]
    person.types(*([""] if ask.private else []), *clean)
    saved = person.store.read(person.store.autosave(game))
    assert saved.match.save() == person.match.save()
    if len(match.log) == answered:
        assert match.save() == before
