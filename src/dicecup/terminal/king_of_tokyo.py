"""King of Tokyo in the terminal: dice, the market, who stands where."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from dicecup.games.king_of_tokyo import KingView
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import BLACK_DICE, FACES, GOAL
from dicecup.games.king_of_tokyo.view import MonsterView
from dicecup.table import Ask, Match
from dicecup.terminal.king_of_tokyo_input import card_letters, default, understand
from dicecup.terminal.king_of_tokyo_words import RULES, TOPICS, about_card, find_card
from dicecup.terminal.screen import Choice, Screen, Unclear, in_words

_PLACES: Final = {"city": "in Tokyo City", "bay": "in Tokyo Bay", "outside": "outside"}
_SIGNS: Final = ("", "1", "2", "3", "♥", "ϟ", "╳")
_PLAIN: Final = ("", "1", "2", "3", "H", "E", "C")


class KingScreen(Screen):
    """Draws dice and cards, and takes places, faces, numbers and names."""

    def __init__(self, console: Any) -> None:
        super().__init__(console)
        self._greeted = False

    # --- a decision ---

    def draw(self, view: KingView, ask: Ask) -> None:
        """The dice between rolls, the market for buying, else the choices with numbers."""
        if ask.kind in ("roll", "order"):
            return
        if ask.kind == "dice":
            self._draw_dice(view, ask)
            return
        if ask.kind == "buy":
            self._market(view)
        elif ask.kind in ("change", "probe"):
            self._dice_line(view)
        for number, option in enumerate(ask.options, start=1):
            self.console.paragraph(f"{number:4}  {option.text}")

    def prompt(self, view: KingView, ask: Ask) -> str:
        """Whose decision it is and what it is about."""
        name, enter = view.names[ask.seat], default(ask)
        if ask.kind == "order":
            return f"{name}, press Enter to roll for the first turn > "
        if ask.kind == "roll":
            return f"{name}, press Enter to roll > "
        if ask.kind == "dice":
            return (
                f"{name}, keep dice ({view.rolls_left} more) > " if view.rolls_left else f"{name}, no roll left > "
            )
        return f"{name}: {ask.prompt}{f' [Enter: {enter.text}]' if enter else ''} > "

    def understand(self, view: KingView, ask: Ask, line: str) -> Choice:
        """Dice to keep, a number or a name."""
        return understand(view, ask, line)

    # --- words ---

    def rules(self, view: KingView, topic: str) -> str | None:
        """About the game, a topic or a card."""
        if not topic:
            return RULES
        if topic in TOPICS:
            return TOPICS[topic]
        found = find_card(topic)
        return "\n".join(about_card(card) for card in found) if found else None

    def examples(self) -> Sequence[tuple[str, str]]:
        """How choices are typed."""
        return [
            ("Enter", "roll; or take the choice named in the prompt"),
            ("135  or  keep 1 3 5", "keep the dice in these places and roll the others"),
            ("claws  or  keep 3s h", "keep all dice that show this"),
            ("stop,  roll all", "keep all dice; roll all again"),
            ("2,  buy jets,  yield", "take a choice by its number or words of it"),
        ]

    def commands(self) -> Mapping[str, tuple[str, Callable[[Match[Any], str], None]]]:
        """Looking around the table."""
        return {
            "status": ("all monsters: hearts, stars, energy, place, cards", lambda match, _: self._status(match)),
            "deck": ("your cards, or those of another: deck NAME", self._deck),
            "market": ("the cards that can be bought", lambda match, _: self._market(_view(match))),
            "card": ("the words of a card: card NAME", lambda match, name: self._card(name)),
        }

    def standings(self, match: Match[Any]) -> Sequence[str]:
        """A line for each monster that is still in the game."""
        view = _view(match)
        return [_short(view.names[seat], view.monsters[seat]) for seat in view.order if view.monsters[seat].hearts]

    def result(self, match: Match[Any]) -> None:
        """Where everybody stood at the end."""
        self._status(match)

    # --- pictures ---

    def _draw_dice(self, view: KingView, ask: Ask) -> None:
        console = self.console
        self._dice_line(view)
        if not console.words:
            for line in _dice_picture(view.dice, unicode=console.unicode):
                console.say(line)
        for letter, option in card_letters(ask).items():
            console.paragraph(f"  {letter}  {option.text}")
        if not self._greeted:
            self._greeted = True
            console.note("Type the places of the dice you keep, such as 135, and the others are rolled again;")
            console.note("or what they show, such as claws. “stop” keeps all dice. Or: help, status, market.")

    def _dice_line(self, view: KingView) -> None:
        shown = " ".join(FACES[die] for die in view.dice)
        self.console.head(f"{view.names[view.active]}'s dice show {shown}.")

    def _market(self, view: KingView) -> None:
        if not any(view.market):
            self.console.say("The market is empty.")
        for card in view.market:
            if card:
                self.console.paragraph(f"  - {about_card(DECK[card])}")
        for card in view.top:
            if card:
                self.console.paragraph(f"  - On top of the deck: {about_card(DECK[card])}")

    def _status(self, match: Match[Any]) -> None:
        view = _view(match)
        for seat in view.order:
            monster = view.monsters[seat]
            mark = "> " if seat == view.active and match.outcome is None else "  "
            self.console.paragraph(mark + _short(view.names[seat], monster) + ".")
            if monster.cards:
                held = [_held(card.card, card.acts_as, card.counters) for card in monster.cards]
                self.console.paragraph(f"      Cards: {', '.join(held)}.")
        deck = f"{view.deck} cards in the deck, {len(view.discard)} discarded."
        self.console.note(deck if view.deck or view.discard else "Played without cards.")

    def _deck(self, match: Match[Any], name: str) -> None:
        view = _view(match)
        seat = _find_seat(view, name, match.pending.seat if match.pending else 0)
        cards = view.monsters[seat].cards
        if not cards:
            self.console.say(f"{view.names[seat]} has no cards.")
        for card in cards:
            extra = f" ({card.counters} counters)" if card.counters else ""
            copies = f" Now a copy of {DECK[card.acts_as].name}: {DECK[card.acts_as].text}" if card.acts_as else ""
            self.console.paragraph(f"  - {about_card(DECK[card.card])}{extra}{copies}")

    def _card(self, name: str) -> None:
        if not name:
            raise Unclear("Which card? Type its name, such as “card wings”.")
        found = find_card(name)
        if not found:
            raise Unclear(f"There is no card called {name[:40]!r}.")
        for card in found:
            self.console.paragraph(about_card(card))


def _view(match: Match[Any]) -> KingView:
    view = match.view()
    assert isinstance(view, KingView)
    return view


def _short(name: str, monster: MonsterView) -> str:
    if not monster.hearts:
        return f"{name}: out of the game"
    parts = [
        f"{monster.hearts} {'heart' if monster.hearts == 1 else 'hearts'}",
        f"{monster.stars} of {GOAL} stars",
        f"{monster.energy} energy",
        _PLACES[monster.place],
    ]
    for counter in ("poison", "shrink"):
        if count := getattr(monster, counter):
            parts.append(f"{count} {counter}")
    return f"{name}: {', '.join(parts)}"


def _held(card: str, acts_as: str, counters: int) -> str:
    name = DECK[card].name
    copied = f" (as {DECK[acts_as].name})" if acts_as else ""
    return f"{name}{copied}{f' ({counters})' if counters else ''}"


def _find_seat(view: KingView, word: str, usual: int) -> int:
    if not word:
        return usual
    found = [seat for seat, name in enumerate(view.names) if name.casefold().startswith(word.casefold())]
    if len(found) == 1:
        return found[0]
    raise Unclear(f"Whose cards? Here are {in_words(view.names)}.")


def _dice_picture(dice: Sequence[int], *, unicode: bool) -> list[str]:
    signs = _SIGNS if unicode else _PLAIN
    top, side, bottom = ("┌─────┐", "│", "└─────┘") if unicode else ("+-----+", "|", "+-----+")
    lines = [" ".join([top] * len(dice)), " ".join(f"{side}  {signs[die]}  {side}" for die in dice)]
    lines.append(" ".join([bottom] * len(dice)))
    places = [f"{slot + 1} green" if slot >= BLACK_DICE else str(slot + 1) for slot in range(len(dice))]
    lines.append(" ".join(f"{place:^7}" for place in places).rstrip())
    return lines
