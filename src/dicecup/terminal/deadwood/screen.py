"""Deadwood in the terminal: the lot as a map, scenes and roles, and what everything is worth."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from dicecup.games.deadwood import DeadwoodView
from dicecup.games.deadwood.data import AREAS, OFFICE
from dicecup.games.deadwood.state import CARD, SET
from dicecup.games.deadwood.text import many, purse, titled
from dicecup.games.deadwood.view import RoleView
from dicecup.games.deadwood.worth import bonus, chance, has_star, pay, rank_gain
from dicecup.table import Ask, Event, Option
from dicecup.table.words import listed
from dicecup.terminal.deadwood import tables
from dicecup.terminal.deadwood.input import default, understand
from dicecup.terminal.deadwood.map import NARROWEST, draw_map, legend
from dicecup.terminal.deadwood.words import explain
from dicecup.terminal.matching import find, plain
from dicecup.terminal.questions import Unclear
from dicecup.terminal.screen import Choice, Screen
from dicecup.terminal.seen import Fork, Seen

_TALL_ENOUGH: Final = 40  # lines: the map, the choices, and the turns of a few others
_WHAT: Final = {"take": "take a role", "upgrade": "buy a rank", "move": "move", "end": "end the turn"}


class DeadwoodScreen(Screen):
    """Draws the lot, and takes places, roles and actions by number or name."""

    def __init__(self, console: Any) -> None:
        super().__init__(console)
        self._greeted = False
        self._paid = False
        self._drawn: tuple[int, tuple[Option, ...]] = (-1, ())  # the last turn and what could be done
        self._heard: set[tuple[object, ...]] = set()

    def tell(self, event: Event) -> None:
        """What happened; between two days is a line that one does not overlook."""
        if event.kind == "score":  # `result` has all of them in a table
            return
        if event.kind == "day" and event.data["day"] > 1 and not self.console.words:
            line = f" Day {event.data['day']} of {event.data['days']} "
            self.console.say()
            self.console.head(line.center(min(self.console.width, 77), "─" if self.console.unicode else "-"))
        super().tell(event)

    # --- a decision ---

    def draw(self, view: DeadwoodView, ask: Ask, fork: Fork) -> None:
        """The map for a move, the scene for a role, the chances for work, and the choices with their numbers."""
        if ask.kind == "work":
            self._work(view, ask)
            return
        actor = view.actors[ask.seat]
        drawn, self._drawn = self._drawn, (view.turn, ask.options)
        if not view.moved or drawn[0] != view.turn or drawn == self._drawn:  # else it stands above
            owns = f"rank {actor.rank}, {purse(actor.dollars, actor.credits)}"
            self.console.head(f"{view.names[ask.seat]} is at {AREAS[actor.area].called}: {owns}.")
            if self._map_fits(view):
                self._map(view)
        if view.status(actor.area) == "open":
            self._roles(view, ask)
        for number, option in enumerate(ask.options, start=1):
            if option.verb == "upgrade":
                self._listed(number, _upgrade_words(view, ask.seat, option))
        self._moves(view, ask)
        self._not_for(view, ask)
        self._greet(ask)

    def prompt(self, view: DeadwoodView, ask: Ask) -> str:
        """Whose decision it is and what it is about."""
        name = view.names[ask.seat]
        if default(ask) is not None:
            return f"{name}, press Enter to {ask.options[0].verb} > "
        verbs = dict.fromkeys(option.verb for option in ask.options)
        what = f"{name}, {listed([_WHAT.get(verb, verb) for verb in verbs], 'or')} > "
        return what if len(what) < min(self.console.width, 80) - 8 else f"{name}, your choice > "

    def understand(self, view: DeadwoodView, ask: Ask, line: str) -> Choice:
        """A number, or words."""
        return understand(view, ask, line)

    @property
    def _can_draw(self) -> bool:
        return not self.console.words and self.console.width >= NARROWEST

    def _map_fits(self, view: DeadwoodView) -> bool:
        """Whether what the others have done stays in sight above the map; if not, there is “map”."""
        height = self.console.height
        return self._can_draw and (height is None or height >= _TALL_ENOUGH or view.turn == 1)

    def _greet(self, ask: Ask) -> None:
        """What a newcomer should know, once."""
        if not self._greeted:
            self._greeted = True
            self.console.note("Type a number, a place such as saloon, or the name of a role; or “end”.")
            self.console.note("To look around: map, where, scenes, players, prices, why; “help” for more.")
        if not self._paid and ask.options[0].verb == "take":
            self._paid = True
            self.console.note(f"Stars get {pay(CARD)};")
            self.console.note(f"extras get {pay(SET)}.")

    def _listed(self, number: int, text: str) -> None:
        if self.console.words:
            self.console.paragraph(f"{number}: {text}.")
        else:
            tables.hanging(self.console, f"{number:7}  ", text)

    # --- moving and taking roles ---

    def _map(self, view: DeadwoodView) -> None:
        for line in draw_map(view, self.console.width, unicode=self.console.unicode):
            self.console.say(line)
        if not self._greeted:
            self.console.note(legend(unicode=self.console.unicode))

    def _roles(self, view: DeadwoodView, ask: Ask) -> None:
        """The scene here and the roles that can be taken."""
        area = view.actors[ask.seat].area
        self.console.paragraph(tables.scene_head(view, area))
        for role in tables.roles(view, area):
            if option := ask.find(("take", role.on, role.slot)):
                self._listed(ask.options.index(option) + 1, f"take {tables.role_words(view, role)}")

    def _not_for(self, view: DeadwoodView, ask: Ask) -> None:
        """What is here but cannot be had, and why."""
        area = view.actors[ask.seat].area
        others = [role for role in tables.roles(view, area) if ask.find(("take", role.on, role.slot)) is None]
        if others:
            roles = ", ".join(f"{role.name} ({_kept_by(view, role)})" for role in others)
            self.console.paragraph(f"Not for {view.names[ask.seat]}: {roles}.")
        elif area == OFFICE and (reason := view.refusals()["upgrade"]):
            self.console.paragraph(reason)

    def _moves(self, view: DeadwoodView, ask: Ask) -> None:
        """Where one can go, with what is to be had there, and the end of the turn."""
        brief = not self.console.words and (self.console.height or _TALL_ENOUGH) < _TALL_ENOUGH
        for number, option in enumerate(ask.options, start=1):
            if option.verb == "move":
                there = tables.offers(view, ask.seat, str(option.args[0]), brief=brief)
                to = AREAS[str(option.args[0])].name if brief else option.text
                self._listed(number, f"{to}: {there}")
            elif option.verb == "end":
                self._listed(number, option.text)

    # --- working ---

    def _work(self, view: DeadwoodView, ask: Ask) -> None:
        """What the role is, what acting needs and brings, what a rehearsal would change."""
        actor, role = view.actors[ask.seat], view.role(ask.seat)
        scene = view.scene(actor.area)
        assert role is not None
        assert scene is not None
        left = view.shots[actor.area]
        self.console.paragraph(
            f"{view.names[ask.seat]} {tables.doing(view, ask.seat)}: {titled(scene)}, budget {scene.budget}, "
            f"{many(left, 'shot')} left."
        )
        played = (view.day, ask.seat, actor.area, role.on, role.slot)
        if played not in self._heard:
            self._heard.add(played)
            self.console.note(f"{role.name}: “{role.line}”")
        surely = len(ask.options) == 1
        does = "That" if surely else "A success"
        wrap = f". {does} wraps the scene: {_at_wrap(view, role.area)}" if left == 1 else ""
        self._listed(1, f"act: {chance(scene.budget, actor.chips)}; {pay(role.on, surely=surely)}{wrap}")
        if not surely:
            self._listed(2, f"rehearse: then it {chance(scene.budget, actor.chips + 1)}")

    # --- words ---

    def rules(self, view: DeadwoodView, topic: str) -> str | None:
        """About the game, a topic, a place, a scene or a role."""
        if " ".join(plain(topic)) == "map" and not self._can_draw:
            return "“map” tells you what and who is at every place, and where its doors lead."
        return explain(view, topic)

    def examples(self) -> Sequence[tuple[str, str]]:
        """How choices are typed."""
        return [
            ("1, 2, 3 ...", "take the choice with that number"),
            ("saloon,  move saloon", "go next door"),
            ("take faro player", "take a role; its name or first word alone will do"),
            ("act,  rehearse", "work on your role; a and r for short"),
            ("upgrade 3 credits", "buy a rank at the Casting Office"),
            ("end,  pass", "end the turn"),
        ]

    def commands(self) -> Mapping[str, tuple[str, Callable[[Seen, str], None]]]:
        """Looking around the lot."""
        return {
            "map": ("the lot", lambda match, _: self._show_map(match)),
            "where": ("where everybody is, and what is next door to you", lambda match, _: self._where(match)),
            "scenes": ("scenes and roles in sight; all others: scenes unseen", self._scenes),
            "players": ("rank, money, role and points of everybody", lambda match, _: self._players(match)),
            "prices": ("what a higher rank costs", lambda match, _: self._prices(match)),
            "why": ("why something cannot be done: why upgrade 4", self._why),
        }

    def standings(self, match: Seen) -> Sequence[str]:
        """Such as "Day 1 of 3. Ann: 12, Ben: 9"."""
        view = _view(match)
        points = [f"{name}: {actor.score}" for name, actor in zip(view.names, view.actors, strict=True)]
        return [f"Day {view.day} of {view.days}. {', '.join(points)}"]

    def result(self, match: Seen) -> None:
        """Everybody's points, and what they are made of."""
        if match.outcome is not None:
            self.console.head("The game is over.")
            tables.say_result(self.console, _view(match), match.outcome.winners)

    # --- looking around ---

    def _show_map(self, match: Seen) -> None:
        if not self._can_draw:
            tables.say_map(self.console, _view(match))
            return
        self._map(_view(match))
        if self._greeted:
            self.console.note(legend(unicode=self.console.unicode))

    def _where(self, match: Seen) -> None:
        tables.say_where(self.console, _view(match), self._asked(match))

    def _asked(self, match: Seen) -> int:
        """Whoever reads the screen; with several persons, the one who has to decide."""
        if self.viewer is not None:
            return self.viewer
        return match.pending.seat if match.pending else _view(match).active

    def _players(self, match: Seen) -> None:
        tables.say_players(self.console, _view(match))

    def _prices(self, match: Seen) -> None:
        tables.say_prices(self.console, _view(match), self._asked(match))

    def _scenes(self, match: Seen, words: str) -> None:
        """Those in sight, those that nobody has seen, or one by its name or place."""
        view = _view(match)
        places = find(plain(words), AREAS.values(), lambda area: [area.name])
        if not words:
            tables.say_scenes(self.console, view)
        elif plain(words) == ["unseen"]:
            tables.say_unseen(self.console, view)
        elif len(places) == 1 and view.status(places[0].slug) == "open":
            tables.say_scene(self.console, view, places[0].slug)
        else:
            self.console.paragraph(explain(view, words) or f"There is no scene called “{words[:40]}”.")

    def _why(self, match: Seen, words: str) -> None:
        """The reason the rules give, without trying it."""
        ask = match.pending
        if ask is None:
            raise Unclear("The game is over.")
        view = _view(match)
        asked = [word for word in words.split() if word.casefold() not in ("not", "can't", "cannot", "can", "i")]
        if not asked:
            for verb, reason in view.refusals().items():
                self.console.paragraph(f"- {verb}: {reason or 'possible now.'}")
            return
        choice = understand(view, ask, " ".join(asked))
        reason = match.why_not(tuple(choice), ask.seat)
        option = ask.find(tuple(choice))
        self.console.paragraph(reason or f"You can: {option.text if option else 'continue'}.")


def _upgrade_words(view: DeadwoodView, seat: int, option: Option) -> str:
    """What a rank costs, and what that means in points."""
    points = rank_gain(view.actors[seat].rank, int(option.args[0]), str(option.args[1]))
    return f"{option.text} ({points} for now)"


def _kept_by(view: DeadwoodView, role: RoleView) -> str:
    """Why a role cannot be taken, in a word."""
    return f"rank {role.rank}" if role.seat is None else view.names[role.seat]


def _at_wrap(view: DeadwoodView, area: str) -> str:
    """Who would get what if the scene there wrapped now."""
    if not has_star(view, area):
        return "no bonus, because there is no star"
    played = [(view.names[role.seat], role) for role in tables.roles(view, area) if role.seat is not None]
    return listed([f"{bonus(view, role).removesuffix(' at the wrap')} for {name}" for name, role in played])


def _view(match: Seen) -> DeadwoodView:
    view = match.view()
    assert isinstance(view, DeadwoodView)
    return view
