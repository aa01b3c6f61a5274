"""A game: its phases of rules, what may be seen of it, and who won."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from dicecup.table import telling
from dicecup.table.actions import Actions, Words
from dicecup.table.arrays import Floats
from dicecup.table.ask import Ask, Atom, Option
from dicecup.table.chance import Source
from dicecup.table.deed import Deed
from dicecup.table.encoding import Encoding, Part
from dicecup.table.errors import NotAllowed, SetupError, shown
from dicecup.table.event import Phrase
from dicecup.table.feat import Feat
from dicecup.table.options import Options
from dicecup.table.pick import PLAIN, Pick, Price
from dicecup.table.shown import Shown
from dicecup.table.state import Outcome, Phase, State, View
from dicecup.table.whole import whole

S = TypeVar("S", bound=State)


class Game(Generic[S]):
    """The rules of one game. All methods are functions of what they are given: a Game has no memory."""

    name: ClassVar[str]  # as typed on the command line
    title: ClassVar[str]  # as shown
    blurb: ClassVar[str] = ""  # a sentence that makes one want to play it
    seats: ClassVar[range]
    options: ClassVar[type[Options]]
    interrupts: ClassVar[Mapping[str, str]] = {}
    """Kinds of questions that a seat may wish not to be asked, with a word on when they come. The first option of
    such a question is the one that lets things go on as if nobody had been asked."""
    troubles: ClassVar[Sequence[str]] = ()
    """What is wrong with what packages bring for this game, a sentence each."""
    called: ClassVar[Mapping[str, str]] = {}
    """What words of choices are called where they are shown, such as "Main Street" for `main-street`. A choice may
    be written with those names as well, in any case."""
    shown: ClassVar[Mapping[str, Shown]] = {}
    """How fields of the view are drawn by a screen that does not know the game: `dice`, or `sheets.total` for what
    is further in. What is not named is drawn by its type, under its name."""
    views: ClassVar[type[View] | None] = None
    """The class of its views: a screen far away makes them of their JSON again. None: it shows them by `shown`."""
    themes: ClassVar[Mapping[str, str]] = {}
    """What a decision was about, by the verb of its best option, such as "buy or save"."""
    feats: ClassVar[tuple[Feat, ...]] = ()
    """What one can get good at in it; reviews tell who has."""
    numbering: ClassVar[int] = 1
    """The version of `choices` and `parts`: raise it whenever a number comes to mean something else."""
    endless: ClassVar[Sequence[str]] = ()
    """Verbs with more choices than `choices` can list, such as to bet any number."""
    untold: ClassVar[Mapping[str, str]] = {}
    """The fields of a view that `parts` does not tell, each with the reason."""
    state: type[S]
    phases: Mapping[str, Phase[S]]
    phrases: Mapping[str, Phrase]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)  # nothing else can tell two of them apart

    def __hash__(self) -> int:
        return hash(type(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ()

    def default_names(self, seats: int) -> tuple[str, ...]:
        """What players are called who gave no name."""
        return tuple(f"Player {seat + 1}" for seat in range(seats))

    def setup(self, names: tuple[str, ...], options: Any, carry: Any = None) -> S:
        """The state before anything has happened; `carry` is what the last game at this table left."""
        raise NotImplementedError

    def deck(self, state: S) -> Sequence[str]:
        """Every card of the game, wherever it lies, sorted: the same from the beginning to the end."""
        return ()

    def begun_like(self, start: S, carry: Any = None) -> S:
        """The state that this game began with, if it began as the rules say: with the cards it has, though this
        version may know more of them."""
        return self.setup(start.names, start.options, carry)

    def cast(self, names: tuple[str, ...], wanted: Sequence[str]) -> Any:
        """What `setup` gets as `carry` so that every seat is who it wants to be; "" has no wish."""
        raise SetupError(f"There is nobody to choose in {self.title}.")

    def check(self, state: S) -> None:
        """ValueError, with the reason, if no game can come to this state at the start of a phase.

        Fields that are `derived` are worked out here: they are not in what was read.
        """

    def view(self, state: S, seat: int | None) -> View:
        """What `seat` may see."""
        raise NotImplementedError

    def why_not(self, state: S, ask: Ask, choice: tuple[Any, ...]) -> str:
        """Why `choice`, which is not among the options of `ask`, cannot be made now, in a player's words."""
        raise NotImplementedError

    def greyed(self, state: S, ask: Ask) -> Sequence[Option]:
        """What whoever is asked may look for and cannot do now: a screen shows it with the reason (`why_not`)."""
        return ()

    def picks(self, state: S, ask: Ask) -> Sequence[Pick]:
        """What each option of `ask` picks, as data for a screen; the rules never ask.

        What is `greyed` is asked about in the same way, with a question that has those options.
        """
        return (PLAIN,) * len(ask.options)

    def deed(self, state: S, ask: Ask, option: Option) -> Deed:
        """An option of `ask` as it is told afterwards; in words of the same kind for all that `ask` offers."""
        return Deed(f"choosing “{option.text}”")

    def alike(self, state: S, ask: Ask, option: Option) -> Option:
        """The first option of `ask` that means the same as this one, such as to keep another die of that face."""
        return option

    def prices(self, state: S, seat: int) -> Mapping[str, Price]:
        """What the things on show would cost `seat`, by name, whether it can buy them now or not."""
        return {}

    def forecast(self, match: Any, ask: Ask) -> str:
        """What it would bring to leave things as they lie, in words; "" where there is nothing to foresee.

        `match` is a fork in which `ask` is pending; it is spoilt by trying it out.
        """
        return ""

    def handbook(self, options: Any = None) -> dict[str, Any]:
        """The rules in words, and whatever else never changes and a screen wants to show, as JSON.

        With the house rules of a table (`state.options`): as they are played there. `sections` is a list of
        {id, title, paragraphs}; the other entries are the game's own.
        """
        return {"sections": []}

    # --- for programs that learn, and people who write them: docs/research.md ---

    def in_words(self, view: Any) -> Iterable[str]:
        """What a view shows, in lines; a game without words of its own lists its fields."""
        return telling.plainly(view.to_json())

    def rules_in_words(self, options: Any = None) -> str:
        """The rules as somebody reads them who sees nothing else: the sections of the handbook."""
        return telling.rules(self.handbook(options)["sections"])

    def seen(self, view: View) -> str:
        """A view in words, without what is asked."""
        return telling.seen(self.title, view, self.in_words(view))

    def describe(self, view: View, ask: Ask | None = None) -> str:
        """A view, and the question that is asked, in words: terse, and all that is needed to play."""
        return "\n".join([self.seen(view), *telling.question(view, ask)])

    def choices(self, seats: int, options: Any) -> Iterable[Words]:
        """Everything that can ever be chosen at such a table, in an order that stays; seats are `Away(steps)`.

        It may list more than comes up. Empty: nobody has numbered the choices of this game.
        """
        return ()

    def parts(self, seats: int) -> Iterable[Part]:
        """What the row of a view consists of, house rules included. Empty: this game has no rows."""
        return ()

    def actions(self, seats: int, options: Options | None = None) -> Actions:
        """Every choice there can ever be at such a table, numbered; NotAllowed if nobody has numbered them."""
        seats = self.count_seats(seats)
        return _actions(self, seats, self.options() if options is None else options)

    def encoding(self, seats: int, options: Options | None = None) -> Encoding:
        """How a view becomes a row of numbers, whatever the house rules; NotAllowed if nobody has said how."""
        seats = self.count_seats(seats)
        return _encoding(self, seats)

    def encode(self, view: View, ask: Ask | None = None) -> Floats:
        """A view, and the question that is asked, as a row of numbers: whoever the view is for comes first."""
        return self.encoding(len(view.names)).row(view, ask)

    def count_seats(self, seats: object) -> int:
        """So many seats as are asked for; SetupError if it cannot be played by so many."""
        found = whole(seats)
        if found is None or found not in self.seats:
            allowed = f"{self.seats[0]} to {self.seats[-1]}"
            raise SetupError(f"{self.title} is for {allowed} players; {shown(seats)} is not possible.")
        return found

    def outcome(self, state: S) -> Outcome:
        """How the game ended; asked when the phase is OVER."""
        raise NotImplementedError

    def seen_alike(self, state: S) -> bool:
        """Whether all seats and spectators see the same now: then it is told to all of them in one go."""
        return False

    def scores(self, state: S) -> Sequence[int]:
        """How everybody stands at any moment, as far as everybody may know."""
        return self.outcome(state).scores

    def carry(self, state: S) -> Any:
        """What the next game at this table needs to know of this one, as JSON."""
        return None

    def carry_over(self, state: S, order: Sequence[int]) -> Any:
        """The same for players who change seats: seat n of the next game is that of `order[n]` in this one."""
        if list(order) == sorted(order) or type(self).carry is Game.carry:
            return self.carry(state)
        raise NotAllowed(f"Between two games of {self.title} nobody can change seats.")

    def check_carry(self, names: tuple[str, ...], options: Any, carry: Any) -> None:
        """ValueError, with the reason, if no game can have left this to the next one; None: there was none."""
        if carry is None:
            return
        if type(self).carry is Game.carry:
            raise ValueError(f"A game of {self.title} leaves nothing for the next one.")
        self.setup(names, options, carry)

    def redraw(self, state: S, seat: int | None, source: Source) -> None:
        """Put something equally likely in place of everything in `state` that `seat` cannot know."""

    def find_by_name(self, ask: Ask, words: tuple[Atom, ...]) -> Option | None:
        """The option that is meant by words as they are shown."""
        for option in ask.options:
            if len(option) == len(words) and all(map(self._is_called, option, words)):
                return option
        return None

    def by_name(self, words: tuple[Atom, ...]) -> tuple[Atom, ...]:
        """Words as the rules write them: what is called so, or else as they are."""
        if not self.called:
            return words
        own = _own_names(self)
        return tuple(own.get(_folded(word), word) if isinstance(word, str) else word for word in words)

    def _is_called(self, own: Atom, word: Atom) -> bool:
        if not isinstance(own, str) or not isinstance(word, str):
            return own == word
        return _folded(word) in (_folded(own), _folded(self.called.get(own, own)))

    def no_such_choice(self, ask: Ask, choice: tuple[Any, ...]) -> str:
        """The reason of last resort: the words make no sense here."""
        verbs = {option.verb: "" for option in ask.options}
        verbs.update((option.verb, " ...") for option in ask.options if option.args)
        words = " ".join(shown(word).strip("'") for word in choice[:20]) or "nothing"
        said = f"“{words if len(words) <= 60 else words[:57] + '...'}”"
        if choice and choice[0] in verbs:
            possible = ", ".join(f"{verb}{more}" for verb, more in sorted(verbs.items()))
            return f"{said}{' alone' * (len(choice) == 1)} is not a choice here; the choices are: {possible}."
        return f"{said} is not possible here; you can choose: {', '.join(sorted(verbs))}."


@cache
def _own_names(game: Game[Any]) -> dict[str, str]:
    """What the rules call what is shown under a name."""
    names = {_folded(shown): own for own, shown in game.called.items()}
    return names | {_folded(own): own for own in game.called}


@cache
def _actions(game: Game[Any], seats: int, options: Options) -> Actions:
    choices = tuple(game.choices(seats, options))
    if not choices:
        raise NotAllowed(f"{game.title} has no numbered actions.")
    return Actions(choices, seats=seats, version=game.numbering, endless=game.endless)


@cache
def _encoding(game: Game[Any], seats: int) -> Encoding:
    parts = tuple(game.parts(seats))
    if not parts:
        raise NotAllowed(f"{game.title} has no rows of numbers for its views.")
    return Encoding(parts, seats=seats, version=game.numbering, left_out=game.untold)


def _folded(name: str) -> str:
    """A name as it is compared."""
    return " ".join(name.casefold().split()).removeprefix("the ")


def same_faces(dice: Sequence[int], ask: Ask, option: Option) -> Option:
    """The first option that picks dice, by their places, that show what the dice picked by this one show."""
    wanted = sorted(dice[int(place)] for place in option.args)
    return next(
        one
        for one in ask.options
        if one.verb == option.verb and sorted(dice[int(place)] for place in one.args) == wanted
    )
