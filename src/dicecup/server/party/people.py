"""The people of a party, the chairs they sit on, and all else that is written down of it."""

from collections.abc import Iterator
from typing import Any, Final, Literal

from pydantic import BaseModel

from dicecup.server.wire import party as wire_party
from dicecup.server.wire.party import Absence, TableRules

MOST_SPECTATORS: Final = 50  # how many can play the game says
MOST_EVER: Final = 10_000  # people of one party, those who have gone included
_MOST_DONE: Final = 50  # commands of one person that are remembered
_MOST_KEYS: Final = 20  # of one person: one for each time somebody came in without one
PATIENCE: Final[dict[Absence, float | None]] = {"never": None, "2 min": 120.0, "30 s": 30.0, "at once": 0.0}
LIMITS: Final[dict[wire_party.Clock, tuple[float, float] | None]] = {
    "none": None,
    "relaxed": (60.0, 300.0),
    "fast": (20.0, 60.0),
}

Stage = Literal["waiting", "playing", "over"]


class Person(BaseModel):
    """Somebody of the party. `guest` is the fingerprint of a guest's token, as everywhere; nobody's when gone."""

    number: int
    name: str
    guest: str
    came: float
    character: str = ""
    keys: list[str] = []  # fingerprints of what opens this seat for good
    once: str = ""  # the fingerprint of what opens it one time,
    once_until: float = 0.0  # until then
    ready: bool = False
    nonce: str = ""
    gone: bool = False
    recast: bool = False  # somebody else than in the last game
    played: bool = False  # in any game of this party
    done: list[str] = []  # commands that were carried out, by their ids
    was: str = ""  # the guest it was before it had gone, who may want everything deleted

    def did(self, id_: str) -> None:
        """Remember a command."""
        self.done = [*self.done, id_][-_MOST_DONE:]

    def give_key(self, key: str) -> None:
        """One more key, by its fingerprint; the oldest is forgotten."""
        self.keys = [*self.keys, key][-_MOST_KEYS:]


class Chair(BaseModel):
    """A place at the table: of a person, of a computer player (`level`), or of nobody yet."""

    person: int | None = None
    level: str | None = None
    name: str = ""  # of the seat in the game that is being played
    temper: str = ""  # of the computer player in that game; which one was chosen is in its level
    own: str = ""  # the temper of whom is played there in that game; none in a game that has none
    after: str = ""  # the level of the computer player that takes over if somebody who sits there goes
    shared: int | None = None  # nobody's yet, and until somebody comes it is played at this person's screen
    extra: bool = False  # it was put there for somebody who came
    stand_in: bool = False


class Game(BaseModel):
    """A game that has been played: who sat where, by number."""

    match: str
    game: str
    names: list[str]
    people: list[int | None]
    scores: list[int]
    winners: list[int]
    best: str = ""


class Book(BaseModel):
    """All of a party that is on the disk."""

    id: str
    rules: TableRules
    language: str = "en"
    people: list[Person] = []
    chairs: list[Chair] = []
    host: int | None = None
    numbered: int = 0  # the last number that somebody got
    code: str = ""  # five letters; none while a game is played
    table: str = ""
    watching_code: str = ""
    watching: str = ""
    secret: dict[str, Any] = {}  # of the next game
    games: int = 0  # so many have begun
    stage: Stage = "waiting"
    match: str | None = None
    evening: list[Game] = []
    turned_away: list[str] = []
    said: int = 0  # lines
    starts_at: float | None = None
    opened: float = 0.0  # when the party began
    began: float = 0.0  # when the last game did
    time_up: tuple[str, int] | None = None  # a match, and where somebody's time was up in it: the last time it was

    def present(self) -> Iterator[Person]:
        """Everybody who has not gone."""
        return (person for person in self.people if not person.gone)

    def person(self, number: int | None) -> Person | None:
        """Somebody who has not gone, by number."""
        return next((each for each in self.present() if each.number == number), None)

    def of_guest(self, guest: str) -> Person | None:
        """Whose browser that is."""
        return next((each for each in self.present() if each.guest == guest), None)

    def chair_of(self, person: Person) -> int | None:
        """Where somebody sits."""
        return next((at for at, chair in enumerate(self.chairs) if chair.person == person.number), None)

    def seated(self) -> list[Person]:
        """Those who play, by their chairs."""
        found = (self.person(chair.person) for chair in self.chairs)
        return [person for person in found if person is not None]

    def spectators(self) -> list[Person]:
        """Those who look on."""
        return [person for person in self.present() if self.chair_of(person) is None]

    def sitter(self, chair: int) -> Person | None:
        """Who sits there."""
        return self.person(self.chairs[chair].person) if chair < len(self.chairs) else None
