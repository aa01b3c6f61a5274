"""What crosses the wire about parties, the company that plays together: docs/friends.md, docs/protocol.md."""

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from dicecup.server import wire
from dicecup.server.wire.plain import CommandId, Incoming, Nonce, Number, Outgoing, Word

Name = Annotated[str, StringConstraints(max_length=100)]
Code = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""Five letters that somebody says aloud, or the long word of a link."""
PersonNumber = Annotated[int, Field(ge=1, le=10_000)]
Chair = Annotated[int, Field(ge=0, le=15)]
Face = Literal["laugh", "cheer", "gasp", "cry", "angry", "love"]
PhraseName = Literal["hello", "good_luck", "well_played", "ouch", "your_turn", "one_moment", "thanks", "good_game"]
Role = Literal["player", "spectator"]
Presence = Literal["here", "away", "gone"]
Absence = Literal["never", "2 min", "30 s", "at once"]
Clock = Literal["none", "relaxed", "fast"]
Talk = Literal["faces", "phrases", "text"]
Rotation = Literal["stay", "rotate", "shuffle"]
Options = Annotated[dict[Word, bool | Number | Word], Field(max_length=60)]


# --- the socket of a party, from the client ---


class Enter(Incoming):
    """Begin, or begin again after a gap: `last_line` is the last line of the talk that was seen."""

    type: Literal["enter"]
    last_line: Annotated[int, Field(ge=0, le=2**53)] = 0


class SetRules(Incoming):
    """The host settles what is played, and how; whatever is None stays as it is."""

    type: Literal["set_rules"]
    id: CommandId
    game: Word | None = None
    options: Options | None = None
    absence: Absence | None = None
    clock: Clock | None = None
    hints: bool | None = None
    coach: bool | None = None
    talk: Talk | None = None
    late: bool | None = None
    rotation: Rotation | None = None
    watch: bool | None = None
    take_over: bool | None = None
    listed: bool | None = None


class Me(Incoming):
    """What I am called, and who I am."""

    type: Literal["me"]
    id: CommandId
    name: Name | None = None
    character: Name | None = None  # "": whoever is left


class Ready(Incoming):
    """I am ready, or not any more. `nonce` is what I add to the dice of the next game, once."""

    type: Literal["ready"]
    id: CommandId
    ready: bool
    nonce: Nonce | None = None


class AddChair(Incoming):
    """The host puts one more chair at the table: for a computer player of this level, or for whoever comes."""

    type: Literal["add_chair"]
    id: CommandId
    level: Word | None = None


class SetChair(Incoming):
    """The host gives a chair at which nobody sits to a computer player, or (None) to whoever comes."""

    type: Literal["set_chair"]
    id: CommandId
    chair: Chair
    level: Word | None = None
    temper: Word | None = None  # of a computer player; none: its own


class RemoveChair(Incoming):
    """The host takes a chair away at which no person sits."""

    type: Literal["remove_chair"]
    id: CommandId
    chair: Chair


class TakeChair(Incoming):
    """Sit down there: an empty chair, or that of a computer player where the table allows it. Also in mid-game."""

    type: Literal["take_chair"]
    id: CommandId
    chair: Chair


class StandUp(Incoming):
    """Only look on from now on."""

    type: Literal["stand_up"]
    id: CommandId


class TurnAway(Incoming):
    """The host turns somebody away."""

    type: Literal["turn_away"]
    id: CommandId
    person: PersonNumber


class GiveHost(Incoming):
    """The host lets somebody else be host."""

    type: Literal["give_host"]
    id: CommandId
    person: PersonNumber


class Start(Incoming):
    """The host begins the game."""

    type: Literal["start"]
    id: CommandId


class Again(Incoming):
    """The next game, as soon as this one is over; whoever plays may ask for it."""

    type: Literal["again"]
    id: CommandId


class ToWaitingRoom(Incoming):
    """The host brings everybody back to the waiting room, when no game is being played."""

    type: Literal["to_waiting_room"]
    id: CommandId


class Leave(Incoming):
    """Leave for good: a computer player takes the seat over."""

    type: Literal["leave"]
    id: CommandId


class React(Incoming):
    """Make a face."""

    type: Literal["react"]
    face: Face


class SayPhrase(Incoming):
    """Say something that everybody hears in their own language."""

    type: Literal["phrase"]
    id: CommandId
    phrase: PhraseName


class Say(Incoming):
    """Say something of one's own, where the table allows it."""

    type: Literal["say"]
    id: CommandId
    text: Annotated[str, StringConstraints(min_length=1, max_length=300)]


class Nudge(Incoming):
    """Remind somebody that the table waits for them."""

    type: Literal["nudge"]
    id: CommandId
    person: PersonNumber


PartyCommand = (
    SetRules
    | Me
    | Ready
    | AddChair
    | SetChair
    | RemoveChair
    | TakeChair
    | StandUp
    | TurnAway
    | GiveHost
    | Start
    | Again
    | ToWaitingRoom
    | Leave
    | SayPhrase
    | Say
    | Nudge
)
"""Each is answered with `done` or `refused`."""
PartyFrame = Annotated[Enter | PartyCommand | React | wire.Ping, Field(discriminator="type")]
PARTY_FRAME: Final[TypeAdapter[PartyFrame]] = TypeAdapter(PartyFrame)


# --- the socket of a party, from the server ---


class Person(Outgoing):
    """Somebody of the party, as all others see them."""

    number: int  # within the party; the same as long as there is one
    name: str
    character: str  # who they want to be; empty: whoever is left
    role: Role
    chair: int | None  # where they sit, in the waiting room and at the table alike; None: they look on
    ready: bool
    host: bool
    presence: Presence
    you: bool


class ChairInfo(Outgoing):
    """A place at the table: somebody's, a computer player's, or nobody's yet."""

    person: int | None = None  # by number
    level: str | None = None  # of a computer player
    temper: str | None = None  # of one: as it was chosen, and in a game as it has it
    own: str | None = None  # of one in the waiting room: the temper that it has if none is chosen
    name: str = ""  # of a computer player, in the game or in the next one; and in a game of whoever sits there
    stand_in: bool = False  # somebody's who is away: a computer player decides for them


class TableRules(Outgoing):
    """What is played, and how."""

    game: str
    options: dict[str, str | int | bool]
    absence: Absence  # after how long a computer player decides for somebody who is away
    clock: Clock
    hints: bool  # whether players may ask for them
    coach: bool = False  # whether they may be coached, although others play
    talk: Talk  # what may be said: faces; phrases too; text of one's own too
    late: bool  # empty chairs wait for late-comers; otherwise computer players take them
    rotation: Rotation  # who sits where in the next game
    watch: bool  # whether people may come to look on
    take_over: bool  # whether those who look on may take a computer player's chair
    listed: bool  # whether all guests of this server are shown it


class Tally(Outgoing):
    """What somebody has done this evening."""

    name: str
    person: int | None  # None: a computer player
    played: int
    wins: int
    points: int


class Played(Outgoing):
    """A game of this evening."""

    match: str
    game: str
    names: list[str]
    scores: list[int]
    winners: list[int]  # seats
    best: str = ""  # its best moment, in words


class Evening(Outgoing):
    """The score of an evening, to be kept: the games can be looked at again by the ids of their matches."""

    party: str
    tally: list[Tally]
    games: list[Played]


class PartyState(Outgoing):
    """All that somebody of a party may know of it, after every change."""

    type: Literal["party"] = "party"
    party: str
    stage: Literal["waiting", "playing", "over"]  # over: the game has ended, and the next one has not begun
    you: int  # by number
    people: list[Person]
    chairs: list[ChairInfo]
    chairs_allowed: tuple[int, int]  # so many at least, so many at most
    rules: TableRules
    match: str | None  # the game that is being played, or was played last
    spectators: int
    commitment: str | None  # pins the dice of the next game down
    stirred: list[int]  # by number: who has added to them
    tally: list[Tally]
    evening: list[Played]
    starts_in: float | None = None  # seconds, if it begins by itself
    why_not: str = ""  # why the host cannot begin; empty: it can be done


class Line(Outgoing):
    """Something that was said at the table, or a note of what happened there."""

    n: int  # from 1, without holes for whoever may hear all
    kind: Literal["said", "phrase", "note"]
    person: int | None  # None: a note of the table's
    name: str
    text: str  # of a phrase: its name
    spectators: bool = False  # for those who look on alone
    match: str | None = None  # it was said during this game,
    seq: int = 0  # when it stood here,
    told: int = 0  # and so many events of it had been told: where it stands in the log
    at: str = ""  # when, in UTC


class Lines(Outgoing):
    """What was said."""

    type: Literal["lines"] = "lines"
    lines: list[Line]


class Reacted(Outgoing):
    """Somebody makes a face."""

    type: Literal["reacted"] = "reacted"
    person: int
    face: Face


class Nudged(Outgoing):
    """Somebody reminds you that the table waits for you."""

    type: Literal["nudged"] = "nudged"
    by: int
    name: str


class PartyDone(Outgoing):
    """A command that is on the disk."""

    type: Literal["done"] = "done"
    id: str


class PartyRefused(Outgoing):
    """A command that changed nothing, and why."""

    type: Literal["refused"] = "refused"
    id: str
    reason: str


PartyTold = PartyState | Lines | Reacted | Nudged | PartyDone | PartyRefused | wire.Pong | wire.Mistake | wire.Bye


# --- HTTP ---


class NewParty(Incoming):
    """Open a table for friends. `match`: one that is being played already, by whoever opens it."""

    game: Word
    name: Name = ""
    character: Name = ""
    options: Options = {}
    computers: Annotated[list[Word], Field(max_length=15)] = []  # levels
    match: Word | None = None
    language: Annotated[str, StringConstraints(max_length=35)] = "en"


class Knock(Incoming):
    """What is behind this code or link?"""

    code: Code


class Door(Outgoing):
    """What is behind it, before one goes in."""

    opens: Literal["table", "watching", "seat"]
    game: str
    title: str
    host: str  # by name
    people: list[str]
    free: int  # chairs
    begun: bool
    characters: list[str]  # that nobody has taken yet
    member: str | None = None  # one is in already: the id of the party
    name: str = ""  # of whose seat it is


class Join(Incoming):
    """Go in. `character`: who one wants to be, if the game has any."""

    code: Code
    name: Name = ""
    character: Name = ""


class Joined(Outgoing):
    """One is in. `key` is the long word of one's own seat: whoever has it gets the seat back."""

    party: str
    person: int
    key: str


class Link(Outgoing):
    """A way in: to be said aloud, sent, or scanned."""

    code: str  # five letters; empty: there is only the link
    url: str
    qr: list[str]  # the same as rows of dots: "#" is dark
    until: str = ""  # when it stops working, in UTC; empty: as long as there is a table


class Links(Outgoing):
    """The ways into a party; None: there is none just now."""

    table: Link | None
    watching: Link | None
    seat: Link | None  # one's own, to come back by


class PartyInfo(Outgoing):
    """A party of this guest, as a list shows it."""

    party: str
    game: str
    title: str
    names: list[str]
    stage: Literal["waiting", "playing", "over"]
    match: str | None
    updated: str


class OpenTable(Outgoing):
    """A table that anybody may join."""

    code: str
    game: str
    title: str
    host: str
    people: int
    free: int
    house_rules: list[str]  # in words, where they are not the usual ones
    clock: Clock
    language: str


class AnybodyWish(Incoming):
    """Play with anybody: a table that has a chair, or a new one that fills with computer players after a while."""

    game: Word
    name: Name = ""
    language: Annotated[str, StringConstraints(max_length=35)] = "en"


class FriendsWish(Incoming):
    """Let others in over the network, or nobody any more."""

    on: bool


class Friends(Outgoing):
    """Whether others can come, and where to."""

    on: bool
    switch: bool  # whether whoever asks may change it
    addresses: list[str]  # such as http://192.168.1.5:8765, the likeliest first
    note: str  # what to do if they cannot get through, or why nobody can
    open_tables: bool  # whether this server shows open tables to all its guests
