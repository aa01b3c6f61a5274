"""The networks on rows of a batch, to be compiled: what `position` and `network` do to states.

All that a monster's numbers add to the first layer is looked up: a row of weights for each value that a number can
have. So are its cards and the market. Places are those of the living, clockwise from whoever's turn it is.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.king_of_tokyo.cards import BATTERIES, BOX, BOXED, CHEAPER, DISCOUNT, MIMIC, SMOKE_CLOUD
from dicecup.batch.king_of_tokyo.gains import left_by
from dicecup.batch.king_of_tokyo.hands import acting, counters, next_of, total
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    ASKED,
    ENERGY,
    EXTRA,
    EXTRAS,
    FIELDS,
    FIRST,
    HEARTS,
    MONSTER,
    MOST_SEATS,
    ON_SALE,
    ORDER,
    PHASE,
    PLACE,
    POISON,
    ROLL,
    SHRINK,
    STARS,
    START,
    WINNERS,
    Ints,
    Rules,
)
from dicecup.games.king_of_tokyo.state import GOAL, MARKET
from dicecup.players.king_of_tokyo.network import EMBEDDED, LOOK_UP, Network
from dicecup.players.king_of_tokyo.position import COLUMNS

Singles = NDArray[np.float32]
Floats = NDArray[np.float64]

# The numbers of a monster, as in `position`.
N_HEARTS, N_STARS, N_ENERGY, N_PLACE, N_POISON, N_SHRINK = range(COLUMNS)
MOST: Final[Ints] = np.array([len(table) - 1 for table in LOOK_UP])
FROM: Final[Ints] = np.array([0, *np.cumsum([len(table) for table in LOOK_UP])])
ABOUT_TO_BUY, ANOTHER_TURN, A_MARKET = range(3)


class Nets(NamedTuple):
    """The weights of all networks; the first number is always how many monsters live."""

    numbers: Singles  # and place, value of a number, hidden
    cards: Singles  # and place, card, hidden
    market: Singles  # and card, hidden; the last card is none
    affordable: Singles
    whole: Singles  # and ABOUT_TO_BUY ...
    bias: Singles
    second: Singles
    second_bias: Singles
    out: Singles
    out_bias: Singles
    costs: Ints


class Desk(NamedTuple):
    """Room to work in."""

    hidden: Singles  # the layers of a network
    second: Singles
    active: Ints  # what of the first layer is not 0
    told: Floats  # chances by places
    mean: Floats  # of several of these
    before: Singles  # the first layer without what they differ in
    deck: Ints  # cards that might come
    who: Ints  # seats by places
    numbers: Ints  # of one monster


def new_desk(nets: Nets) -> Desk:
    """Room for these networks."""
    return Desk(
        np.zeros(nets.bias.shape[1], np.float32),
        np.zeros(nets.second_bias.shape[1], np.float32),
        np.zeros(nets.bias.shape[1] + 1, np.int64),
        np.zeros(MOST_SEATS),
        np.zeros(MOST_SEATS),
        np.zeros(nets.bias.shape[1], np.float32),
        np.zeros(BOXED, np.int64),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros(COLUMNS, np.int64),
    )


def new_nets(networks: Mapping[int, Network]) -> Nets:
    """Networks as they are looked up here."""
    wide, narrow = networks[2].weights["second"].shape
    counts = MOST_SEATS + 1
    found = Nets(
        numbers=np.zeros((counts, MOST_SEATS, FROM[-1], wide), np.float32),
        cards=np.zeros((counts, MOST_SEATS, BOXED, wide), np.float32),
        market=np.zeros((counts, BOXED + 1, wide), np.float32),
        affordable=np.zeros((counts, BOXED + 1, wide), np.float32),
        whole=np.zeros((counts, 3, wide), np.float32),
        bias=np.zeros((counts, wide), np.float32),
        second=np.zeros((counts, wide, narrow), np.float32),
        second_bias=np.zeros((counts, narrow), np.float32),
        out=np.zeros((counts, narrow, MOST_SEATS), np.float32),
        out_bias=np.zeros((counts, MOST_SEATS), np.float32),
        costs=np.zeros(BOXED, np.int64),
    )
    inside = sum(table.shape[1] for table in LOOK_UP)
    for living in range(2, counts):
        network = networks[living]
        w, cards = network.weights, [network.cards.index(card) for card in BOX]
        for place in range(living):
            at = place * inside
            for column, table in enumerate(LOOK_UP):
                rows = w["numbers"][at : at + table.shape[1]]
                found.numbers[living, place, FROM[column] : FROM[column + 1]] = table @ rows
                at += table.shape[1]
            block = w["cards"][place * EMBEDDED : (place + 1) * EMBEDDED]
            found.cards[living, place] = w["embed"][cards] @ block
        found.market[living] = w["market"][[*cards, -1]]
        found.affordable[living] = w["affordable"][[*cards, -1]]
        found.whole[living] = w["numbers"][living * inside :]
        found.bias[living], found.second[living] = w["bias"], w["second"]
        found.second_bias[living] = w["second bias"]
        found.out[living, :, :living] = w["out"]
        found.out_bias[living, :living] = w["out bias"]
        found.costs[:] = network.costs[cards]
    return found


def living_from(row: Ints, rules: Rules, who: Ints) -> int:
    """The living seats, clockwise from whoever's turn it is, into `who`; how many."""
    count = 0
    for away in range(rules.seats):
        seat = left_by(row, rules, row[ACTIVE], away)
        if row[MONSTER + FIELDS * seat + HEARTS] > 0:
            who[count] = seat
            count += 1
    return count


def numbers_of(row: Ints, seat: int, numbers: Ints) -> None:
    """The numbers of a monster."""
    me = MONSTER + FIELDS * seat
    numbers[N_HEARTS], numbers[N_STARS], numbers[N_ENERGY] = row[me + HEARTS], row[me + STARS], row[me + ENERGY]
    numbers[N_PLACE], numbers[N_POISON], numbers[N_SHRINK] = row[me + PLACE], row[me + POISON], row[me + SHRINK]


def about_to_roll(row: Ints) -> bool:
    """Whether the dice of the turn have not been rolled yet."""
    return bool(row[PHASE] in (ORDER, START, ROLL))


def has_another(row: Ints, seat: int) -> bool:
    """Whether a seat has an extra turn to come."""
    for number in range(row[EXTRAS]):  # noqa: SIM110 - it is compiled
        if row[EXTRA] >> (3 * number) & 7 == seat:
            return True
    return False


def add(hidden: Singles, weights: Singles) -> None:
    """A row of weights to the first layer."""
    for each in range(len(hidden)):
        hidden[each] += weights[each]


def add_part(hidden: Singles, weights: Singles, share: float) -> None:
    """The same, so many times."""
    part = np.float32(share)
    for each in range(len(hidden)):
        hidden[each] += part * weights[each]


def add_cards(row: Ints, nets: Nets, living: int, place: int, seat: int, hidden: Singles) -> None:
    """The cards of a monster."""
    card = row[MONSTER + FIELDS * seat + FIRST]
    while card >= 0:
        acts, share = acting(row, card), 1.0
        if card == MIMIC:
            add(hidden, nets.cards[living, place, MIMIC])
        if acts >= 0 and not (card == MIMIC and acts == MIMIC):
            if acts == SMOKE_CLOUD:
                share = (6 * min(counters(row, card), 3) // 3) / 6
            elif acts == BATTERIES:
                share = min(counters(row, card), 6) / 6
            add_part(hidden, nets.cards[living, place, acts], share)
        card = next_of(row, card)


def add_numbers(nets: Nets, living: int, place: int, numbers: Ints, hidden: Singles) -> None:
    """The numbers of a monster: six rows at once."""
    w, at = nets.numbers[living, place], FROM
    one, two = w[at[0] + min(numbers[0], MOST[0])], w[at[1] + min(numbers[1], MOST[1])]
    three, four = w[at[2] + min(numbers[2], MOST[2])], w[at[3] + min(numbers[3], MOST[3])]
    if numbers[N_POISON] or numbers[N_SHRINK]:
        add(hidden, w[at[4] + min(numbers[4], MOST[4])])
        add(hidden, w[at[5] + min(numbers[5], MOST[5])])
    for each in range(len(hidden)):
        hidden[each] += one[each] + two[each] + three[each] + four[each]


def add_market(row: Ints, nets: Nets, living: int, hidden: Singles) -> None:
    """What lies there; not whether it can be paid for."""
    some = False
    for place in range(MARKET):
        card = row[ON_SALE + place]
        add(hidden, nets.market[living, card if card >= 0 else BOXED])
        some = some or card >= 0
    if some:
        add(hidden, nets.whole[living, A_MARKET])


def add_affordable(row: Ints, nets: Nets, living: int, energy: int, discount: int, hidden: Singles) -> None:
    """What of the market can be paid for."""
    for place in range(MARKET):
        card = row[ON_SALE + place]
        if card >= 0 and energy >= nets.costs[card] - discount:
            add(hidden, nets.affordable[living, card])


def discount_of(row: Ints, seat: int) -> int:
    """What cards cost a seat less."""
    return total(row, seat, DISCOUNT, CHEAPER)


def _second_layer(nets: Nets, living: int, desk: Desk) -> None:
    """Four rows of weights at a time, which is four times as fast; nothing takes longer than this."""
    hidden, second, active, w = desk.hidden, desk.second, desk.active, nets.second[living]
    for each in range(len(second)):
        second[each] = nets.second_bias[living, each]
    many = 0
    for each in range(len(hidden)):
        active[many] = each
        many += int(hidden[each] > 0)
    at = 0
    while at + 4 <= many:
        one, two, three, four = active[at], active[at + 1], active[at + 2], active[at + 3]
        a, b, c, d = hidden[one], hidden[two], hidden[three], hidden[four]
        wa, wb, wc, wd = w[one], w[two], w[three], w[four]
        for each in range(len(second)):
            second[each] += a * wa[each] + b * wb[each] + c * wc[each] + d * wd[each]
        at += 4
    while at < many:
        value, weights = hidden[active[at]], w[active[at]]
        for each in range(len(second)):
            second[each] += value * weights[each]
        at += 1


def shares(nets: Nets, living: int, desk: Desk, found: Floats) -> None:
    """From the first layer to the chances of the living, by their places."""
    second, out = desk.second, nets.out[living]
    _second_layer(nets, living, desk)
    for place in range(living):
        found[place] = nets.out_bias[living, place]
    for each in range(len(second)):
        if second[each] > 0:
            for place in range(living):
                found[place] += second[each] * out[each, place]
    most, whole = found[0], 0.0
    for place in range(1, living):
        most = max(most, found[place])
    for place in range(living):
        found[place] = np.exp(found[place] - most)
        whole += found[place]
    for place in range(living):
        found[place] /= whole


def decided(row: Ints, rules: Rules, desk: Desk, found: Floats) -> int:
    """0 if it is known who wins, and `found` says it; or how many live, and `desk` who."""
    for seat in range(rules.seats):
        found[seat] = 0.0
    winners, won = 0, 0
    many = living_from(row, rules, desk.who)
    if row[ASKED] < 0:
        winners = row[WINNERS]
    elif many == 1:
        winners = 1 << desk.who[0]
    else:
        for place in range(many):
            me = MONSTER + FIELDS * desk.who[place]
            if row[me + STARS] >= GOAL and (place or row[me + POISON] < row[me + HEARTS]):
                winners |= 1 << desk.who[place]
    for seat in range(rules.seats):
        won += winners >> seat & 1
    for seat in range(rules.seats):
        if winners >> seat & 1:
            found[seat] = 1 / won
    return 0 if won or row[ASKED] < 0 else many


def first_layer(row: Ints, rules: Rules, nets: Nets, many: int, desk: Desk) -> None:
    """All of it, from a row in which those in `desk.who` live."""
    hidden, first = desk.hidden, desk.who[0]
    lay_out(row, rules, nets, many, desk)
    for place in range(many):
        numbers_of(row, desk.who[place], desk.numbers)
        add_numbers(nets, many, place, desk.numbers, hidden)
    if rules.cards:
        energy = row[MONSTER + FIELDS * first + ENERGY]
        add_affordable(row, nets, many, energy, discount_of(row, first), hidden)
    if not about_to_roll(row):
        add(hidden, nets.whole[many, ABOUT_TO_BUY])
    if has_another(row, row[ACTIVE]):
        add(hidden, nets.whole[many, ANOTHER_TURN])


def lay_out(row: Ints, rules: Rules, nets: Nets, many: int, desk: Desk) -> None:
    """What dice do not change: the cards of the living, and those on sale."""
    for each in range(len(desk.hidden)):
        desk.hidden[each] = nets.bias[many, each]
    if rules.cards:
        for place in range(many):
            add_cards(row, nets, many, place, desk.who[place], desk.hidden)
        add_market(row, nets, many, desk.hidden)
    else:
        add_part(desk.hidden, nets.market[many, BOXED], MARKET)
