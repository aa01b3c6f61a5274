"""King of Tokyo in the terminal: dice, the market, who stands where."""

import textwrap
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from dicecup.games.king_of_tokyo import KingView
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import CHARACTERS, GOAL, SWEEP_PRICE
from dicecup.games.king_of_tokyo.view import CardView, MonsterView
from dicecup.table import Ask, Option
from dicecup.table.pick import Price
from dicecup.table.words import listed
from dicecup.terminal.console import cells, cut, pad
from dicecup.terminal.king_of_tokyo.dice import dice_picture, dice_words
from dicecup.terminal.king_of_tokyo.input import WITH_DICE, Line, default, lines, understand
from dicecup.terminal.king_of_tokyo.words import about_card, explain, find_card
from dicecup.terminal.matching import plain
from dicecup.terminal.questions import Answer, Rest, Unclear, Which
from dicecup.terminal.reading import house_rules
from dicecup.terminal.screen import Choice, Screen
from dicecup.terminal.seen import Fork, Seen

_PLACES: Final = {"city": "in Tokyo City", "bay": "in Tokyo Bay", "outside": "outside Tokyo"}
_QUIET: Final = ("roll", "order")  # where there is mostly nothing to choose


class KingScreen(Screen):
    """Draws dice and cards, and takes places, faces, numbers, letters and names."""

    shows_secrets = True
    about_names = f"A player named after a monster plays that monster: {listed(CHARACTERS, 'or')}."

    def __init__(self, console: Any) -> None:
        super().__init__(console)
        self._greeted = False

    # --- a decision ---

    def draw(self, view: KingView, ask: Ask, fork: Fork) -> None:
        """The dice with what they would bring, the market for buying, and the choices with what to type."""
        console = self.console
        if ask.kind in WITH_DICE[:3]:
            self._dice(view, ask.seat)
        if ask.kind in ("dice", "change"):
            self._foresee(ask, fork(0))
        if not self._fits(self._question(view, ask)):
            console.paragraph(ask.prompt)
        if ask.kind == "buy":
            console.head("The market:")
            self._shop(view, ask, fork(0))
        elif ask.kind == "peeked":
            self._known_top(view, fork(0), ask.seat)
        if ask.kind != "buy":
            for line in lines(view, ask):
                self._choice(line)
        enter = default(ask)
        if enter is not None and len(ask.options) > 1 and not console.words:
            self._listed("Enter", enter.text)
        if ask.kind == "dice" and not self._greeted:
            self._greeted = True
            console.note("Type the places of the dice you keep, such as 135, and the others are rolled;")
            console.note("or what they show, such as claws. “stop” keeps all. Or: help, status, market.")

    def prompt(self, view: KingView, ask: Ask) -> str:
        """Whose decision it is and what it is about."""
        question = self._question(view, ask)
        if self._fits(question):
            return question
        what = "stay or yield?" if ask.kind == "yield" else "your choice"
        return f"{view.names[ask.seat]}, {what}{_enter(ask)} > "

    def _fits(self, question: str) -> bool:
        return len(question) < min(self.console.width, 80) - 8  # so that there is room to type

    def _question(self, view: KingView, ask: Ask) -> str:
        name = view.names[ask.seat]
        if ask.kind == "order":
            return f"{name}, press Enter to roll for the first turn > "
        if ask.kind == "roll":
            return f"{name}, press Enter to roll > "
        if ask.kind == "dice":
            left = f"{view.rolls_left} roll{'s' if view.rolls_left > 1 else ''} left"
            return (
                f"{name}, keep dice ({left}) > " if view.rolls_left else f"{name}, no rolls left{_enter(ask)} > "
            )
        if ask.kind == "buy":
            return f"{name}, buy with {view.monsters[ask.seat].energy} energy{_enter(ask)} > "
        if ask.kind == "change":
            return f"{name}, change your dice with cards?{_enter(ask)} > "
        if ask.kind == "probe":
            return f"{name}, meddle with {view.names[view.active]}'s dice?{_enter(ask)} > "
        return f"{name}: {ask.prompt}{_enter(ask)} > "

    def understand(self, view: KingView, ask: Ask, line: str) -> Choice:
        """Dice to keep, a number, a letter or words."""
        return understand(view, ask, line)

    def _choice(self, line: Line, text: str = "", more: str = "") -> None:
        """A line of the list."""
        text = text or line.text
        if self.console.words:
            self.console.paragraph(f"{line.key}: {text}{'' if text.endswith('.') else '.'} {more}".rstrip())
            return
        self._listed(line.key, text)
        if more:
            self._listed("", more)

    def _listed(self, key: str, text: str) -> None:
        for wrapped in textwrap.wrap(text, min(self.console.width, 80) - 9):
            self.console.say(f"{key:>7}  {wrapped}")
            key = ""

    def _foresee(self, ask: Ask, match: Seen) -> None:
        brings = match.forecast()
        what = "If you stop now" if ask.kind == "dice" else "If you leave them as they are"
        what += ", you can expect this" if self.console.words else ""
        self.console.paragraph(f"{what}: {brings}.")

    # --- words ---

    def rules(self, view: KingView, topic: str) -> str | None:
        """About the game, a topic or a card."""
        return explain(topic, view.options)

    def examples(self) -> Sequence[tuple[str, str]]:
        """How choices are typed."""
        return [
            ("Enter", "roll; or take the choice named in the prompt"),
            ("135  or  keep 1 3 5", "keep the dice in these places and roll the others"),
            ("claws  or  keep 3s h", "keep all dice that show this: 1s 2s 3s h e c"),
            ("roll 2 4,  roll hearts", "roll these dice and keep the others; roll all"),
            ("stop", "keep all dice and roll no more"),
            ("w,  p 3 claw", "use a card by its letter, on die 3, to a claw"),
            ("2,  buy jets,  yield", "take a choice by its number or words of it"),
        ]

    def commands(self) -> Mapping[str, tuple[str, Callable[[Seen, str], None]]]:
        """Looking around the table."""
        return {
            "status": ("all monsters: hearts, stars, energy, place, cards", lambda match, _: self._status(match)),
            "deck": ("your cards and how to use them; of others: deck NAME", self._deck),
            "market": ("the cards that can be bought, with your prices", lambda match, _: self._market(match)),
            "card": ("what a card says: card NAME", self._card),
            "never": (
                "stop asking me: never, never react",
                lambda match, kind: self._ask(match, kind, False),
            ),
            "always": ("ask me again: always react", lambda match, kind: self._ask(match, kind, True)),
        }

    def _ask(self, match: Seen, kind: str, wanted: bool) -> None:
        """Whether the person at the keyboard is asked about optional interrupts; without a kind: how it is now."""
        seat, kind = self._asked(match), kind.casefold()
        happened = match.never_ask(seat, kind, never=not wanted) if kind else []
        for each, when in match.game.interrupts.items():
            asked = "not asked" if each in match.never_asked(seat) else "asked"
            if not kind or each == kind:
                self.console.paragraph(f"{each}: {match.names[seat]} is {asked} {when}.")
        for event in happened:
            self.console.say(event.text())

    def standings(self, match: Seen) -> Sequence[str]:
        """Each monster that is still in the game, with its counters in a line of their own."""
        view = self._view(match)
        seats = [seat for seat in view.order if view.monsters[seat].hearts]
        rows = zip(seats, self._table(view, seats, {seat: view.names[seat] for seat in seats}), strict=True)
        marks = {seat: [] if self.console.words else _marks(view.monsters[seat]) for seat in seats}
        return [
            line
            for seat, row in rows
            for line in (row, *([f"      {listed(marks[seat])}"] if marks[seat] else []))
        ]

    def advised(self, view: KingView, option: Option) -> str:
        """That the rest is rolled need not be said."""
        return option.text.removesuffix(", roll the rest")

    def out(self, match: Seen) -> Collection[int]:
        """Monsters without hearts."""
        return [seat for seat, monster in enumerate(self._view(match).monsters) if not monster.hearts]

    def result(self, match: Seen) -> None:
        """Where everybody stood at the end."""
        if match.outcome is not None:
            self.console.head(f"The game is over: {match.outcome.reason}.")
        self._status(match)

    # --- dice ---

    def _dice(self, view: KingView, seat: int) -> None:
        console = self.console
        if seat != view.active:
            console.say(f"{view.names[view.active]}'s dice:")
        if console.words or console.width < 9 * len(view.dice) - 1:
            console.paragraph(dice_words(view.dice))
            return
        for line in dice_picture(view.dice, unicode=console.unicode):
            console.say(line)

    # --- cards ---

    def _shop(self, view: KingView, ask: Ask, match: Seen) -> None:
        energy, prices = view.monsters[ask.seat].energy, match.prices(ask.seat)
        for line in lines(view, ask):
            [(verb, *args)] = line.choices
            card = str(args[0]) if verb == "buy" else ""
            if card:
                offer = self._offer(card, _cost(view, prices, card), energy)
                self._choice(line, offer, DECK[card].text_in(view.options))
            elif verb == "sweep" and energy < SWEEP_PRICE:
                self._choice(line, f"{line.text[:-1]}; you have {energy})")
            else:
                self._choice(line)

    def _offer(self, card: str, cost: int, energy: int) -> str:
        lack = f" ({cost - energy} more than you have)" if cost > energy else ""
        return f"{DECK[card].name}, {cost} energy{lack}, {'keep' if DECK[card].keep else 'discard'}"

    def _market(self, match: Seen) -> None:
        view, seat = self._view(match), self._asked(match)
        if not any(view.market):
            self.console.say("The market is empty." if view.deck or view.discard else "Played without cards.")
            return
        energy, prices = view.monsters[seat].energy, match.prices(seat)
        self.console.head(f"The market, for {view.names[seat]} with {energy} energy:")
        for card in view.market:
            if card:
                self._say_card(view, card, self._offer(card, _cost(view, prices, card), energy))
        self._known_top(view, match, seat)

    def _known_top(self, view: KingView, match: Seen, seat: int) -> None:
        """What whoever looks at the screen knows of the deck; nothing where others look as well."""
        prices = match.prices(seat) if self.viewer == seat else {}
        for card in view.top:
            if card in prices:
                offer = self._offer(card, _cost(view, prices, card), view.monsters[seat].energy)
                self._say_card(view, card, f"On top of the deck: {offer}")

    def _say_card(self, view: KingView, card: str, offer: str) -> None:
        self.console.paragraph(f"- {offer}. {DECK[card].text_in(view.options)}")

    def _deck(self, match: Seen, name: str) -> None:
        view = self._view(match)
        seat = _find_seat(view, name, self._asked(match))
        cards = view.monsters[seat].cards
        if not cards:
            self.console.say(f"{view.names[seat]} has no cards.")
        for held in cards:
            notes = [_counters(held)] if held.counters else []
            if held.acts_as:
                copied = DECK[held.acts_as]
                notes.append(f"Now a copy of {copied.name}: {copied.text_in(view.options)}")
            if (
                match.pending is not None
                and seat == match.pending.seat
                and (when := _usable(match, match.pending, held))
            ):
                notes.append(when)
            own = about_card(DECK[held.card], view.options)
            self.console.paragraph(" ".join([f"- {own}", *notes]))

    def _card(self, match: Seen, name: str) -> None:
        if not name:
            raise Rest("Which card? Type its name, such as “wings”.")
        if not find_card(name):
            raise Unclear(f"There is no card called {name[:40]!r}.")
        self.console.paragraph(explain(f"card {name}", self._view(match).options) or "")

    # --- monsters ---

    def _status(self, match: Seen) -> None:
        view = self._view(match)
        names = {
            seat: name if name == monster.character else f"{cut(name, 16)} ({monster.character})"
            for seat, (name, monster) in enumerate(zip(view.names, view.monsters, strict=True))
        }
        indent = "" if self.console.words else "      "
        for seat, line in zip(view.order, self._table(view, view.order, names), strict=True):
            now = seat == view.active and match.outcome is None and view.turn
            if self.console.words:
                self.console.paragraph(line + (f" It is {view.names[seat]}'s turn." if now else ""))
            else:
                self.console.paragraph(f"{'>' if now else ' '} {line}")
            if more := self._more(view, seat):
                self.console.paragraph(indent + more)
        deck = f"{view.deck} cards in the deck, {len(view.discard)} discarded."
        self.console.note(deck if view.deck or view.discard else "Played without cards.")
        if house := house_rules(view.options):
            self.console.note(f"House rules: {house}. “help house” says more.")

    def _more(self, view: KingView, seat: int) -> str:
        """What there is to say about a monster beside its numbers."""
        monster = view.monsters[seat]
        notes = []
        if not self.console.words and (marks := _marks(monster)):
            notes.append(f"{listed(marks)}.")
        if monster.untouchable:
            notes.append("Loses no hearts for the rest of this turn.")
        if seat in view.extra_turns:
            notes.append("Will take an extra turn.")
        if monster.cards:
            notes.append(f"Cards: {', '.join(_held(card) for card in monster.cards)}.")
        return " ".join(notes)

    def _table(self, view: KingView, seats: Sequence[int], names: Mapping[int, str]) -> list[str]:
        """A line for each of these monsters, in columns unless words are wanted."""
        if self.console.words:
            return [_sentence(names[seat], view.monsters[seat]) for seat in seats]
        short = {seat: cut(names[seat], 30) for seat in seats}
        width = max(map(cells, short.values()))
        return [_row(pad(short[seat], width), view.monsters[seat]) for seat in seats]

    def _asked(self, match: Seen) -> int:
        """Whoever reads the screen; with several persons, the one who has to decide."""
        return self.viewer if self.viewer is not None else match.pending.seat if match.pending else 0

    def _view(self, match: Seen) -> KingView:
        view = match.view(self.viewer)
        assert isinstance(view, KingView)
        return view


def _cost(view: KingView, prices: Mapping[str, Price], card: str) -> int:
    """What a card costs; whoever only looks on is told what is printed on it."""
    return sum(much for much, _ in prices[card]) if card in prices else DECK[card].cost_in(view.options)


def _enter(ask: Ask) -> str:
    enter = default(ask)
    return f" [Enter: {enter.text}]" if enter is not None else ""


def _counters(held: CardView) -> str:
    what = DECK[held.acts_as or held.card].counted
    many = "" if what == "energy" or held.counters == 1 else "s"
    return f"{held.counters} {what}{many} on it."


def _usable(match: Seen, ask: Ask, held: CardView) -> str:
    """How the card can be used now, or why it cannot."""
    if any(option[:2] == ("use", held.card) for option in ask.options):
        return "You can use it now."
    reason = match.why_not(("use", held.card), ask.seat) or ""
    return "" if reason.endswith("like that.") else reason


def _row(name: str, monster: MonsterView) -> str:
    if not monster.hearts:
        return f"{name}  out of the game"
    return (
        f"{name}  {_many(monster.hearts, 'heart'):<9}  {_many(monster.stars, 'star'):<8}  "
        f"{monster.energy:2} energy  {_PLACES[monster.place]}"
    )


def _sentence(name: str, monster: MonsterView) -> str:
    if not monster.hearts:
        return f"{name} is out of the game."
    hearts = _many(monster.hearts, "heart").strip()
    parts = [hearts, f"{monster.stars} of {GOAL} stars", f"{monster.energy} energy", *_marks(monster)]
    return f"{name} has {listed(parts)} and is {_PLACES[monster.place]}."


def _marks(monster: MonsterView) -> list[str]:
    counters = {"poison": monster.poison, "shrink": monster.shrink}
    return [_many(count, f"{kind} counter").strip() for kind, count in counters.items() if count]


def _many(number: int, what: str) -> str:
    return f"{number:2} {what}{'' if number == 1 else 's'}"


def _held(held: CardView) -> str:
    copied = f" (as {DECK[held.acts_as].name})" if held.acts_as else ""
    return f"{DECK[held.card].name}{copied}{f' ({held.counters})' if held.counters else ''}"


def _find_seat(view: KingView, word: str, usual: int) -> int:
    if not word:
        return usual
    wanted = plain(word)
    exact = [seat for seat, name in enumerate(view.names) if plain(name) == wanted]
    found = exact or [s for s, name in enumerate(view.names) if name.casefold().startswith(word.casefold())]
    if len(found) == 1:
        return found[0]
    raise Which("Whose cards: ", [Answer(name, name) for name in view.names], "?")
