"""Hush, a toy card game for the tests of the table: everything that Yahtzee does not have.

Each player holds one hidden card, drawn in private from a deck of twice 1 to 6; another one lies face up. In your
turn you pass, or swap your card (a private draw, then a private choice which one to keep; the other one goes back,
a new card is turned up, and you may boast), or peek at somebody's card, or challenge somebody, who yields (a point
for you) or shows: then both cards are revealed, the higher one scores, and both players draw again.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from dicecup.table import (
    OVER,
    Ask,
    Draw,
    Game,
    Mutable,
    Option,
    Options,
    Outcome,
    Play,
    Source,
    State,
    View,
    setting,
)
from dicecup.table.event import Phrase
from dicecup.table.state import Phase

CARDS: Final = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class HushOptions(Options):
    rounds: int = setting(2, "how often everybody has a turn")
    gentle: bool = setting(False, "whether challenges are left out")


@dataclass(slots=True, kw_only=True)
class Hand(Mutable):
    """What lies before one player."""

    card: int = 0  # hidden from the others; 0: none
    seen: list[int] = field(default_factory=list)  # the seats that have peeked at it
    points: int = 0


@dataclass(slots=True, kw_only=True)
class HushState(State):
    options: HushOptions
    hands: list[Hand]
    deck: list[int] = field(default_factory=lambda: list(CARDS))  # the unseen cards; they have no order
    open: int = 0  # the card that lies face up
    current: int = 0
    duel: tuple[int, int] | None = None


@dataclass(slots=True, kw_only=True)
class HushView(View):
    own: int
    known: dict[str, int]
    open: int
    deck: int
    points: tuple[int, ...]
    current: int


HushPlay = Play[HushState]


async def begin(play: HushPlay) -> None:
    state = play.state
    play.tell("begun", cards=len(state.deck))
    state.turn = 1
    state.phase = "deal"


async def deal(play: HushPlay) -> None:
    """A phase of chance alone: everybody without a card gets one."""
    state = play.state
    for seat, hand in enumerate(state.hands):
        if not hand.card:
            hand.card = int(await Draw(f"{state.turn}/{seat}/deal/1", tuple(state.deck), (seat,)))
            state.deck.remove(hand.card)
            play.tell("dealt", seat=seat, audience=(seat,), secret={"card": hand.card})
    state.phase = "move"


def moves(state: HushState) -> tuple[Option, ...]:
    others = [seat for seat in range(len(state.hands)) if seat != state.current]
    found = [Option("pass"), Option("swap")]
    found += [Option("peek", seat, text=f"look at the card of {state.names[seat]}") for seat in others]
    if not state.options.gentle:
        found += [Option("challenge", seat) for seat in others]
    return tuple(found)


async def move(play: HushPlay) -> None:
    state = play.state
    seat = state.current
    choice = await Ask(seat, "move", moves(state), "Your move.")
    if choice.verb == "swap":
        await swap(play)
    elif choice.verb == "peek":
        look(play, int(choice[1]))
    elif choice.verb == "challenge":
        other = int(choice[1])
        play.tell("challenged", seat=seat, other=other)
        reply = await Ask(other, "reply", (Option("yield"), Option("show")), "Yield, or show your card?")
        if reply.verb == "show":
            state.duel = (seat, other)
            state.phase = "reveal"
            return
        state.hands[seat].points += 1
        play.tell("yielded", seat=other)
    else:
        play.tell("passed", seat=seat)
    next_turn(play)


async def swap(play: HushPlay) -> None:
    state = play.state
    seat = state.current
    hand = state.hands[seat]
    new = int(await Draw(f"{state.turn}/{seat}/swap/1", tuple(state.deck), (seat,)))
    play.tell("drew", seat=seat, audience=(seat,), secret={"card": new})
    options = (Option("keep", "old", hand.card), Option("keep", "new", new))
    kept = await Ask(seat, "keep", options, f"Keep {hand.card} or {new}?", private=True)
    if kept[1] == "new":
        state.deck.remove(new)
        state.deck.append(hand.card)
        hand.card = new
    # Whoever knew the old card cannot tell whether it is still there.
    hand.seen = []
    state.deck.sort()
    turned = int(await Draw(f"{state.turn}/-/open/1", tuple(state.deck)))
    state.deck.remove(turned)
    if state.open:
        state.deck.append(state.open)
        state.deck.sort()
    state.open = turned
    play.tell("turned_up", card=turned)
    said = await Ask(seat, "boast", (Option("boast"), Option("silence")), "Boast?")
    play.tell("said", seat=seat, what=said.verb)


def look(play: HushPlay, other: int) -> None:
    state = play.state
    hand = state.hands[other]
    if state.current not in hand.seen:
        hand.seen.append(state.current)
    play.tell("peeked", seat=state.current, other=other, audience=(state.current,), secret={"card": hand.card})


async def reveal(play: HushPlay) -> None:
    """A phase without any decision or chance."""
    state = play.state
    assert state.duel is not None
    cards = tuple(state.hands[seat].card for seat in state.duel)
    play.tell("revealed", seats=state.duel, cards=cards, reveals=True)
    if cards[0] != cards[1]:
        state.hands[state.duel[cards[1] > cards[0]]].points += 1
    for seat in state.duel:
        hand = state.hands[seat]
        state.deck.append(hand.card)
        hand.card, hand.seen = 0, []
    state.deck.sort()
    state.duel = None
    next_turn(play)


def next_turn(play: HushPlay) -> None:
    state = play.state
    state.current = (state.current + 1) % len(state.hands)
    state.turn += 1
    state.phase = "deal"
    if state.turn > state.options.rounds * len(state.hands):
        state.phase = OVER
        play.tell("over", points=tuple(hand.points for hand in state.hands))


PHASES: Final[dict[str, Phase[HushState]]] = {"begin": begin, "deal": deal, "move": move, "reveal": reveal}

PHRASES: Final[dict[str, Phrase]] = {
    "begun": lambda d, n: f"A deck of {d['cards']} cards.",
    "dealt": lambda d, n: f"{n[d['seat']]} gets {_card(d)}.",
    "drew": lambda d, n: f"{n[d['seat']]} draws {_card(d)}.",
    "peeked": lambda d, n: f"{n[d['seat']]} looks at {_card(d)} of {n[d['other']]}.",
    "turned_up": lambda d, n: f"A {d['card']} is turned up.",
    "said": lambda d, n: f"{n[d['seat']]}: {d['what']}.",
    "challenged": lambda d, n: f"{n[d['seat']]} challenges {n[d['other']]}.",
    "yielded": lambda d, n: f"{n[d['seat']]} yields.",
    "passed": lambda d, n: f"{n[d['seat']]} passes.",
    "revealed": lambda d, n: f"{n[d['seats'][0]]} shows {d['cards'][0]}, {n[d['seats'][1]]} {d['cards'][1]}.",
    "over": lambda d, n: f"The game is over: {', '.join(map(str, d['points']))}.",
}


def _card(data: Any) -> str:
    return f"a {data['card']}" if "card" in data else "a card"


class Hush(Game[HushState]):
    name = "hush"
    title = "Hush"
    seats = range(2, 5)
    options = HushOptions
    state = HushState
    phases = PHASES
    phrases = PHRASES

    def setup(self, names: tuple[str, ...], options: HushOptions, carry: Any = None) -> HushState:
        first = carry["first"] if carry else 0
        return HushState(names=names, options=options, phase="begin", hands=[Hand() for _ in names], current=first)

    def carry(self, state: HushState) -> Any:
        return {"first": state.current}

    def check(self, state: HushState) -> None:
        if len(state.hands) != len(state.names) or len(state.names) not in self.seats:
            raise ValueError("Hush has 2 to 4 players with a hand each.")
        if state.phase not in (*self.phases, OVER):
            raise ValueError(f"There is no phase {state.phase!r}.")
        cards = sorted(
            state.deck + [hand.card for hand in state.hands if hand.card] + [state.open] * bool(state.open)
        )
        if tuple(cards) != CARDS:
            raise ValueError("There are twice the cards 1 to 6.")
        if not 0 <= state.current < len(state.hands):
            raise ValueError("Somebody at the table has the turn.")
        if any(type(seat) is not int or not 0 <= seat < len(state.hands) for seat in state.duel or ()):
            raise ValueError("A duel is between two players.")
        holding = [bool(hand.card) for hand in state.hands]
        if (state.phase == "move" and not all(holding)) or ((state.phase == "reveal") != (state.duel is not None)):
            raise ValueError("That cannot be in this phase.")
        if state.duel is not None and not all(holding[seat] for seat in state.duel):
            raise ValueError("A duel needs two cards.")

    def view(self, state: HushState, seat: int | None) -> HushView:
        known = {str(i): hand.card for i, hand in enumerate(state.hands) if seat is not None and seat in hand.seen}
        return HushView(
            game=self.name,
            names=state.names,
            seat=seat,
            turn=state.turn,
            phase=state.phase,
            own=0 if seat is None else state.hands[seat].card,
            known=known,
            open=state.open,
            deck=len(state.deck),
            points=tuple(hand.points for hand in state.hands),
            current=state.current,
        )

    def why_not(self, state: HushState, ask: Ask, choice: tuple[Any, ...]) -> str:
        if choice[0] == "keep":
            return "You can only keep the card you had or the one you drew."
        return self.no_such_choice(ask, choice)

    def outcome(self, state: HushState) -> Outcome:
        points = tuple(hand.points for hand in state.hands)
        best = tuple(seat for seat, each in enumerate(points) if each == max(points))
        return Outcome(winners=best, scores=points, reason="most points")

    def redraw(self, state: HushState, seat: int | None, source: Source) -> None:
        hidden = [
            hand
            for i, hand in enumerate(state.hands)
            if hand.card and i != seat and (seat is None or seat not in hand.seen)
        ]
        pool = sorted(state.deck + [hand.card for hand in hidden])
        for number, hand in enumerate(hidden):
            hand.card = int(Draw(f"redraw {number}", tuple(pool)).sample(source))
            pool.remove(hand.card)
        state.deck = pool


HUSH: Final = Hush()
