"""King of Tokyo as the table knows it."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from dicecup.games.king_of_tokyo import actions, encoding, rules, text, words
from dicecup.games.king_of_tokyo.cards.base import CALLED, DECK, refresh
from dicecup.games.king_of_tokyo.cards.deck import CARDS, TROUBLES
from dicecup.games.king_of_tokyo.feats import FEATS
from dicecup.games.king_of_tokyo.forecast import forecast
from dicecup.games.king_of_tokyo.gains import max_hearts
from dicecup.games.king_of_tokyo.handbook import handbook
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.picks import picks, prices
from dicecup.games.king_of_tokyo.refusals import why_not
from dicecup.games.king_of_tokyo.state import (
    BAY,
    CHARACTERS,
    CITY,
    GOAL,
    MARKET,
    OUTSIDE,
    KingState,
    Monster,
)
from dicecup.games.king_of_tokyo.view import SHOWN, KingView, view
from dicecup.table import OVER, Ask, Deed, Draw, Game, Match, Option, Outcome, Pick, SetupError, Source
from dicecup.table.actions import Words
from dicecup.table.encoding import Part
from dicecup.table.errors import shown
from dicecup.table.game import same_faces
from dicecup.table.pick import Price

_BOX: Final = 66  # cards there were from the beginning


class KingOfTokyo(Game[KingState]):
    """Monsters, dice, and one city too small for them all."""

    name = "king-of-tokyo"
    title = "King of Tokyo"
    blurb = "Six monsters, six dice, and one city too small for them all."
    seats = range(2, 7)
    options = KingOptions
    interrupts = text.INTERRUPTS
    views = KingView
    state = KingState
    phases = rules.PHASES
    phrases = text.PHRASES
    called = CALLED
    troubles = TROUBLES
    shown = SHOWN
    themes = text.THEMES
    feats = FEATS
    endless = actions.ENDLESS
    untold = encoding.LEFT_OUT

    def default_names(self, seats: int) -> tuple[str, ...]:
        """The monsters' own."""
        return CHARACTERS[:seats]

    def setup(self, names: tuple[str, ...], options: KingOptions, carry: Any = None) -> KingState:
        """Everybody outside with 10 hearts; who is who was agreed before, or follows from the names."""
        return KingState(
            names=names,
            options=options,
            phase="begin",
            monsters=[Monster(character=each) for each in (_agreed(names, carry) if carry else _by_name(names))],
            order=list(range(len(names))),
            deck=list(CARDS) if options.cards else [],
        )

    def cast(self, names: tuple[str, ...], wanted: Sequence[str]) -> Any:
        """The monsters as wished; whoever has no wish gets the one of that name, or the next that is free."""
        known = {character.casefold(): character for character in CHARACTERS}
        for wish in wanted:
            if wish and wish.casefold() not in known:
                raise SetupError(f"There is no monster {shown(wish)}. There is: {', '.join(CHARACTERS)}.")
        taken = [known.get(wish.casefold(), "") for wish in wanted]
        if len(set(filter(None, taken))) < len(list(filter(None, taken))):
            raise SetupError("Two players cannot be the same monster.")
        for seat, name in enumerate(names):
            if not taken[seat] and (own := known.get(name.casefold(), "")) not in taken:
                taken[seat] = own
        free = [character for character in CHARACTERS if character not in taken]
        return {"characters": [each or free.pop(0) for each in taken]}

    def carry(self, state: KingState) -> Any:
        """Who is who, if that does not follow from the names: it stays so at this table."""
        return self.carry_over(state, range(len(state.monsters)))

    def carry_over(self, state: KingState, order: Sequence[int]) -> Any:
        """The same, each monster with its player."""
        characters = [state.monsters[seat].character for seat in order]
        names = tuple(state.names[seat] for seat in order)
        return None if characters == _by_name(names) else {"characters": characters}

    def deck(self, state: KingState) -> list[str]:
        """Before monsters, for sale, discarded and unseen."""
        found = [*state.deck, *state.discard, *filter(None, state.market)]
        found += [held.card for monster in state.monsters for held in monster.cards]
        found += [peeked.card for peeked in state.top] + ([state.arriving.card] if state.arriving else [])
        return sorted(found)

    def begun_like(self, start: KingState, carry: Any = None) -> KingState:
        """With the deck it began with: cards that came later are not in it."""
        state = super().begun_like(start, carry)
        state.deck = [card for card in state.deck if card in start.deck]
        return state

    def check(self, state: KingState) -> None:
        """A state in which a phase can begin. Works out what follows from the rest."""
        seats = len(state.monsters)
        if seats not in self.seats or len(state.names) != seats:
            raise ValueError(f"King of Tokyo has 2 to 6 players with a name and a monster each, not {seats}.")
        if sorted(state.order) != list(range(seats)):
            raise ValueError("Everybody sits at the table once.")
        if state.phase != OVER and state.phase not in self.phases:
            raise ValueError(f"There is no phase {state.phase!r}; there are {', '.join(self.phases)}.")
        if not 0 <= state.active < seats or not 0 <= state.round_seat < seats:
            raise ValueError("It is the turn of somebody at the table.")
        _check_cards(state, self.deck(state))
        for monster in state.monsters:
            _check_monster(monster)
        places = [monster.place for monster in state.monsters]
        if places.count(CITY) > 1 or places.count(BAY) > 1:
            raise ValueError("There is room for one monster in the City and one in the Bay.")
        if BAY in places and sum(monster.alive for monster in state.monsters) < 5:
            raise ValueError("The Bay is open only while five or more monsters are alive.")
        if len(state.dice) > 9 or any(not 1 <= die <= 6 for die in state.dice):
            raise ValueError("There are at most nine dice, with faces 1 to 6.")

    def view(self, state: KingState, seat: int | None) -> KingView:
        """Everything but the cards to come."""
        return view(state, seat)

    def seen_alike(self, state: KingState) -> bool:
        """Unless somebody has looked at the top of the deck."""
        return not state.top

    def why_not(self, state: KingState, ask: Ask, choice: tuple[Any, ...]) -> str:
        """The reason in words."""
        return why_not(state, ask, choice) or self.no_such_choice(ask, choice)

    def greyed(self, state: KingState, ask: Ask) -> list[Option]:
        """Cards of the market that are too dear, sweeping, and one's own cards that cannot be used now."""
        offered = {option[:2] for option in ask.options}
        found = []
        if ask.kind == "buy":
            found = [Option("buy", card, text=f"buy {DECK[card].name}") for card in state.market if card]
            found.append(text.SWEEP)
        found += [Option("use", held.card, text=DECK[held.card].name) for held in state.monsters[ask.seat].cards]
        return [option for option in found if option not in offered]

    def forecast(self, match: Match[KingState], ask: Ask) -> str:
        """What the dice would bring as they lie."""
        return forecast(match, ask)

    def alike(self, state: KingState, ask: Ask, option: Option) -> Option:
        """Keeping the same faces."""
        return same_faces(state.dice, ask, option) if option.verb == "keep" else option

    def picks(self, state: KingState, ask: Ask) -> tuple[Pick, ...]:
        """Dice, cards and monsters."""
        return picks(state, ask)

    def deed(self, state: KingState, ask: Ask, option: Option) -> Deed:
        """With what the dice showed, or the hearts and the energy there were."""
        return text.deed(state, ask, option)

    def prices(self, state: KingState, seat: int) -> dict[str, Price]:
        """Of the market, after all discounts."""
        return prices(state, seat)

    def handbook(self, options: Any = None) -> dict[str, Any]:
        """The rules, the characters and every card; by the house rules of a table, if they are given."""
        return handbook(options or KingOptions())

    def in_words(self, view: KingView) -> Iterable[str]:
        """All of it."""
        return words.told(view)

    def choices(self, seats: int, options: Any) -> Iterable[Words]:
        """The same for every table of so many seats, with cards or without."""
        return actions.choices(seats)

    def parts(self, seats: int) -> Iterable[Part]:
        """The question, and all that the viewer knows."""
        return encoding.parts(seats)

    def outcome(self, state: KingState) -> Outcome:
        """By stars, by survival, or nobody."""
        won = rules.winners(state)
        if not won:
            reason = "nobody survived"
        elif state.monsters[won[0]].stars >= GOAL:
            reason = "20 stars"
        else:
            reason = "last monster standing"
        return Outcome(winners=won, scores=tuple(monster.stars for monster in state.monsters), reason=reason)

    def redraw(self, state: KingState, seat: int | None, source: Source) -> None:
        """Cards on top of the deck that others have looked at may be any of those not seen."""
        for place, peeked in enumerate(state.top):
            if seat not in peeked.seen_by:
                pool = sorted([*state.deck, peeked.card])
                peeked.card = str(Draw(f"redraw/{place}", pool).sample(source))
                pool.remove(peeked.card)
                state.deck = pool


def _check_cards(state: KingState, known: list[str]) -> None:
    held = [held for monster in state.monsters for held in monster.cards]
    if unknown := sorted({*known, *(one.acts_as for one in held if one.acts_as)} - DECK.keys()):
        raise ValueError(f"There is no card {shown(unknown[0])} here: whatever brought it is not installed.")
    # A game keeps the deck it began with; there have never been fewer cards than in the box.
    if len(set(known)) < len(known) or (len(known) < _BOX if state.options.cards else known):
        raise ValueError(f"Each of the {_BOX} cards or more is in exactly one place.")
    if state.deck != sorted(state.deck):
        raise ValueError("The deck has no order: write it down sorted.")
    if any(not DECK[one.card].keep for one in held):
        raise ValueError("Only keep cards lie before monsters.")
    if len(state.market) > MARKET:
        raise ValueError("The market has three places.")


def _check_monster(monster: Monster) -> None:
    refresh(monster)
    if not 0 <= monster.hearts <= max_hearts(monster):
        raise ValueError(f"{monster.character} cannot have {monster.hearts} hearts.")
    if not 0 <= monster.stars <= GOAL:
        raise ValueError(f"{monster.character} cannot have {monster.stars} stars.")
    if min(monster.energy, monster.poison, monster.shrink) < 0:
        raise ValueError(f"{monster.character} cannot have less than nothing.")
    if monster.place not in (OUTSIDE, CITY, BAY):
        raise ValueError(f"There is no place {monster.place!r}.")
    if not monster.alive and (monster.cards or monster.energy or monster.in_tokyo):
        raise ValueError(f"{monster.character} is out of the game and owns nothing.")


def _by_name(names: tuple[str, ...]) -> list[str]:
    """A player named like a monster is that monster; the others get the rest."""
    known = {character.casefold(): character for character in CHARACTERS}
    taken = [known.get(name.casefold(), "") for name in names]
    free = [character for character in CHARACTERS if character not in taken]
    return [character or free.pop(0) for character in taken]


def _agreed(names: tuple[str, ...], carry: Any) -> list[str]:
    match carry:
        case {"characters": [*found]} if len(carry) == 1 and len(found) == len(names):
            if len({each for each in CHARACTERS if each in found}) == len(found):
                return found
    raise ValueError("it is a monster for each player, none twice.")


GAME = KingOfTokyo()
