"""A view of King of Tokyo as a picture for notebooks."""

from typing import Final

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import BAY, CITY, CLAW, ENERGY, FACES, GOAL, HEART, OUTSIDE
from dicecup.games.king_of_tokyo.view import KingView
from dicecup.table.picture import Drawn, card, cards, die, grid, joined, line, player, tinted

_PLACES: Final = {OUTSIDE: "outside", CITY: "Tokyo City", BAY: "Tokyo Bay"}
_NUMBER: Final = (
    '<text x="20" y="28" text-anchor="middle" font-size="22" font-weight="700" fill="var(--ink)">{}</text>'
)
_FACES: Final = {
    **{face: _NUMBER.format(face) for face in (1, 2, 3)},
    HEART: '<path d="M20 31 9 19a6.5 6.5 0 0 1 11-7 6.5 6.5 0 0 1 11 7z" fill="var(--heart)"/>',
    ENERGY: '<path d="M22 8 11 23h7l-2 10 12-16h-8z" fill="var(--energy)"/>',
    CLAW: '<path d="M12 9c3 8 2 15-1 22 6-5 7-14 1-22zm8-1c3 8 2 16-1 24 6-6 7-16 1-24zm8 1c3 8 2 15-1 22 '
    '6-5 7-14 1-22z" fill="var(--accent)"/>',
}


def drawn(view: KingView) -> list[Drawn]:
    """The dice, the monsters round the table, and the market."""
    dice = joined([die(face, _FACES[face], FACES[face]) for face in view.dice])
    left = f"{view.rolls_left} rolls left" if view.dice else ""
    rows = []
    for seat in view.order:
        monster = view.monsters[seat]
        names = [
            f"{DECK[held.card].name}{f' as {DECK[held.acts_as].name}' if held.acts_as else ''}"
            f"{f' ({held.counters})' if held.counters else ''}"
            for held in monster.cards
        ]
        marks = [f"{n} {what}" for n, what in ((monster.poison, "poison"), (monster.shrink, "shrink")) if n]
        rows.append(
            [
                player(view.names, seat),
                tinted(f"{monster.hearts} / {monster.max_hearts}", "heart") if monster.hearts else "out",
                tinted(f"{monster.stars} / {GOAL}", "star"),
                tinted(monster.energy, "energy"),
                _PLACES[monster.place],
                ", ".join(names + marks),
            ]
        )
    market = [
        card(f"{DECK[name].name} ({DECK[name].cost_in(view.options)})", DECK[name].text_in(view.options))
        for name in view.market
        if name
    ]
    return [
        line("Turn of", player(view.names, view.active)),
        line(dice, left),
        grid(["", "Hearts", "Stars", "Energy", "Place", "Cards"], rows),
        cards(market) if market else Drawn(""),
    ]
