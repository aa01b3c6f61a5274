"""Cards as the minds know them; one that nobody knows is taken for something average of its kind and price."""

from collections.abc import Iterable

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import CARDS, DECK
from dicecup.games.king_of_tokyo.state import ONE, Held
from dicecup.table import Ask, Option


class Numbers(dict[str, int]):
    """Where each card stands in a list of all; one that joins the deck later comes last."""

    def __missing__(self, card: str) -> int:
        self[card] = len(self)
        return self[card]


NUMBER = Numbers({card: at for at, card in enumerate(CARDS)})


def alike(card: str, known: Iterable[str]) -> list[str]:
    """The cards among `known` that are most like this one: of its name, or else kind, and nearest in price."""
    new, there = DECK[card], [DECK[each] for each in known if each in DECK]
    if namesakes := [each.id for each in there if each.name == new.name]:
        return namesakes
    peers = [each for each in there if each.keep == new.keep]
    nearest = min((abs(each.cost - new.cost) for each in peers), default=0)
    return [each.id for each in peers if abs(each.cost - new.cost) == nearest]


def kind(held: Held) -> str:
    """The name of a card that lies before a monster; a copy counts as what it copies."""
    return DECK[held.acts_as or held.card].name


def keeps_dice(ask: Ask) -> bool:
    """Whether a question is the one between two rolls."""
    return ask.kind == "dice" and ask.options[0][0] == "keep"


def used(state: KingState, seat: int, option: Option) -> str:
    """The name of the card that an option uses; "" if it uses none."""
    if option[0] != "use":
        return ""
    return next((kind(held) for held in state.monsters[seat].cards if held.card == option[1]), "")


def rolls_die(state: KingState, seat: int, option: Option) -> int | None:
    """The die that an option rolls again, for all that is known."""
    if option[0] == "again" and state.phase == "probe":
        return int(option[1])
    return int(option[2]) if used(state, seat, option) in ("Background Dweller", "Psychic Probe") else None


def turns_die(state: KingState, seat: int, option: Option) -> tuple[int, int] | None:
    """The die that an option turns, and to what, for all that is known."""
    name = used(state, seat, option)
    if name in ("Plot Twist", "Stretchy"):
        return int(option[2]), int(option[3])
    return (int(option[2]), ONE) if name == "Herd Culler" else None
