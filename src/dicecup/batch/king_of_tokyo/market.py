"""The market: cards turned up, bought, swept away, looked at; and what a card does when it is got."""

from typing import Any

from dicecup.batch.king_of_tokyo.asking import NOTHING, WAIT, ask, draw
from dicecup.batch.king_of_tokyo.cards import (
    BATTERIES,
    BOUGHT,
    DROP,
    EFFECTS,
    ENERGY_GAINED,
    EVEN_BIGGER,
    FRENZY,
    HEARTS_GAINED,
    HURTS_OTHERS,
    HURTS_OWNER,
    IS_KEPT,
    LAB,
    METAMORPH,
    MIMIC,
    MORE_HEARTS,
    PEEKS,
    REVEALED,
    SELLING,
    SMOKE_CLOUD,
    STARS_GAINED,
    STARS_TAKEN,
    STORM,
    TENTACLES,
)
from dicecup.batch.king_of_tokyo.damage import deal_to_others, use_handy
from dicecup.batch.king_of_tokyo.gains import (
    anybody,
    decided,
    enter,
    gain_energy,
    gain_hearts,
    gain_stars,
    left_by,
    lives,
    price,
)
from dicecup.batch.king_of_tokyo.hands import (
    DISCARDED,
    IN_MARKET,
    ON_ITS_WAY,
    ON_TOP,
    acting,
    counters,
    first_with,
    lay_down,
    next_with,
    paid_for,
    put,
    refresh,
    set_counters,
    stop_copying,
    take_away,
    throw_away,
    use_it,
)
from dicecup.batch.king_of_tokyo.options import MIMIC_FEE, called_for, deeper, handy, targets_of_mimic
from dicecup.batch.king_of_tokyo.questions import list_news, list_shopping
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    ACTS_AS,
    ARRIVE,
    ARRIVING,
    ASK_BUY,
    ASK_COPY,
    ASK_PEEKED,
    ASK_SELL,
    ASK_SNATCH,
    ASK_STAKE,
    BUY,
    BUYER,
    BUYS,
    END,
    ENERGY,
    EXTRA,
    EXTRAS,
    FIELDS,
    FILLED,
    FRESH,
    HOOKS,
    IN_BAY,
    IN_CITY,
    LEAVES,
    MONSTER,
    MOVED,
    OFFER,
    ON_SALE,
    OUT,
    PAID,
    PEEKED,
    PHASE,
    PLACE,
    SEEN_BY,
    SELL,
    STARS,
    SWEEPS,
    TOP,
    TOPS,
    USES,
    WAIVED,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words
from dicecup.games.king_of_tokyo.state import MARKET, SWEEP_PRICE

MOST_EXTRAS = 20  # turns to come, three bits each


def refill(row: Ints, luck: Words, game: int, chance: Any, place: int) -> None:
    """Turn up the next card of the deck; when it is empty, the discard pile becomes the deck."""
    card = _take_top(row, 0) if row[TOPS] else draw(row, luck, game, chance)
    row[ON_SALE + place] = card
    if card >= 0:
        put(row, card, IN_MARKET)


def _take_top(row: Ints, place: int) -> int:
    card = int(row[TOP + place])
    if place == 0:
        row[TOP], row[SEEN_BY] = row[TOP + 1], row[SEEN_BY + 1]
    row[TOPS] -= 1
    return card


def _peek(row: Ints, luck: Words, game: int, chance: Any, seat: int) -> None:
    """`seat` alone looks at the next card of the deck that it has not seen; nobody ever knows more than two."""
    for place in range(row[TOPS]):
        if not row[SEEN_BY + place] >> seat & 1:
            row[SEEN_BY + place] |= 1 << seat
            return
    card = draw(row, luck, game, chance)
    put(row, card, ON_TOP)
    row[TOP + row[TOPS]], row[SEEN_BY + row[TOPS]] = card, 1 << seat
    row[TOPS] += 1


def _pay(row: Ints, rules: Rules, seat: int, card: int, filled: int) -> None:
    """What comes of a card is a phase of its own."""
    row[ARRIVING], row[BUYER], row[PAID], row[FILLED] = card, seat, price(row, rules, seat, card), filled
    row[MONSTER + FIELDS * seat + ENERGY] -= row[PAID]
    row[PHASE] = ARRIVE


def _buy_from_market(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, seat: int, card: int) -> None:
    """Buy a face-up card; its place is filled again at once."""
    place = 0
    while row[ON_SALE + place] != card:
        place += 1
    _pay(row, rules, seat, card, 0)
    put(row, card, ON_ITS_WAY)
    refill(row, luck, game, chance, place)
    row[FRESH] |= 1 << place
    for each in range(MARKET):
        if row[ON_SALE + each] < 0:
            row[FRESH] &= ~(1 << each)
    for other in range(rules.seats):
        row[WAIVED] &= ~(1 << (MARKET * other + place))


def buy(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """Buy, sweep, use cards that deal with the market, or be done."""
    seat = row[ACTIVE]
    if list_shopping(row, rules, seat, rules.nothing[:0]):
        action = ask(row, luck, game, seat, ASK_BUY)
        if action == WAIT:
            return
        verb = rules.verbs[action]
        if verb == BUYS:
            _buy_from_market(row, rules, luck, game, chance, seat, rules.things[action])
            return
        if verb == SWEEPS:
            _sweep(row, luck, game, chance, seat)
            return
        if verb == USES:
            _use_in_market(row, rules, luck, game, chance, seat, action)
            return
    row[PHASE] = SELL if row[MONSTER + FIELDS * seat + HOOKS] & SELLING else END


def _sweep(row: Ints, luck: Words, game: int, chance: Any, seat: int) -> None:
    """All face-up cards go, new ones come, for 2 energy."""
    row[MONSTER + FIELDS * seat + ENERGY] -= SWEEP_PRICE
    for place in range(MARKET):
        if row[ON_SALE + place] >= 0:
            put(row, row[ON_SALE + place], DISCARDED)
    row[FRESH], row[WAIVED], row[PHASE] = 0, 0, OFFER
    for place in range(MARKET):
        refill(row, luck, game, chance, place)
        if row[ON_SALE + place] >= 0:
            row[FRESH] |= 1 << place


def _use_in_market(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, seat: int, action: int) -> None:
    card = rules.things[action]
    acts = acting(row, card)
    if acts == LAB:
        if deeper(row, seat):
            _peek(row, luck, game, chance, seat)
        use_it(row, card, 1)  # until something is bought: then the owner may think again
        row[PHASE] = PEEKED
    elif acts == TENTACLES:
        seller, theirs = (seat + rules.firsts[action]) % rules.seats, rules.seconds[action]
        _pay(row, rules, seat, theirs, 0)
        gain_energy(row, seller, row[PAID])
        take_away(row, rules, seller, theirs)
        if not rules.refilled:
            row[FILLED] = counters(row, theirs)
        put(row, theirs, ON_ITS_WAY)
    else:
        use_handy(row, seat, acts)


def peeked(row: Ints, rules: Rules, luck: Words, game: int) -> None:
    """The owner of a lab buys a card that it knows, or leaves it. Asked even when there is nothing to decide."""
    seat = row[ACTIVE]
    row[PHASE] = BUY
    if first_with(row, seat, PEEKS) < 0:
        return
    action = ask(row, luck, game, seat, ASK_PEEKED)
    if action == WAIT or rules.verbs[action] == LEAVES:
        return
    acts = acting(row, rules.things[action])
    if acts != LAB:
        use_handy(row, seat, acts)
        row[PHASE] = PEEKED
        return
    card = _take_top(row, rules.firsts[action])
    put(row, card, ON_ITS_WAY)
    _pay(row, rules, seat, card, 0)


def offer(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """Monsters with a card for that may buy what was just turned up, before anybody else."""
    active = row[ACTIVE]
    quick = False
    if row[FRESH] and anybody(row, REVEALED):
        for seat in range(rules.seats):
            if seat != active and lives(row, seat) and row[MONSTER + FIELDS * seat + HOOKS] & REVEALED:
                quick = True  # whoever's turn it is needs no card to be first, if nobody else has one
    if not quick:
        row[FRESH] = 0
    if not row[FRESH]:
        lab = first_with(row, active, PEEKS)
        while lab >= 0:
            use_it(row, lab, 0)
            lab = next_with(row, lab, PEEKS)
        row[PHASE] = BUY
        return
    for away in range(rules.seats):
        seat = left_by(row, rules, active, away)
        is_quick = lives(row, seat) and row[MONSTER + FIELDS * seat + HOOKS] & REVEALED
        if is_quick and list_news(row, rules, seat, rules.nothing[:0]):
            _snatch(row, rules, luck, game, chance, seat)
            return
    row[FRESH] = 0


def _snatch(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, seat: int) -> None:
    """`seat` buys one of the cards that were just turned up, or lets them all go."""
    while list_news(row, rules, seat, rules.nothing[:0]):
        action = ask(row, luck, game, seat, ASK_SNATCH)
        if action == WAIT:
            return
        if rules.verbs[action] == BUYS:
            _buy_from_market(row, rules, luck, game, chance, seat, rules.things[action])
            return
        if rules.verbs[action] != USES:
            break
        use_handy(row, seat, acting(row, rules.things[action]))
    row[WAIVED] |= row[FRESH] << (MARKET * seat)


def sell(row: Ints, rules: Rules, luck: Words, game: int) -> None:
    """Cards that do something after the buying are offered; and others, once these have paid for them."""
    seat = row[ACTIVE]
    if called_for(row, rules, seat, SELLING, rules.nothing[:0]) + handy(
        row, rules, seat, SELLING, rules.nothing[:0]
    ):
        action = ask(row, luck, game, seat, ASK_SELL)
        if action == WAIT:
            return
        if rules.verbs[action] == USES:
            acts = acting(row, rules.things[action])
            if acts == METAMORPH:
                sold = rules.firsts[action]
                refund = paid_for(row, sold) if rules.price_back else rules.costs[sold]
                throw_away(row, rules, seat, sold)
                row[MONSTER + FIELDS * seat + ENERGY] += refund
            else:
                use_handy(row, seat, acts)
            return
    row[PHASE] = END


# --- a card is got ---


def arrive(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """A card that has been paid for takes effect, or comes to lie before the buyer."""
    card, seat = row[ARRIVING], row[BUYER]
    row[ARRIVING], row[PHASE] = -1, OFFER
    news = first_with(row, seat, BOUGHT)
    while news >= 0:
        gain_stars(row, seat, 1)
        news = next_with(row, news, BOUGHT)
    if IS_KEPT[card]:
        lay_down(row, seat, card, row[PAID], row[FILLED])
    else:
        put(row, card, DISCARDED)
    if decided(row, rules):
        return
    if card == MIMIC:
        _first_copy(row, rules, luck, game, seat)
    elif IS_KEPT[card]:
        got(row, rules, luck, game, seat, card, card)
    else:
        _take_effect(row, rules, luck, game, chance, seat, card)


def got(row: Ints, rules: Rules, luck: Words, game: int, seat: int, card: int, acts: int) -> bool:
    """A keep card, or Mimic as one, does what it does at first. False: somebody has to be asked."""
    if acts == EVEN_BIGGER:
        gain_hearts(row, seat, MORE_HEARTS[acts])
    elif acts == SMOKE_CLOUD:
        if not counters(row, card):
            set_counters(row, card, 3)
    elif acts == BATTERIES and not counters(row, card):
        set_counters(row, card, 6)
        if rules.staked:
            stake = _stake(row, rules, luck, game, seat)
            if stake == WAIT:
                return False
            row[MONSTER + FIELDS * seat + ENERGY] -= stake
            set_counters(row, card, 2 * stake)
    return True


def _stake(row: Ints, rules: Rules, luck: Words, game: int, seat: int) -> int:
    while row[MONSTER + FIELDS * seat + ENERGY]:
        action = ask(row, luck, game, seat, ASK_STAKE)
        if action == WAIT:
            return WAIT
        if rules.verbs[action] != USES:
            return int(rules.things[action])
        use_handy(row, seat, acting(row, rules.things[action]))
    return 0


def _first_copy(row: Ints, rules: Rules, luck: Words, game: int, seat: int) -> None:
    """Mimic is got: which card does it copy?"""
    while True:
        many = targets_of_mimic(row, rules, seat, rules.copying, False, rules.nothing[:0])
        if many < 2:
            break
        action = ask(row, luck, game, seat, ASK_COPY)
        if action == WAIT:
            return
        if rules.verbs[action] != USES:
            copy(row, rules, luck, game, seat, rules.things[action])
            return
        use_handy(row, seat, acting(row, rules.things[action]))
    if many:
        copy(row, rules, luck, game, seat, _only_target(row, rules))


def _only_target(row: Ints, rules: Rules) -> int:
    for owner in range(rules.seats):
        card = first_with(row, owner, -1)
        while card >= 0:
            if card != MIMIC:
                return card
            card = next_with(row, card, -1)
    return NOTHING


def copy(row: Ints, rules: Rules, luck: Words, game: int, seat: int, card: int) -> bool:
    """Mimic is that card from now on. False: somebody has to be asked."""
    row[ACTS_AS] = card
    refresh(row, seat)
    return got(row, rules, luck, game, seat, MIMIC, card)


def copy_another(row: Ints, rules: Rules, luck: Words, game: int, seat: int, card: int) -> bool:
    """For energy, at the start of a turn. False: somebody has to be asked."""
    row[MONSTER + FIELDS * seat + ENERGY] -= MIMIC_FEE
    row[MOVED] = 1
    stop_copying(row, rules, seat)
    return copy(row, rules, luck, game, seat, card)


def _take_effect(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, seat: int, card: int) -> None:
    """A discard card."""
    gain_stars(row, seat, EFFECTS[card, STARS_GAINED])
    gain_hearts(row, seat, EFFECTS[card, HEARTS_GAINED])
    gain_energy(row, seat, EFFECTS[card, ENERGY_GAINED])
    if card == FRENZY:
        if row[EXTRAS] == MOST_EXTRAS:
            raise OverflowError("more extra turns in King of Tokyo than a batch has room for")
        row[EXTRA] |= seat << (3 * row[EXTRAS])
        row[EXTRAS] += 1
    elif card == DROP:
        _drop(row, rules, seat)
    elif card == STORM:
        gain_stars(row, seat, 2)
    for other in range(rules.seats):
        them = MONSTER + FIELDS * other
        if other != seat and lives(row, other):
            row[them + STARS] = max(0, row[them + STARS] - EFFECTS[card, STARS_TAKEN])
            if card == STORM:
                row[them + ENERGY] -= row[them + ENERGY] // 2
    deal_to_others(row, rules, luck, game, chance, seat, EFFECTS[card, HURTS_OTHERS], EFFECTS[card, HURTS_OWNER])


def _drop(row: Ints, rules: Rules, seat: int) -> None:
    """Into the City, out with the others."""
    gain_stars(row, seat, 2)
    me = MONSTER + FIELDS * seat
    if row[me + PLACE] == IN_CITY:
        return
    for other in range(rules.seats):
        place = row[MONSTER + FIELDS * other + PLACE]
        if other != seat and (place == IN_CITY or (place == IN_BAY and not rules.city_only)):
            row[MONSTER + FIELDS * other + PLACE] = OUT
    if row[me + PLACE] == OUT:
        enter(row, rules, seat, IN_CITY)
    else:
        row[me + PLACE] = IN_CITY
