"""Reasons of King of Tokyo that are true in moments when something else would be expected."""

from tests.terminal.king_of_tokyo_positions import DECISIONS


def test_whoever_is_under_attack_in_tokyo_is_not_told_that_nobody_attacks() -> None:
    """The cards against damage come before the question whether to stay."""
    found = 0
    for decision in DECISIONS.values():
        match = decision.match()
        ask = match.pending
        assert ask is not None
        if ask.kind == "react" and ask.seat != match.state.active and match.state.monsters[ask.seat].in_tokyo:
            found += 1
            for choice in ("stay", "yield"):
                assert match.why_not(choice) == (
                    "You will be asked that after the attack; what it does to you comes first."
                )
    assert found


def test_while_the_top_of_the_deck_is_looked_at_only_that_card_can_be_bought() -> None:
    """That is a use of Made in a Lab; the market comes again after it."""
    match = DECISIONS["made in a lab: buy"].match()
    assert match.why_not(("use", "Made in a Lab", "buy", 0)) is None
    for card in ("wings", "heal"):
        reason = "Right now you can buy only the card that you have looked at, with Made in a Lab."
        assert match.why_not(("buy", card)) == reason
