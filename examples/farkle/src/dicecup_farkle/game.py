"""Farkle as the table knows it."""

from typing import Any

from dicecup.table import OVER, Ask, Game, Option, Outcome, Pick
from dicecup_farkle import rules, text
from dicecup_farkle.handbook import handbook
from dicecup_farkle.scoring import takes
from dicecup_farkle.state import DICE, NOBODY, FarkleOptions, FarkleState
from dicecup_farkle.view import SHOWN, FarkleView, view


class Farkle(Game[FarkleState]):
    """Six dice, and the question when to stop."""

    name = "farkle"
    title = "Farkle"
    blurb = "Six dice, and one more roll is always tempting: bank what you have, or lose it all."
    seats = range(2, 9)
    options = FarkleOptions
    views = FarkleView
    state = FarkleState
    phases = rules.PHASES
    phrases = text.PHRASES
    shown = SHOWN

    def setup(self, names: tuple[str, ...], options: FarkleOptions, carry: Any = None) -> FarkleState:
        """Nobody has any points."""
        return FarkleState(names=names, options=options, phase="begin", scores=[0] * len(names))

    def check(self, state: FarkleState) -> None:
        """A state in which a phase can begin."""
        seats = len(state.scores)
        if seats not in self.seats or len(state.names) != seats:
            raise ValueError(f"Farkle has 2 to 8 players with a name and a score each, not {seats}.")
        if any(score < 0 or score % 50 for score in [*state.scores, state.points]):
            raise ValueError("Points come in fifties.")
        if state.phase not in (*self.phases, OVER):
            raise ValueError(f"There is no phase {state.phase!r}; there are {', '.join(self.phases)} and over.")
        if not 0 <= state.current < seats or not NOBODY <= state.closer < seats:
            raise ValueError("Only players have turns, and reach the goal.")
        if any(not 1 <= die <= 6 for die in [*state.dice, *state.aside]):
            raise ValueError("A die shows 1 to 6.")
        if state.phase == "choose":
            if len(state.dice) + len(state.aside) != DICE or state.rolls < 1:
                raise ValueError("After a roll six dice lie on the table, some of them set aside.")
            if not takes(tuple(state.dice), state.options.kinds):
                raise ValueError("Somebody whose dice do not count has no choice to make.")
        elif state.dice or state.aside or state.points or state.rolls:
            raise ValueError("Before the first roll of a turn no dice lie on the table, and nothing is at stake.")
        if state.phase == "order" and not len(state.rolled) < len(state.contenders):
            raise ValueError("Somebody has to be left who rolls for the first turn.")
        if any(not 0 <= seat < seats for seat in state.contenders):
            raise ValueError("Only players roll for the first turn.")

    def view(self, state: FarkleState, seat: int | None) -> FarkleView:
        """Everything on the table is open."""
        return view(state, seat)

    def seen_alike(self, state: FarkleState) -> bool:
        """Always: see `view`."""
        return True

    def why_not(self, state: FarkleState, ask: Ask, choice: tuple[Any, ...]) -> str:
        """The reason in words."""
        return text.why_not(state, choice) or self.no_such_choice(ask, choice)

    def greyed(self, state: FarkleState, ask: Ask) -> tuple[Option, ...]:
        """What cannot be banked yet."""
        return rules.refused(state) if ask.kind == "choose" else ()

    def picks(self, state: FarkleState, ask: Ask) -> list[Pick]:
        """The dice that are taken, so that a screen can light them, and a short label."""
        return [rules.pick(state, option) for option in ask.options]

    def handbook(self, options: FarkleOptions | None = None) -> dict[str, Any]:
        """The rules, with the house rules of the table."""
        return handbook(options)

    def outcome(self, state: FarkleState) -> Outcome:
        """The highest score wins."""
        best = rules.winners(state.scores)
        reason = "highest score" if len(best) == 1 else "shared highest score"
        return Outcome(winners=best, scores=tuple(state.scores), reason=reason)


GAME = Farkle()
