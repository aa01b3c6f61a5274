"""Everything that crosses the wire, and nothing else may: docs/protocol.md says when and why.

What comes in is checked here, to the last field. What goes out is made here too, so that one folder tells a
page what it can rely on; `schema` is that promise for programs. Here is what is said about a match.
"""

from functools import cached_property
from typing import Annotated, Any, Final, Literal, Required

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from dicecup.server.wire.clock import ClockInfo
from dicecup.server.wire.lesson import LessonInfo
from dicecup.server.wire.plain import Choice, CommandId, Incoming, Marks, Nonce, Number, Outgoing, Seat, Seq, Word

PROTOCOL: Final = 1
LARGEST_FRAME: Final = 8 * 1024  # bytes, from a client

# --- the socket, from the client ---


class Hello(Incoming):
    """Begin, or begin again after a gap: `last_seq` is the last one that was seen."""

    type: Literal["hello"]
    last_seq: Seq | None = None


class Answer(Incoming):
    """Make the pending decision. `id` is the client's own name for this command; `seq` where it stood then.

    `grace`: if the turn ends by itself, leave a moment to take this back before a computer player goes on."""

    type: Literal["answer"]
    id: CommandId
    seq: Seq
    choice: Choice
    grace: bool = False


class Undo(Incoming):
    """Take the last choice back."""

    type: Literal["undo"]
    id: CommandId
    seq: Seq


class GoOn(Incoming):
    """Whoever has a moment to take their last choice back does not want to: computer players need not wait."""

    type: Literal["go_on"]
    seq: Seq


class NeverAsk(Incoming):
    """Do not ask this kind of optional question any more (or do again). No `seat`: all seats of this guest."""

    type: Literal["never_ask"]
    id: CommandId
    seat: Seat | None = None
    kind: Word
    never: bool


class Hint(Incoming):
    """What would the best player do?"""

    type: Literal["hint"]
    id: CommandId


class Why(Incoming):
    """Why can this not be done now?"""

    type: Literal["why"]
    id: CommandId
    choice: Choice


class Ping(Incoming):
    """Is anybody there?"""

    type: Literal["ping"]


Frame = Annotated[Hello | Answer | Undo | GoOn | NeverAsk | Hint | Why | Ping, Field(discriminator="type")]
FRAME: Final[TypeAdapter[Frame]] = TypeAdapter(Frame)


# --- the socket, from the server ---


class SeatInfo(Outgoing):
    """Who sits there. An open seat waits for somebody with its invite."""

    name: str
    player: Literal["person", "computer", "open"]
    level: str | None = None
    temper: str | None = None  # of a computer player, in games that have such
    mine: bool
    stand_in: bool = False  # a computer player decides for whoever sits there, until they are back
    never_asked: list[str] = []  # kinds of optional questions this seat does not want; of one's own seats only


Price = list[tuple[int, str]]
"""So much of this and so much of that: `[[4, "dollars"]]`."""


class Pick(TypedDict, total=False):
    """What an option picks, as data: a page can draw it without knowing the game. Only what applies is there."""

    dice: list[int]  # by slot: those that are kept, rolled or changed
    held: bool  # these dice are kept, and all others rolled
    face: int  # what the die becomes
    card: str
    by: str  # the card of one's own that makes it possible
    place: str
    box: str  # what is filled or taken: a box of a scorecard, a role
    seat: int  # the player it is done to
    amount: int
    yes: bool  # an answer to a question of yes or no
    price: Price
    gives: str  # what it brings, in a few words
    label: str  # for a button, where `text` is long for one
    main: bool  # what Enter takes
    quiet: bool  # of little weight beside the others


class Option(TypedDict):
    """One possible answer. A plain dict, as the engine makes it: there can be hundreds of them."""

    choice: list[str | int]
    text: str
    pick: Pick


class Ask(Outgoing):
    """The pending decision. Options that are somebody else's secret are not there: `options` is empty."""

    seat: int
    kind: str
    prompt: str
    options: list[Option]
    mine: bool
    forecast: str = ""  # for whoever is asked: what it would bring to leave things as they lie
    prompt_marks: Marks = []
    forecast_marks: Marks = []
    private: bool = False  # at a screen with several players: this one sees what the others must not see


class Refusal(Outgoing):
    """Something one might want to do now and cannot: shown greyed, with the reason."""

    choice: list[str | int]
    text: str
    reason: str
    pick: Pick = {}


class Outcome(Outgoing):
    """How the game ended."""

    winners: list[int]
    scores: list[int]
    reason: str


class Can(Outgoing):
    """Whether something is possible now, and if not, why."""

    ok: bool
    reason: str = ""


class NonceInfo(TypedDict):
    """What a seat added to the dice: it counts for all results after so many standing answers."""

    seat: int
    nonce: str
    at: int


class View(dict[str, Any]):
    """What a viewer sees, and the same as JSON text: the longest part of a message, written down once."""

    def __init__(self, view: dict[str, Any], text: str) -> None:
        super().__init__(view)
        self.text: Final = text


class State(Outgoing):
    """Where the match stands, as this guest may see it."""

    type: Literal["state"] = "state"
    seq: int
    viewer: int | None  # whose view this is; None: a spectator's
    game: str
    number: int  # the how many-th game of this table
    seats: list[SeatInfo]
    view: dict[str, Any]
    scores: list[int] = []  # how everybody stands, as far as everybody may know
    ask: Ask | None
    refused: list[Refusal] = []
    prices: dict[str, Price] = {}  # what things on show would cost the viewer, by name
    outcome: Outcome | None = None
    can_undo: Can
    paused: bool = False  # waiting for an open seat, or for the disk; `notice` says why
    notice: str = ""
    commitment: str | None = None  # pins the dice down; None: they come from a seed and cannot be verified
    nonces: list[NonceInfo] = []  # what players added to the dice, in the order they did
    older: int = 0  # so many answers are older than the seal: the match goes on from a save or from another match
    rematch: str | None = None  # the next match at this table, once somebody wants one
    party: str | None = None  # the party that plays it
    clock: ClockInfo | None = None  # whose time runs; None: nobody's
    hints: bool = True  # whether one may ask for them here
    coach: bool = False  # whether one may be coached here: POST /matches/{id}/coach
    no_coach: str = ""  # why not, in words
    lesson: LessonInfo | None = None  # what it says now, if the match is one
    arranged: bool = False  # it is a lesson, or began as one: some of its dice were arranged

    @cached_property
    def as_sent(self) -> str:
        """As for all messages, with a view that is text already."""
        if not isinstance(self.view, View):
            return self.model_dump_json()
        rest = self.model_dump_json(exclude={"view"})
        return f'{rest[:-1]},"view":{self.view.text}}}'


class GameEvent(BaseModel):
    """A fact, numbered from 1 without holes. What is not the viewer's to know has the kind `hidden`."""

    model_config = ConfigDict(extra="allow", frozen=True)

    n: int
    kind: str
    text: str = ""
    marks: Marks = []


class Events(Outgoing):
    """What has happened. An `n` that came before replaces it: another seat looks at the same screen now."""

    type: Literal["events"] = "events"
    seq: int
    events: list[GameEvent]


class Refused(Outgoing):
    """A command that changed nothing, and why."""

    type: Literal["refused"] = "refused"
    id: str
    reason: str
    state: State


class Done(Outgoing):
    """A command that is on the disk; the state after it has this `seq`."""

    type: Literal["done"] = "done"
    id: str
    seq: int


class Thinking(Outgoing):
    """A computer player makes up its mind; `text` says what takes long."""

    type: Literal["thinking"] = "thinking"
    seat: int
    name: str
    text: str = ""


class Said(Outgoing):
    """Why a computer player did what it did."""

    type: Literal["said"] = "said"
    seat: int
    text: str
    marks: Marks = []


class Stumbled(Outgoing):
    """A computer player failed: any of the options was taken for it, or another one plays on in its place."""

    type: Literal["stumbled"] = "stumbled"
    seat: int
    text: str


class Advice(Outgoing):
    """An option and what it is worth."""

    choice: list[str | int]
    text: str
    value: float
    loss: float
    reason: str = ""
    marks: Marks = []  # of the reason


class HintGiven(Outgoing):
    """Every option that differs from the others, best first."""

    type: Literal["hint"] = "hint"
    id: str
    advice: list[Advice]
    unit: Literal["win", "points"]  # what values and losses are: chances to win, from 0 to 1, or points
    reason: str = ""  # why there is no advice, if there is none


class WhyGiven(Outgoing):
    """Why something cannot be done; None: it can."""

    type: Literal["why"] = "why"
    id: str
    reason: str | None


class Pong(Outgoing):
    """Yes."""

    type: Literal["pong"] = "pong"


class Mistake(Outgoing):
    """The last frame was not one of the protocol's; it changed nothing."""

    type: Literal["mistake"] = "mistake"
    reason: str


class Bye(Outgoing):
    """The server closes this socket. `again`: it makes sense to come back.

    `rescue`: the match is damaged, and this is from where it could go on: POST /matches/{id}/rescue.
    """

    type: Literal["bye"] = "bye"
    reason: str
    again: bool = False
    rescue: str = ""


Told = State | Events | Refused | Done | Thinking | Said | Stumbled | HintGiven | WhyGiven | Pong | Mistake | Bye


# --- HTTP ---


class SeatWish(Incoming):
    """A seat of a new match. No name, level or character: the game gives one."""

    name: Annotated[str, StringConstraints(max_length=100)] = ""
    player: Literal["person", "computer", "open"] = "person"
    level: Annotated[str, StringConstraints(max_length=30)] | None = None
    temper: Annotated[str, StringConstraints(max_length=30)] | None = None  # none: its own; chance: drawn
    character: Annotated[str, StringConstraints(max_length=100)] = ""


class NewMatch(Incoming):
    """What a new match should be like."""

    game: Annotated[str, StringConstraints(max_length=60)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=16)]
    options: Annotated[dict[Word, bool | Number | Word], Field(max_length=60)] = {}
    seed: Number | None = None
    watch: bool = False  # anybody who knows the match's id may look on
    seal: Word | None = None  # of POST /seals: the match is made with the secret that was sealed there
    nonce: Nonce | None = None  # what this guest adds to it


class Setting(Outgoing):
    """A house rule."""

    name: str
    words: str  # what it is about
    group: str = ""  # the heading it stands under
    says: list[str] = []  # a sentence for each choice; of a flag: for no, then for yes
    kind: Literal["choice", "flag", "number"]
    default: str | int | bool
    choices: list[str | int] = []
    implies: dict[str, dict[str, str | int | bool]] = {}  # of a preset, by choice: the rules it changes
    min: int | None = None
    max: int | None = None


class GameInfo(Outgoing):
    """A game one can play here."""

    name: str
    title: str
    blurb: str
    seats: tuple[int, int]
    default_names: list[str]
    levels: list[str]
    default_level: str
    tempers: dict[str, str] = {}  # that computer players can have, and what one says who has it
    options: list[Setting]
    interrupts: dict[str, str]  # optional questions, with a word on when they come
    lesson: bool = False  # there is a guided first game


class MatchInfo(Outgoing):
    """A match of this guest, as a list shows it."""

    match: str
    game: str
    title: str
    players: list[SeatInfo]
    number: int
    turn: int
    updated: str
    finished: bool
    winners: list[int] = []  # seats, of a finished match
    your_turn: bool
    rematch: str | None = None
    owner: bool  # this guest set it up, and may clear it away
    elsewhere: bool = False  # it is played in another browser of this computer
    problem: str = ""  # why it cannot be opened, as far as a look at it tells
    party: str | None = None  # the party that plays it


class Welcome(Outgoing):
    """What a page needs first. `continue` is the match last played, if it is not over."""

    version: str
    protocol: int
    games: list[GameInfo]
    go_on: MatchInfo | None = Field(default=None, serialization_alias="continue")
    can_exit: bool  # POST /exit ends the program
    again: str = ""  # what starts it once more, as a person types it; for whoever may end it
    can_save: bool  # saves on this computer's disk, if all games are its own: for whoever sits here
    can_set_up: bool  # matches and tables of one's own; otherwise one plays where one is invited


class Created(Outgoing):
    """A new match, and an invite for each open seat."""

    match: str
    invites: dict[int, str] = {}
    notice: str = ""
    commitment: str | None = None  # of a match that was made just now


class Claimed(Outgoing):
    """The seat that an invite gave."""

    match: str
    seat: int


class Section(Outgoing):
    """A piece of the rules in words."""

    id: str
    title: str
    paragraphs: list[str]


class Shown(TypedDict, total=False):
    """How to draw a field of the view, in a page that does not know the game: `dicecup.table.Shown`."""

    kind: Required[Literal["dice", "cards", "per seat", "table", "track", "fact", "hidden"]]
    title: str  # above it, in words
    upto: int | str  # where a track ends: a number, or the field that has it
    labels: list[str]  # what the faces of dice are called, or the entries that every seat has
    says: dict[str, str]  # what values are called, written as JSON writes them


class Rules(BaseModel):
    """A game in words, and whatever else about it never changes: cards, scenes, areas, as the game has them."""

    model_config = ConfigDict(extra="allow", frozen=True)

    game: str
    title: str
    options: dict[str, str | int | bool] = {}  # the house rules of the table; empty: as usual
    sections: list[Section]
    shown: dict[str, Shown] = {}  # for a page without a screen for this game: how to draw fields of the view
    called: dict[str, str] = {}  # what words of choices and views are called


class Problem(Outgoing):
    """Why a request was refused, in a person's words. `rescue`: from where a damaged match could go on."""

    reason: str
    rescue: str = ""


def what_is_wrong(error: ValueError) -> str:
    """The first thing that is wrong with something a client said, in words."""
    if not isinstance(error, ValidationError):
        return str(error)[:300]
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}"[:300] if where else str(first["msg"])[:300]
