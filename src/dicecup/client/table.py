"""A table at a server: what is known of it, what happens there, and what one does."""

import queue
import secrets
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, Self

from dicecup.client.errors import ClientError, Gone, Refused
from dicecup.client.line import Line, Message
from dicecup.client.server import Server

Inbox = queue.SimpleQueue[tuple[Line | None, Message]]
"""Where everything waits that is heard. Others may put in something of their own, without a line."""
Choice = Sequence[str | int]
"""What an answer says: the `choice` of one of the options."""
_OF_A_MATCH: Final = ("state", "events", "said", "thinking", "stumbled", "refused")


class Table:
    """A party and the match it plays, as the server tells them: plain dicts, in the form of docs/protocol.md.

    All that is heard waits in a queue until `next` takes it in, so nothing here changes behind anybody's back.
    """

    def __init__(
        self, server: Server, party: str | None = None, match: str | None = None, inbox: "Inbox | None" = None
    ) -> None:
        self.server: Final = server
        self.id: Final = party
        self.party: Message | None = None  # the last `party` of docs/protocol.md
        self.state: Message | None = None  # the last `state` of the match
        self.match: str | None = None  # which match that is
        self.events: list[Message] = []  # of that match, from its beginning
        self.lines: list[Message] = []  # what was said at the table
        self.doubt = ""  # what is wrong with the dice, as far as this client can tell
        self.told: Callable[[Message], None] | None = None  # hears at once when the line breaks, or is back
        self._inbox: Final[Inbox] = inbox or queue.SimpleQueue()
        self._later: Final[deque[Message]] = deque()  # heard while a command waited for its answer
        self._from: Line | None = None  # where the last message came from
        self._gone = ""  # why one was sent away
        self._added = ""  # what this client added to the dice of the next game,
        self._sealed = ""  # which had this seal
        self._company: Line | None = None
        self._game: Line | None = None
        if party is not None:
            self._company = self._dial(f"/parties/{party}/socket", self._enter, "party")
        if match is not None:
            self._watch(match)

    # --- what happens ---

    def next(self, timeout: float | None = None) -> Message | None:
        """The next thing that happens, taken in already; None if nothing does in so many seconds.

        Raises `Gone`, with the reason, when the table is not there for this guest any more.
        """
        if self._later:
            return self._later.popleft()
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            left = None if until is None else until - time.monotonic()
            message = self._take(left)
            if message is not None or (until is not None and time.monotonic() >= until):
                return message

    def __iter__(self) -> Iterator[Message]:
        """All that happens, one thing after the other, for ever."""
        while True:
            message = self.next()
            assert message is not None
            yield message

    @property
    def me(self) -> Message | None:
        """Oneself, as the party knows one."""
        if self.party is None:
            return None
        return next((person for person in self.party["people"] if person["you"]), None)

    @property
    def ask(self) -> Message | None:
        """The decision that is one's own to make now."""
        ask = self.state["ask"] if self.state is not None and self.state["outcome"] is None else None
        return ask if ask is not None and ask["mine"] else None

    @property
    def seal(self) -> Message | None:
        """What `dicecup verify` should be told of the dice of this match: its `seal`, and one's own `nonce`."""
        kept = self.server.kept.facts["seals"].get(self.match)
        return dict(kept) if kept else None

    @property
    def seat_link(self) -> str:
        """The link to one's own seat, for oneself alone; nothing, if another program took the seat."""
        key = self.server.kept.facts["seats"].get(self.id)
        return f"{self.server.address}/#/join/{key}" if key else ""

    @property
    def broken(self) -> bool:
        """Whether the server does not answer just now."""
        return any(line is not None and line.broken for line in (self._game, self._company))

    # --- what one does in the game ---

    def answer(self, choice: Choice, *, grace: bool = False) -> None:
        """Make the decision; `Refused`, with the reason, if it cannot be made. Then `state` is the one after it.

        `grace`: if the turn ends by itself, there is a moment to take this back.
        """
        self._change("answer", choice=list(choice), grace=grace)

    def undo(self) -> None:
        """Take one's last choice back."""
        self._change("undo")

    def never_ask(self, kind: str, *, never: bool = True) -> None:
        """Do not ask this kind of optional question any more, or do again."""
        self._done(self._playing, "never_ask", kind=kind, never=never)

    def hint(self) -> Message:
        """What the best computer player would do: `advice`, or the `reason` why there is none."""
        return self._done(self._playing, "hint")

    def why(self, choice: Choice) -> str | None:
        """Why something cannot be chosen now; None if it can."""
        reason: str | None = self._done(self._playing, "why", choice=list(choice))["reason"]
        return reason

    def record(self) -> str:
        """The record of the match: what one may show of it."""
        return self.server.text(f"/matches/{self.match}/export?kind=record")

    # --- what one does at the table ---

    def ready(self, ready: bool = True) -> None:
        """Say that one is ready, and add to the dice of the next game, or that one is not."""
        nonce = None
        if ready and self.party is not None:
            nonce = self._nonce(self.party)
        self.command("ready", ready=ready, nonce=nonce)

    def command(self, kind: str, **facts: Any) -> None:
        """Any other command of a party: `start`, `say`, `me`, `again` and so on, as in docs/protocol.md."""
        self._done(self._sitting, kind, **facts)

    def react(self, face: str) -> None:
        """Make a face."""
        self._sitting.send({"type": "react", "face": face})

    def leave(self) -> None:
        """Leave for good: a computer player takes the seat."""
        with suppress(Gone):  # the server may say good-bye before it says done
            self.command("leave")

    def close(self) -> None:
        """Go away for now: the seat is kept."""
        for line in (self._game, self._company):
            if line is not None:
                line.close()
        self.server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- how it is done ---

    @property
    def _playing(self) -> Line:
        if self._game is None or self.state is None:
            raise ClientError("No game is being played at this table yet.")
        return self._game

    @property
    def _sitting(self) -> Line:
        if self._company is None:
            raise ClientError("There is no company at this table: it is a match of one's own.")
        return self._company

    def _change(self, kind: str, **facts: Any) -> None:
        """A command about the position that is known here, and then the position after it."""
        line = self._playing
        assert self.state is not None
        done = self._done(line, kind, seq=self.state["seq"], **facts)
        while not self._has_reached(done["seq"]):
            self._put_off(self._take(None))

    def _has_reached(self, seq: int) -> bool:
        """Whether it is known here where the match stands after so much; or another one has begun."""
        return self.state is None or self.state["seq"] >= seq

    def _done(self, line: Line, type_: str, **facts: Any) -> Message:
        """What the server answers to a command; whatever else is heard meanwhile has to wait."""
        if line.ended:
            raise Gone(self._gone or "This table has been left.")
        id_ = uuid.uuid4().hex
        line.send({"type": type_, "id": id_, **facts})
        while True:
            message = self._take(None)
            if line not in (self._game, self._company):
                self._put_off(message)
                raise Refused("The next game has begun.")
            if message is not None and message["type"] == "mistake" and self._from is line:
                line.forget(id_)
                raise Refused(message["reason"])
            if message is None or message.get("id") != id_:
                self._put_off(message)
                continue
            if message["type"] == "refused":
                raise Refused(message["reason"])
            return message

    def _put_off(self, message: Message | None) -> None:
        if message is not None and message["type"] == "line" and self.told is not None:
            self.told(message)
        elif message is not None:
            self._later.append(message)

    def _dial(self, path: str, hello: Callable[[], Message], first: str) -> Line:
        return Line(self.server, path, hello, first, lambda line, message: self._inbox.put((line, message)))

    def _enter(self) -> Message:
        return {"type": "enter", "last_line": self.lines[-1]["n"] if self.lines else 0}

    def _watch(self, match: str) -> None:
        """Look at another match from now on."""
        if self._game is not None:
            self._game.close()
        self.match, self.state, self.events = match, None, []
        later = [each for each in self._later if each["type"] not in _OF_A_MATCH]
        self._later.clear()  # what was heard of the match before would be taken for this one's
        self._later.extend(later)
        self._game = self._dial(f"/matches/{match}/socket", self._hello, "state")

    def _hello(self) -> Message:
        return {"type": "hello", "last_seq": None if self.state is None else self.state["seq"]}

    def _take(self, timeout: float | None) -> Message | None:
        """The next message, taken in; None if there is none in time, or it is of a match that is not looked at."""
        try:
            line, message = self._inbox.get(timeout=timeout if timeout is None else max(0.0, timeout))
        except queue.Empty:
            return None
        self._from = line
        if line is not None and line not in (self._game, self._company):
            return None
        match message["type"]:
            case "party":
                self._take_party(message)
            case "lines":
                known = self.lines[-1]["n"] if self.lines else 0
                message["lines"] = [each for each in message["lines"] if each["n"] > known]
                self.lines += message["lines"]
            case "state":
                self._take_state(message)
            case "events":
                return self._take_events(message)
            case "refused" if line is self._game:
                self._take_state(message["state"])
            case "bye":
                self._gone = str(message.get("reason", ""))
                raise Gone(self._gone)
        return message

    def _take_party(self, party: Message) -> None:
        self.party = party
        if party["match"] is not None and party["match"] != self.match:
            self._watch(party["match"])

    def _take_events(self, message: Message) -> Message:
        """Only what was not known is told: after a break some come twice. If some are missing, all come again."""
        fresh = []
        for event in message["events"]:
            if event["n"] <= len(self.events):
                self.events[event["n"] - 1] = event
            elif event["n"] == len(self.events) + 1:
                self.events.append(event)
                fresh.append(event)
            elif self._game is not None:
                self._game.send({"type": "hello", "last_seq": None})
                break
        return {**message, "events": fresh}

    # --- the dice: docs/fair-dice.md ---

    def _nonce(self, party: Message) -> str | None:
        """What to add to the dice of the next game; None if they have it, or cannot be verified anyway."""
        if party["commitment"] is None or party["you"] in party["stirred"]:
            return None
        if self._sealed != party["commitment"]:
            self._sealed, self._added = party["commitment"], secrets.token_hex(32)
        return self._added

    def _take_state(self, state: Message) -> None:
        first = self.state is None
        self.state = state
        if first and state["commitment"] is not None and state["outcome"] is None:
            self._witness(state, state["commitment"])

    def _witness(self, state: Message, seal: str) -> None:
        """Write down what pins the dice of a match, and whether it is as it should be; add to them."""
        known = self.seal
        if known is not None:
            self.doubt = "" if known["seal"] == seal else "The dice were sealed anew in the middle of the game."
            return
        mine = {seat for seat, each in enumerate(state["seats"]) if each["mine"]}
        added = [each["nonce"] for each in state["nonces"] if each["seat"] in mine]
        nonce = self._added if self._added and self._added in added else ""
        if self._added and not nonce:
            self.doubt = "What this client added to the dice is not in them."
        elif nonce and seal != self._sealed:
            self.doubt = "The dice are not those that were sealed before this client added to them."
        if mine and not added:
            nonce = secrets.token_hex(32)
            try:
                self.server.post(f"/matches/{self.match}/nonce", {"nonce": nonce})
            except ClientError:  # the game is over, or has dice of a seed
                nonce = ""
        self._added = self._sealed = ""
        self.server.kept.keep("seals", str(self.match), {"seal": seal, "nonce": nonce})
