"""Yahtzee in the terminal: dice, the scorecard with previews, advice."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from dicecup.games.yahtzee import SheetView, YahtzeeView
from dicecup.games.yahtzee.handbook import about_box
from dicecup.games.yahtzee.scoring import (
    BOXES,
    OPEN,
    TITLES,
    UPPER_BONUS,
    UPPER_GOAL,
    YAHTZEE,
    YAHTZEE_BONUS,
    YAHTZEE_SCORE,
    is_joker,
    total,
    upper_sum,
)
from dicecup.games.yahtzee.state import COLUMNS, ROLLS
from dicecup.players import Advice
from dicecup.table import Ask, Option
from dicecup.terminal.console import cut, pad
from dicecup.terminal.dice import draw_dice
from dicecup.terminal.questions import Answer, Unclear, Which
from dicecup.terminal.screen import Choice, Screen
from dicecup.terminal.seen import Fork, Seen
from dicecup.terminal.yahtzee.input import find_box, understand
from dicecup.terminal.yahtzee.words import OFFICIAL, RULES

_TALL_ENOUGH: Final = 24  # lines for the dice and a column below them
_TITLE_WIDTH: Final = 16
_CELLS: Final = range(7, 15)  # how narrow and how wide a column of a scorecard may be


class YahtzeeScreen(Screen):
    """Draws five dice and a column, and takes places, faces and boxes."""

    def __init__(self, console: Any) -> None:
        super().__init__(console)
        self._greeted = False

    # --- a decision ---

    def draw(self, view: YahtzeeView, ask: Ask, fork: Fork) -> None:
        """The dice, and the player's column with what each box would score."""
        if ask.kind != "choose":
            return
        console, sheet = self.console, view.sheets[view.current]
        done = len(sheet.filled)
        dice = " ".join(map(str, view.dice))
        console.head(
            f"{view.names[view.current]}, round {done + 1} of {len(BOXES)}, {_rolls(view)}. The dice show {dice}."
        )
        if console.words:
            self._say_column(view)
        else:
            if console.width >= 50 and (console.height or _TALL_ENOUGH) >= _TALL_ENOUGH:  # else the line has to do
                console.say("\n".join(draw_dice(view.dice, unicode=console.unicode)))
            self._draw_column(view)
        if view.rules == "official" and _earns_bonus(sheet, view.dice):
            console.say(f"Another Yahtzee: whichever box you fill, you get a bonus of {YAHTZEE_BONUS}.")
        if not self._greeted:
            self._greeted = True
            console.note("Type the places of the dice to hold, such as 135, and the others are rolled;")
            mark = "" if console.words else " (> is what it would score)"
            console.note(f"or type the box to fill, such as fours{mark}. Or: help.")

    def prompt(self, view: YahtzeeView, ask: Ask) -> str:
        """Whose turn it is and what to do."""
        name = view.names[ask.seat]
        if ask.kind == "order":
            return f"{name}, press Enter to roll for the first turn > "
        if ask.kind == "roll":
            return f"{name}, press Enter to roll > "
        return f"{name}, hold dice or fill a box > " if view.rolls_left else f"{name}, fill a box > "

    def understand(self, view: YahtzeeView, ask: Ask, line: str) -> Choice:
        """A keep or a fill."""
        return understand(view, ask, line)

    # --- words ---

    def rules(self, view: YahtzeeView, topic: str) -> str | None:
        """About the game or one box."""
        official = view.rules == "official"
        if not topic:
            return f"{RULES}\n\n{OFFICIAL}" if official else RULES
        if topic in ("official", "joker"):
            return OFFICIAL if official else f"This table does not use them. {OFFICIAL}"
        try:
            return about_box(find_box(topic))
        except Unclear:
            return None

    def examples(self) -> Sequence[tuple[str, str]]:
        """How choices are typed."""
        return [
            ("Enter", "roll, when the dice are still in the cup"),
            ("135  or  hold 1 3 5", "hold the dice in these places and roll the others"),
            ("keep 6 6  or  keep sixes", "hold dice by what they show"),
            ("roll 2 4  or  roll all", "roll these dice and hold the others"),
            ("fours,  4s,  fill 4", "fill a box: by name, short name or number"),
            ("stop", "hold all five dice and roll no more"),
        ]

    def commands(self) -> Mapping[str, tuple[str, Callable[[Seen, str], None]]]:
        """The scorecards."""
        return {
            "scores": ("this game's column of every player", lambda match, topic: self._scores(match)),
            "card": ("one card with its six columns; of others: card NAME", self._card),
        }

    def standings(self, match: Seen) -> Sequence[str]:
        """Such as "Ann: 34, Ben: 51"."""
        view = _open_view(match)
        return [", ".join(f"{name}: {sheet.total}" for name, sheet in zip(view.names, view.sheets, strict=True))]

    def next_game(self, match: Seen) -> str:
        """The next column; after the last one the first of a new card."""
        done = len(_open_view(match).sheets[0].past) + 1
        return f"column {done + 1}" if done < COLUMNS else "column 1 of a new card"

    def result(self, match: Seen) -> None:
        """Every column with its bonus and total."""
        self._scores(match)

    def expected(self, view: YahtzeeView, best: Advice) -> str:
        """Alone: what is known exactly."""
        if best.unit == "win":
            return super().expected(view, best)
        return f"With perfect play you can expect {best.value:.2f} points in the end."

    def advised(self, view: YahtzeeView, option: Option) -> str:
        """An option with the faces held, or the points."""
        text = option.text.removesuffix(", roll the rest")
        if option.verb == "fill":
            return f"{text} with {view.preview()[str(option.args[0])]}"
        if option.verb == "keep" and 0 < len(option.args) < len(view.dice):
            text += f": {' '.join(str(view.dice[int(slot)]) for slot in option.args)}"
        return text

    # --- the column of this game ---

    def _draw_column(self, view: YahtzeeView) -> None:
        sheet = view.sheets[view.current]
        upper = [self._line(view, box) for box in range(6)]
        upper.append(f"     {_bonus_words(sheet)}")
        lower = [self._line(view, box) for box in range(6, len(BOXES))]
        if self.console.width < 62:
            lines = [*upper, *lower]
        else:
            lines = [f"{left:<30}{right}" for left, right in zip(upper, lower, strict=True)]
        for line in lines:
            self.console.say(line.rstrip())

    def _line(self, view: YahtzeeView, box: int) -> str:
        """Such as ` 4  Fours      > 12`: the mark means that this is what the dice would score."""
        points, preview = view.sheets[view.current].boxes[box], view.preview()
        title = f"{box + 1:3}  {TITLES[box]:<{9 if box < 6 else 17}}"
        if points != OPEN:
            return f"{title}  {points:3}"
        return f"{title}> {preview[BOXES[box]]:3}" if BOXES[box] in preview else f"{title}    -"

    def _say_column(self, view: YahtzeeView) -> None:
        sheet, preview = view.sheets[view.current], view.preview()
        numbered = [
            f"{BOXES.index(box) + 1} {TITLES[BOXES.index(box)]} {points}" for box, points in preview.items()
        ]
        self.console.paragraph(f"You can fill: {', '.join(numbered)}.")
        full = [f"{TITLES[box]} {points}" for box, points in enumerate(sheet.boxes) if points != OPEN]
        if full:
            self.console.paragraph(f"Filled: {', '.join(full)}. {_bonus_words(sheet)}.")

    # --- whole scorecards ---

    def _scores(self, match: Seen) -> None:
        view = _open_view(match)
        columns = [[*sheet.boxes, sheet.extra_yahtzees] for sheet in view.sheets]
        if self.console.words:
            for name, column in zip(view.names, columns, strict=True):
                self.console.paragraph(f"{name}: {_column_words(column)}.")
            return
        self._table(view.names, columns, official=view.rules == "official")

    def _card(self, match: Seen, name: str) -> None:
        view = _open_view(match)
        seat = _find_seat(view.names, name, match.pending.seat if match.pending else 0)
        sheet = view.sheets[seat]
        columns = [*map(list, sheet.past), [*sheet.boxes, sheet.extra_yahtzees]]
        which = f"{view.names[seat]}'s scorecard" + (f" number {view.card}" if view.card > 1 else "")
        self.console.head(f"{which}, column {len(columns)} of {COLUMNS}")
        if self.console.words:
            for number, column in enumerate(columns, start=1):
                self.console.paragraph(f"Column {number}: {_column_words(column)}.")
            return
        columns += [[]] * (COLUMNS - len(columns))
        self._table([str(number + 1) for number in range(COLUMNS)], columns, official=view.rules == "official")

    def _table(self, heads: Sequence[str], columns: Sequence[list[int]], *, official: bool) -> None:
        """Boxes in lines, columns beside each other; an empty column is one nobody has begun."""
        room = (min(self.console.width, 80) - _TITLE_WIDTH) // len(heads) - 1
        cell_width = min(max(room, _CELLS[0]), _CELLS[-1])
        rows = [("", _fitting(heads, cell_width))]
        for box, title in enumerate(TITLES):
            rows.append((title, ["" if not c else "." if c[box] == OPEN else str(c[box]) for c in columns]))
            if box == 5:
                rows.append(("  upper bonus", [_upper_bonus(column) for column in columns]))
        if official:
            rows.append(("  Yahtzee bonus", [str(c[-1] * YAHTZEE_BONUS) if c else "" for c in columns]))
        rows.append(("Total", [str(total(c[:-1], c[-1])) if c else "" for c in columns]))
        for title, row in rows:
            line = f"{title:<{_TITLE_WIDTH}}" + "".join(f" {pad(each, cell_width, left=True)}" for each in row)
            (self.console.head if title in ("", "Total") else self.console.say)(line.rstrip())


def _open_view(match: Seen) -> YahtzeeView:
    view = match.view()
    assert isinstance(view, YahtzeeView)
    return view


def _rolls(view: YahtzeeView) -> str:
    return f"roll {view.rolls} of {ROLLS}" if view.rolls_left else "no rolls left"


def _earns_bonus(sheet: SheetView, dice: Sequence[int]) -> bool:
    return sheet.boxes[YAHTZEE] == YAHTZEE_SCORE and is_joker(sheet.boxes, dice)


def _bonus_words(sheet: SheetView) -> str:
    if sheet.bonus:
        return f"Upper bonus {UPPER_BONUS}"
    return f"Upper {sheet.upper} of {UPPER_GOAL}"


def _upper_bonus(column: list[int]) -> str:
    """The bonus; while it can still come, how far the way is."""
    if not column:
        return ""
    reached = upper_sum(column[:6])
    if reached >= UPPER_GOAL:
        return str(UPPER_BONUS)
    return f"({reached})" if OPEN in column[:6] else "0"


def _column_words(column: list[int]) -> str:
    filled = [f"{title} {points}" for title, points in zip(TITLES, column, strict=False) if points != OPEN]
    if upper_sum(column[:6]) >= UPPER_GOAL:
        filled.append(f"upper bonus {UPPER_BONUS}")
    if column[-1]:
        filled.append(f"Yahtzee bonus {column[-1] * YAHTZEE_BONUS}")
    return ", ".join([*filled, f"total {total(column[:-1], column[-1])}"])


def _fitting(names: Sequence[str], width: int) -> list[str]:
    """Names cut to fit, but never two that look the same."""
    short = [cut(name, width) for name in names]
    return [
        name if short.count(name) == 1 else f"{cut(name, width - 2)}.{seat + 1}" for seat, name in enumerate(short)
    ]


def _find_seat(names: Sequence[str], word: str, default: int) -> int:
    if not word:
        return default
    found = [seat for seat, name in enumerate(names) if name.casefold().startswith(word.casefold())]
    exact = [seat for seat in found if names[seat].casefold() == word.casefold()]
    if len(exact or found) == 1:
        return (exact or found)[0]
    raise Which("Whose card: ", [Answer(name, name) for name in names], "?")
