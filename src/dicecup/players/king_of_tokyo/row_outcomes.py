"""What becomes of a row for every way its dice can fall, to be compiled: `outcomes` and `judge` say why.

Dice that come to the same are worked out once.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.king_of_tokyo.cards import (
    ACID_ATTACK,
    ARMOR_PLATING,
    BOX,
    BOXED,
    BURROWING,
    CAMOUFLAGE,
    COMPLETE_DESTRUCTION,
    GOURMET,
    OMNIVORE,
    POISON_QUILLS,
    POISON_SPIT,
    RAPID_HEALING,
    SHRINK_RAY,
    SPIKED_TAIL,
    STRONGER,
    URBAVORE,
    WINGS,
)
from dicecup.batch.king_of_tokyo.hands import acting, max_hearts, next_of
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    FIELDS,
    FIRST,
    IN_BAY,
    IN_CITY,
    MONSTER,
    MOST_SEATS,
    OUT,
    Ints,
    Rules,
)
from dicecup.games.king_of_tokyo.state import CLAW, ENERGY, GOAL, HEART, HEARTS, ONE, THREE, TWO
from dicecup.games.king_of_tokyo.tokyo import BAY_NEEDS
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.position import COLUMNS
from dicecup.players.king_of_tokyo.row_changes import change_dice, price_changes
from dicecup.players.king_of_tokyo.row_dice import APART, COUNTS, START, Program
from dicecup.players.king_of_tokyo.row_judge import (
    ABOUT_TO_BUY,
    ANOTHER_TURN,
    N_ENERGY,
    N_HEARTS,
    N_PLACE,
    N_POISON,
    N_SHRINK,
    N_STARS,
    Desk,
    Nets,
    add,
    add_affordable,
    add_cards,
    add_market,
    add_numbers,
    add_part,
    discount_of,
    has_another,
    lay_out,
    living_from,
    new_desk,
    new_nets,
    numbers_of,
    shares,
)

Singles = NDArray[np.float32]
Floats = NDArray[np.float64]

ALPHA_MONSTER, FRIEND, REGENERATION, NOVA_BREATH, FIRE_BREATHING, JETS, EATER, CHILD = (
    BOX.index(card)
    for card in (
        *("alpha-monster", "friend-of-children", "regeneration", "nova-breath", "fire-breathing", "jets"),
        *("eater-of-the-dead", "it-has-a-child"),
    )
)
MEMORY: Final = 1 << 12  # places for cases that have been worked out


class Cases(NamedTuple):
    """Room to work in."""

    seats: Ints  # by places
    numbers: Ints  # of all, before the dice
    struck: Ints  # and after them
    block: Ints  # and after those who may have yielded
    kinds: Ints  # how many of each card, by places
    most: Ints  # hearts they can have
    bereft: Ints  # who came back to life with nothing
    hit: Ints
    hidden: Singles  # of the first layer what dice do not change
    values: Floats  # of decisions, by places
    keys: Ints  # cases that have been worked out
    known: Floats  # what they are worth, by places


class Tools(NamedTuple):
    """Networks, with room for what they do."""

    nets: Nets
    desk: Desk
    cases: Cases


def new_tools(networks: Mapping[int, Network]) -> Tools:
    """All that it takes to judge with these networks."""
    nets = new_nets(networks)
    return Tools(nets, new_desk(nets), new_cases(nets.bias.shape[1]))


def new_cases(wide: int) -> Cases:
    """Room for networks of this width."""
    before, struck, block = np.zeros((3, MOST_SEATS, COLUMNS), np.int64)
    seats, most, bereft, hit = np.zeros((4, MOST_SEATS), np.int64)
    return Cases(
        *(seats, before, struck, block),
        kinds=np.zeros((MOST_SEATS, BOXED), np.int64),
        most=most,
        bereft=bereft,
        hit=hit,
        hidden=np.zeros(wide, np.float32),
        values=np.zeros((4, MOST_SEATS)),
        keys=np.zeros(MEMORY, np.int64),
        known=np.zeros((MEMORY, MOST_SEATS)),
    )


def judge_dice(  # noqa: PLR0915
    row: Ints, rules: Rules, tools: Tools, p: Program, dice: int, onlooker: int
) -> None:
    """What each way so many dice can fall is worth, to whoever's turn it is and to a seat that looks on."""
    nets, desk, c = tools.nets, tools.desk, tools.cases
    many = _lay_out(row, rules, nets, desk, c)
    mine, place = c.kinds[0], 0
    for each in range(many):
        if c.seats[each] == onlooker:
            place = each
    in_tokyo, cap, least = c.numbers[0, N_PLACE] != OUT, 0, 0
    cap = c.most[0] - c.numbers[0, N_HEARTS] + c.numbers[0, N_POISON] + c.numbers[0, N_SHRINK]
    simple = True
    for each in range(many):
        least = max(least, c.numbers[each, N_HEARTS] if each else 0)
        for card in range(BOXED):
            if c.kinds[each, card]:
                simple = False
                break
    p.facts[APART] = 0.0 if many > 2 else 1.0 if place == 0 else -1.0
    for at in range(MEMORY):
        c.keys[at] = -1
    for at in range(START[dice], START[dice + 1]):
        ones, twos, threes = COUNTS[at, ONE - 1], COUNTS[at, TWO - 1], COUNTS[at, THREE - 1]
        hearts, cubes, rolled = COUNTS[at, HEART - 1], COUNTS[at, ENERGY - 1], COUNTS[at, CLAW - 1]
        claws, strikes, attack = rolled, rolled > 0, rolled > 0
        stars = (ones - 2 if ones >= 3 else 0) + (twos - 1 if twos >= 3 else 0) + (threes if threes >= 3 else 0)
        energy = cubes
        if not simple:
            if twos >= 3:
                claws += 2 * mine[POISON_QUILLS]
            if in_tokyo and (rolled > 0 or rules.always):
                claws += mine[BURROWING]
            if rules.virtual:
                strikes = claws > 0 or (mine[ACID_ATTACK] > 0 and rules.acid_claw)
            claws += mine[ACID_ATTACK]
            if rules.virtual:
                attack = claws > 0
            if ones >= 3:
                stars += 2 * mine[GOURMET]
            if ones and twos and threes:
                stars += 2 * mine[OMNIVORE]
                if hearts and cubes and (claws > 0 if rules.virtual else rolled > 0):
                    stars += 9 * mine[COMPLETE_DESTRUCTION]
            if attack:
                stars += mine[ALPHA_MONSTER]
                claws += mine[SPIKED_TAIL] + (mine[URBAVORE] if in_tokyo else 0)
            if cubes:
                energy += mine[FRIEND]
        else:
            claws = min(claws, least)
        stars = min(stars, GOAL - c.numbers[0, N_STARS])
        hearts = 0 if in_tokyo else min(hearts, cap)
        key = (((stars * 16 + hearts) * 32 + energy) * 64 + claws) * 4 + 2 * int(attack) + int(strikes)
        slot = (key * 40503 >> 3) & (MEMORY - 1)
        while c.keys[slot] >= 0 and c.keys[slot] != key:
            slot = (slot + 1) & (MEMORY - 1)
        if c.keys[slot] < 0:
            c.keys[slot] = key
            one_case(row, rules, nets, desk, c, many, key)
            for each in range(many):
                c.known[slot, each] = c.values[0, each]
        p.slot[at], p.then[at] = slot, slot
        p.mine[0, at] = c.known[slot, 0]
        p.other[0, at] = c.known[slot, place] if c.seats[place] == onlooker else 0.0
    price_changes(row, nets, desk, many, c.hidden, c.numbers, mine, p)
    change_dice(row, rules, mine, c.numbers[0, N_ENERGY], p, dice)


def _lay_out(row: Ints, rules: Rules, nets: Nets, desk: Desk, c: Cases) -> int:
    """The table before the dice; how many live."""
    many = living_from(row, rules, desk.who)
    for place in range(many):
        seat = desk.who[place]
        c.seats[place] = seat
        numbers_of(row, seat, c.numbers[place])
        for card in range(BOXED):
            c.kinds[place, card] = 0
        c.most[place] = HEARTS
        if rules.cards:
            c.most[place] = max(max_hearts(row, seat), c.numbers[place, N_HEARTS])
            card = row[MONSTER + FIELDS * seat + FIRST]
            while card >= 0:
                acts = acting(row, card)
                if acts >= 0:
                    c.kinds[place, acts] += 1
                card = next_of(row, card)
    if many > 1:
        lay_out(row, rules, nets, many, desk)
        add(desk.hidden, nets.whole[many, ABOUT_TO_BUY])
        if has_another(row, row[ACTIVE]):
            add(desk.hidden, nets.whole[many, ANOTHER_TURN])
        for each in range(len(desk.hidden)):
            c.hidden[each] = desk.hidden[each]
    return many


def one_case(row: Ints, rules: Rules, nets: Nets, desk: Desk, c: Cases, many: int, key: int) -> int:
    """The value of everybody, by places, into the first row of `values`; who yields is said in bits.

    The last two of these are for the first and the second who may. `settle` makes of them the table that comes.
    """
    first, second = _strike(rules, c, many, key)
    decisions = 4 if second else 2 if first else 1
    for decision in range(decisions):
        settle(rules, c, many, key, first, second, decision)
        _judge(row, rules, nets, desk, c, many, c.values[decision])
    choice, other = 0, 1
    if second:
        choice |= 2 * int(_take_better(c, 0, 2, second))
        other |= 2 * int(_take_better(c, 1, 3, second))
    if first and _take_better(c, 0, 1, first):
        choice = other
    return (first * MOST_SEATS + second) * 4 + choice


def _strike(rules: Rules, c: Cases, many: int, key: int) -> tuple[int, int]:
    """What the dice bring all before anybody may yield; and who may, City first, by places; 0: nobody.

    Each of the two decides for itself, the later one knowing what the first has done.
    """
    for place in range(many):
        for column in range(COLUMNS):
            c.struck[place, column] = c.numbers[place, column]
    me = c.struck[0]
    me[N_STARS] = min(GOAL, me[N_STARS] + (key >> 17))
    _heal(c, me, key >> 13 & 15)
    me[N_ENERGY] += key >> 8 & 31
    _attack(rules, c, many, key >> 2 & 63, bool(key & 2), bool(key & 1))
    first, second = 0, 0
    for wanted in range(IN_CITY, IN_BAY + 1):
        for place in range(1, many):
            if c.numbers[place, N_PLACE] == wanted and c.hit[place] and c.struck[place, N_PLACE] != OUT:
                if first:
                    second = place
                else:
                    first = place
    return first, second


def settle(rules: Rules, c: Cases, many: int, key: int, first: int, second: int, decision: int) -> None:
    """The table when those who may yield have decided so, into `block`."""
    for place in range(many):
        for column in range(COLUMNS):
            c.block[place, column] = c.struck[place, column]
    if decision & 1:
        _leave(rules, c, many, first)
    if decision & 2:
        _leave(rules, c, many, second)
    _enter(rules, c, many, bool(key & 1))


def _take_better(c: Cases, one: int, other: int, place: int) -> bool:
    if c.values[other, place] <= c.values[one, place]:
        return False
    for each in range(MOST_SEATS):
        c.values[one, each] = c.values[other, each]
    return True


def _heal(c: Cases, me: Ints, hearts: int) -> None:
    """Counters go first, then hearts come."""
    for counter in range(N_POISON, N_SHRINK + 1):
        cured = min(me[counter], hearts)
        me[counter] -= cured
        hearts -= cured
    if hearts:
        me[N_HEARTS] = min(c.most[0], me[N_HEARTS] + hearts + c.kinds[0, REGENERATION])


def _attack(rules: Rules, c: Cases, many: int, claws: int, attack: bool, strikes: bool) -> None:
    """Takes the hearts; says who was hit by claws and lives, and who came back to life."""
    mine, here = c.kinds[0], c.numbers[0, N_PLACE]
    deaths = 0
    c.hit[0], c.bereft[0] = 0, 0
    for place in range(1, many):
        there, kinds, struck = c.numbers[place, N_PLACE], c.kinds[place], c.struck[place]
        reached = (there == OUT) != (here == OUT)
        if mine[NOVA_BREATH]:
            reached = True
        elif rules.separate:
            reached = there != here
        damage = claws if reached else 0
        if attack and mine[FIRE_BREATHING] and place in (1, many - 1) and (reached or rules.everywhere):
            damage += mine[FIRE_BREATHING]
        if damage:
            damage = _defend(c, struck, damage, place, here)
        struck[N_HEARTS] -= min(damage, struck[N_HEARTS])
        dead = struck[N_HEARTS] <= 0
        deaths += int(dead)
        c.bereft[place] = int(dead and kinds[CHILD] > 0)
        hurt = damage > 0 and not dead
        if hurt and damage >= 2:
            struck[N_ENERGY] += kinds[STRONGER] * (1 + kinds[FRIEND])
        c.hit[place] = int(hurt and reached and strikes)
        if c.hit[place] or (hurt and rules.any_marks):
            struck[N_POISON] += mine[POISON_SPIT]
            struck[N_SHRINK] += mine[SHRINK_RAY]
    if deaths:
        for place in range(many):
            struck = c.struck[place]
            if struck[N_HEARTS] > 0:
                struck[N_STARS] = min(GOAL, struck[N_STARS] + 3 * c.kinds[place, EATER] * deaths)
            elif c.bereft[place]:
                struck[N_HEARTS], struck[N_STARS], struck[N_PLACE] = HEARTS, 0, OUT
            else:
                for column in range(COLUMNS):
                    struck[column] = 0
        _close_bay(rules, c, many)


def _defend(c: Cases, struck: Ints, damage: int, place: int, here: int) -> int:
    """What the cards of a monster leave of the damage."""
    kinds = c.kinds[place]
    if kinds[CAMOUFLAGE]:
        damage -= int(np.rint(damage / 6))
    if kinds[JETS] and c.numbers[place, N_PLACE] != OUT and here == OUT and damage > 0:
        struck[N_PLACE] = OUT
        return 0
    if kinds[ARMOR_PLATING] and damage == 1:
        return 0
    if kinds[WINGS] and damage >= 2 and struck[N_ENERGY] >= 2:
        struck[N_ENERGY] -= 2
        return 0
    if kinds[RAPID_HEALING]:
        needed = damage - struck[N_HEARTS] + 1
        if 0 < needed <= struck[N_ENERGY] // 2 and needed <= c.most[place] - struck[N_HEARTS]:
            struck[N_HEARTS] += needed
            struck[N_ENERGY] -= 2 * needed
    return damage


def _close_bay(rules: Rules, c: Cases, many: int) -> None:
    """With fewer than five alive its monster goes to an empty City, or outside."""
    living, city, bay = 0, -1, -1
    for place in range(many):
        living += int(c.struck[place, N_HEARTS] > 0)
        if c.struck[place, N_PLACE] == IN_CITY:
            city = place
        elif c.struck[place, N_PLACE] == IN_BAY:
            bay = place
    if living < BAY_NEEDS and bay >= 0:
        c.struck[bay, N_PLACE] = IN_CITY if city < 0 and rules.bay_moves_up else OUT


def _leave(rules: Rules, c: Cases, many: int, place: int) -> None:
    """It yields: an attacker in the Bay moves up; whoever takes its place may be hurt there."""
    me, from_city = c.block[0], c.block[place, N_PLACE] == IN_CITY
    c.block[place, N_PLACE] = OUT
    outside = me[N_PLACE] == OUT
    up = me[N_PLACE] == IN_BAY and from_city and rules.attacker_moves_up
    if up:
        me[N_PLACE] = IN_CITY
    if c.kinds[place, BURROWING] and not c.kinds[0, ARMOR_PLATING]:
        if outside and not rules.all_burrow and not from_city:  # the Bay is taken, if the City is not free
            outside = False
            for each in range(many):
                outside = outside or c.block[each, N_PLACE] == IN_CITY
        if outside or up:
            me[N_HEARTS] -= min(me[N_HEARTS], c.kinds[place, BURROWING])
            if rules.any_marks and me[N_HEARTS] > 0:
                me[N_POISON] += c.kinds[place, BURROWING] * c.kinds[place, POISON_SPIT]
                me[N_SHRINK] += c.kinds[place, BURROWING] * c.kinds[place, SHRINK_RAY]


def _enter(rules: Rules, c: Cases, many: int, strikes: bool) -> None:
    """Whoever's turn it is goes into an empty Tokyo, for a star."""
    me = c.block[0]
    if me[N_HEARTS] <= 0 or me[N_PLACE] != OUT or (rules.with_claw and not strikes):
        return
    living, city, bay = 1, False, False
    for place in range(1, many):
        living += int(c.block[place, N_HEARTS] > 0)
        city = city or c.block[place, N_PLACE] == IN_CITY
        bay = bay or c.block[place, N_PLACE] == IN_BAY
    if not city:
        me[N_PLACE] = IN_CITY
    elif not bay and living >= BAY_NEEDS:
        me[N_PLACE] = IN_BAY
    else:
        return
    if rules.in_energy:
        me[N_ENERGY] += 1 + c.kinds[0, FRIEND]
    else:
        me[N_STARS] = min(GOAL, me[N_STARS] + 1)


def _judge(row: Ints, rules: Rules, nets: Nets, desk: Desk, c: Cases, many: int, found: Floats) -> None:
    """The chances of all who were there, by places, with the numbers in `block`."""
    living, won, whole = 0, 0, True
    for place in range(many):
        numbers = c.block[place]
        found[place] = 0.0
        if numbers[N_HEARTS] > 0:
            living += 1
            if numbers[N_STARS] >= GOAL and (place or numbers[N_POISON] < numbers[N_HEARTS]):
                won += 1
        if numbers[N_HEARTS] <= 0 or c.bereft[place]:
            whole = False
    if living <= 1 or won:
        for place in range(many):
            numbers = c.block[place]
            starred = numbers[N_STARS] >= GOAL and (place > 0 or numbers[N_POISON] < numbers[N_HEARTS])
            if numbers[N_HEARTS] > 0 and (living == 1 or starred):
                found[place] = 1.0 if living == 1 else 1 / won
        return
    hidden, first = desk.hidden, 0
    if whole:
        for each in range(len(hidden)):
            hidden[each] = c.hidden[each]
        for place in range(many):
            add_numbers(nets, many, place, c.block[place], hidden)
    else:
        first = _fewer(row, rules, nets, c, many, living, hidden)
    if rules.cards:
        discount = 0 if c.bereft[first] else discount_of(row, c.seats[first])
        add_affordable(row, nets, living, c.block[first, N_ENERGY], discount, hidden)
    shares(nets, living, desk, desk.told)
    at = 0
    for place in range(many):
        if c.block[place, N_HEARTS] > 0:
            found[place] = desk.told[at]
            at += 1


def _fewer(row: Ints, rules: Rules, nets: Nets, c: Cases, many: int, living: int, hidden: Singles) -> int:
    """The first layer when somebody is dead, or has lost all cards; says who is the first alive."""
    first, at = -1, 0
    for each in range(len(hidden)):
        hidden[each] = nets.bias[living, each]
    for place in range(many):
        numbers = c.block[place]
        if numbers[N_HEARTS] > 0:
            if first < 0:
                first = place
                if place:  # the monster whose turn it was is no more: the next begins
                    if numbers[N_PLACE] != OUT:
                        numbers[N_STARS] = min(GOAL - 1, numbers[N_STARS] + 2)
                else:
                    add(hidden, nets.whole[living, ABOUT_TO_BUY])
                    if has_another(row, row[ACTIVE]):
                        add(hidden, nets.whole[living, ANOTHER_TURN])
            add_numbers(nets, living, at, numbers, hidden)
            if rules.cards and not c.bereft[place]:
                add_cards(row, nets, living, at, c.seats[place], hidden)
            at += 1
    if rules.cards:
        add_market(row, nets, living, hidden)
    else:
        add_part(hidden, nets.market[living, BOXED], 3.0)
    return first
