"""Yahtzee as the table knows it."""

from collections.abc import Iterable, Sequence
from typing import Any

from dicecup.games.yahtzee import actions, encoding, rules, text, words
from dicecup.games.yahtzee.feats import FEATS
from dicecup.games.yahtzee.handbook import handbook
from dicecup.games.yahtzee.options import YahtzeeOptions
from dicecup.games.yahtzee.picks import picks
from dicecup.games.yahtzee.scoring import BOXES, INDEX, OPEN, UPPER, YAHTZEE, YAHTZEE_SCORE
from dicecup.games.yahtzee.state import COLUMNS, ROLLS, Sheet, YahtzeeState
from dicecup.games.yahtzee.view import SHOWN, YahtzeeView, view
from dicecup.table import Ask, Deed, Game, Option, Outcome, Pick
from dicecup.table.actions import Words
from dicecup.table.encoding import Part
from dicecup.table.game import same_faces

_MOST_CARDS = 10**6


class Yahtzee(Game[YahtzeeState]):
    """Thirteen boxes, five dice, three rolls."""

    name = "yahtzee"
    title = "Yahtzee"
    blurb = "Five dice, three rolls, thirteen boxes: take what you get, or hope for better."
    seats = range(1, 9)
    options = YahtzeeOptions
    views = YahtzeeView
    state = YahtzeeState
    phases = rules.PHASES
    phrases = text.PHRASES
    called = text.BOX_TITLES
    shown = SHOWN
    themes = text.THEMES
    feats = FEATS
    untold = encoding.LEFT_OUT

    def setup(self, names: tuple[str, ...], options: YahtzeeOptions, carry: Any = None) -> YahtzeeState:
        """The first empty column of the card, or a new card if it has none left."""
        past = [tuple(map(tuple, columns)) for columns in carry["past"]] if carry else [()] * len(names)
        card = carry["card"] if carry else 1
        if len(past[0]) == COLUMNS:
            past, card = [()] * len(names), card + 1
        sheets = [Sheet(past=columns) for columns in past]
        return YahtzeeState(names=names, options=options, phase="begin", sheets=sheets, card=card)

    def carry(self, state: YahtzeeState) -> Any:
        """The scorecards, with the column just finished."""
        past = [[*map(list, s.past), [*s.boxes, s.extra_yahtzees]] for s in state.sheets]
        return {"past": past, "card": state.card}

    def carry_over(self, state: YahtzeeState, order: Sequence[int]) -> Any:
        """The scorecards, each with its player."""
        carry = self.carry(state)
        return {**carry, "past": [carry["past"][seat] for seat in order]}

    def check_carry(self, names: tuple[str, ...], options: YahtzeeOptions, carry: Any) -> None:
        """Full columns of one card, as many for each player."""
        if carry is None:
            return
        match carry:
            case {"past": [*past], "card": int(card)} if len(carry) == 2 and 1 <= card <= _MOST_CARDS:
                for columns in past:
                    if not isinstance(columns, list) or not 1 <= len(columns) == len(past[0]) <= COLUMNS:
                        raise ValueError("all players have filled the same columns of a card of six.")
                    for column in columns:
                        _check_column(column)
                if len(past) == len(names):
                    return
        raise ValueError("it is a scorecard for each player, and the number of that card.")

    def check(self, state: YahtzeeState) -> None:
        """A state in which a phase can begin."""
        seats = len(state.sheets)
        if seats not in self.seats or len(state.names) != seats:
            raise ValueError(f"Yahtzee has 1 to 8 players with a name and a sheet each, not {seats}.")
        for sheet in state.sheets:
            _check_sheet(sheet, official=state.options.official)
            if len(sheet.past) != len(state.sheets[0].past):
                raise ValueError("All players are in the same column of their scorecards.")
        if state.phase == "over":
            return
        if state.phase not in self.phases:
            raise ValueError(f"There is no phase {state.phase!r}; there are {', '.join(self.phases)} and over.")
        if not 0 <= state.current < seats:
            raise ValueError(f"There is no seat {state.current}.")
        rolled = state.phase == "choose"
        if len(state.dice) != (5 if rolled else 0) or any(not 1 <= die <= 6 for die in state.dice):
            raise ValueError("After the first roll five dice with the faces 1 to 6 lie there, and before it none.")
        if state.rolls not in (range(1, ROLLS + 1) if rolled else (0,)):
            raise ValueError(f"{state.rolls} rolls have been made, which cannot be here.")
        if state.phase in ("roll", "choose") and OPEN not in state.sheets[state.current].boxes:
            raise ValueError(f"{state.names[state.current]} has no open box left.")
        if state.phase == "order" and not (0 <= len(state.sums) < len(state.contenders)):
            raise ValueError("Somebody has to be left who rolls for the first turn.")
        if any(not 0 <= seat < seats for seat in state.contenders):
            raise ValueError("Only players roll for the first turn.")

    def view(self, state: YahtzeeState, seat: int | None) -> YahtzeeView:
        """Everything on the table is open."""
        return view(state, seat)

    def seen_alike(self, state: YahtzeeState) -> bool:
        """Always: see `view`."""
        return True

    def why_not(self, state: YahtzeeState, ask: Ask, choice: tuple[Any, ...]) -> str:
        """The reason in words."""
        return text.why_not(state, choice) or self.no_such_choice(ask, choice)

    def alike(self, state: YahtzeeState, ask: Ask, option: Option) -> Option:
        """Keeping the same faces."""
        return same_faces(state.dice, ask, option) if option.verb == "keep" else option

    def picks(self, state: YahtzeeState, ask: Ask) -> list[Pick]:
        """Dice and boxes."""
        return picks(state, ask)

    def deed(self, state: YahtzeeState, ask: Ask, option: Option) -> Deed:
        """With what the dice showed."""
        return text.deed(state, option)

    def handbook(self, options: Any = None) -> dict[str, Any]:
        """The rules, and what each box wants."""
        return handbook()

    def rules_in_words(self, options: Any = None) -> str:
        """With the list of boxes, which the page shows as a scorecard."""
        return f"{super().rules_in_words(options)}\n\n{words.boxes(self.handbook(options)['boxes'])}"

    def in_words(self, view: YahtzeeView) -> Iterable[str]:
        """All of it."""
        return words.told(view)

    def choices(self, seats: int, options: Any) -> Iterable[Words]:
        """The same for every table."""
        return actions.choices()

    def parts(self, seats: int) -> Iterable[Part]:
        """The question, and what lies on the table."""
        return encoding.parts(seats)

    def outcome(self, state: YahtzeeState) -> Outcome:
        """The highest score wins; nobody wins a game of one."""
        scores = tuple(sheet.total for sheet in state.sheets)
        best = rules.winners(scores)
        reason = (
            "final score" if len(scores) == 1 else "highest score" if len(best) == 1 else "shared highest score"
        )
        return Outcome(winners=best, scores=scores, reason=reason)


def _check_sheet(sheet: Sheet, *, official: bool) -> None:
    if len(sheet.boxes) != len(BOXES):
        raise ValueError(f"A column has {len(BOXES)} boxes, not {len(sheet.boxes)}.")
    for box, points in zip(BOXES, sheet.boxes, strict=True):
        if points != OPEN and not _possible(box, points):
            raise ValueError(f"{box} cannot hold {points}.")
    if sheet.extra_yahtzees and not (official and sheet.boxes[YAHTZEE] == YAHTZEE_SCORE):
        raise ValueError("Extra Yahtzees count only by the official rules, after a first one for 50.")
    if not 0 <= sheet.extra_yahtzees <= 12:
        raise ValueError(f"{sheet.extra_yahtzees} extra Yahtzees cannot be.")
    if len(sheet.past) >= COLUMNS or any(len(column) != len(BOXES) + 1 for column in sheet.past):
        raise ValueError("A card has six columns, so at most five full ones beside the one being played.")


def _check_column(column: Any) -> None:
    if (
        not isinstance(column, list)
        or len(column) != len(BOXES) + 1
        or any(type(each) is not int for each in column)
    ):
        raise ValueError(f"a column has {len(BOXES)} boxes, and a number of extra Yahtzees.")
    *boxes, extra = column
    if not all(map(_possible, BOXES, boxes)) or not 0 <= extra <= 12:
        raise ValueError("a column holds points that no dice give.")


def _possible(box: str, points: int) -> bool:
    fixed = {"full_house": 25, "small_straight": 30, "large_straight": 40, "yahtzee": 50}
    if box in fixed:
        return points in (0, fixed[box])
    index = INDEX[box]
    if index in UPPER:
        return points % (index + 1) == 0 and 0 <= points <= 5 * (index + 1)
    return 5 <= points <= 30 or (points == 0 and box != "chance")


GAME = Yahtzee()
