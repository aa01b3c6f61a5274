"""Saves of King of Tokyo written before some house rules, and notes in the state, were there: still read."""

from pathlib import Path

import dicecup
from dicecup.games.king_of_tokyo import KingOptions

SAVES = Path(__file__).parent / "saves"


def test_a_save_without_the_rules_on_who_takes_which_place() -> None:
    """It was written by the version before `bay_attacker`, `burrowing_yields` and `drop_clears`."""
    text = (SAVES / "before-bay-attacker.json").read_text(encoding="utf-8")
    assert "bay_closing" in text
    assert not any(name in text for name in ("bay_attacker", "burrowing_yields", "another_turn", "waived"))
    match = dicecup.load(text)
    assert match.notice == ""
    assert match.state.options == KingOptions()
    assert match.pending is not None
    assert (match.pending.kind, match.pending.seat, match.state.active) == ("yield", 0, 2)
    match.answer("yield")
    assert [each.place for each in match.state.monsters] == ["outside", "outside", "city", "outside", "outside"]
