"""A person at a server's table: what others do is told as it happens, and what is typed goes to the server."""

import time
from collections import deque
from collections.abc import Hashable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from dicecup import client
from dicecup.players import Appraiser
from dicecup.saves import StorageError, Store
from dicecup.table import DicecupError, Event, Game, NotAllowed
from dicecup.table.words import listed
from dicecup.terminal import company, visit_commands
from dicecup.terminal.commands import Leave, known
from dicecup.terminal.console import Console, NoMoreInput
from dicecup.terminal.dialogue import Dialogue
from dicecup.terminal.far import Far, as_event, look_at
from dicecup.terminal.program import command
from dicecup.terminal.screen import Screen
from dicecup.terminal.seats import adviser, like
from dicecup.terminal.seen import Fork
from dicecup.terminal.visit_commands import LeaveForGood

if TYPE_CHECKING:
    from dicecup.coach import Review

_TICK: Final = 0.5  # seconds after which Ctrl-C is heard, wherever a queue does not hear it
_MANY: Final = 12  # what happened or was said before one came: more is not read out
_LONG: Final = 2.0  # seconds after which it is told who is waited for
_HURRY: Final = 10  # seconds before the clock is at zero: then this is said
_YES: Final = ("", "y", "yes", "again")


class Visit(Dialogue):
    """One table at a server, game after game, until the person leaves."""

    match: Far

    def __init__(self, console: Console, store: Store, table: client.Table, welcome: Mapping[str, Any]) -> None:
        super().__init__(console)
        self.store: Final = store
        self.table: Final = table
        self._games: Final = {info["name"]: info for info in welcome["games"]}
        self._typed: Final[deque[str | None]] = deque()  # lines that came while something else was done
        self._ahead: Final[deque[str | None]] = deque()  # lines of a pipe that wait for the next prompt
        self._known: company.Party | None = None  # the party as it was told last
        self._news: company.News | None = None
        self._looked: str | None = None  # the match that has been begun on this screen
        self._early: list[Event] = []  # what happened before its first state
        self._notice = ""
        self._broken = False
        self._ended: str | None = None  # the match whose end has been shown
        self.reviewed: tuple[str | None, Review] | None = None  # the one that was gone through last
        self._said: dict[int, str] = {}  # the last reason of each computer player
        self._waits_for: int | None = None  # the seat that takes long, as this person was told
        self._heard_at = 0.0  # when the server said last where the match stands
        self._until: float | None = None  # when the clock of this person is at zero
        self.match, self.screen = Far(table, Game()), Screen(console)  # until there is one
        table.told = self.hear

    @property
    def party(self) -> company.Party:
        """The company at this table."""
        assert self.table.party is not None
        return self.table.party

    @property
    def viewer(self) -> int | None:
        """Whose eyes read the screen."""
        return self.match.viewer

    @property
    def turn(self) -> int:
        """The how many-th turn it is."""
        return int(self.match.state["view"]["turn"])

    def name(self) -> str:
        """Of whoever types."""
        return str(self.table.me["name"]) if self.table.me is not None else ""

    def fork(self, seat: int) -> Fork:
        """The match itself: the server has told what is foreseen."""
        return lambda _seed: self.match

    def hints(self) -> bool:
        """Whether players may ask for them."""
        return bool(self.match.state["hints"])

    # --- the loop ---

    def run(self) -> None:
        """Play until the person leaves."""
        try:
            while True:
                self._catch_up()
                self._step()
        except LeaveForGood:
            self.table.leave()
            self.console.say("You have left the table.")
        except Leave:
            self._farewell()
        except (NoMoreInput, KeyboardInterrupt):
            self.console.say()
            self._farewell()
        except client.Gone as gone:
            raise client.Gone(f"{gone}{self._way_back()}") from None
        finally:
            self.table.close()

    def _step(self) -> None:
        """Whatever is to be done next."""
        state, party = self.table.state, self.table.party
        if party is None or (party["match"] is not None and state is None):
            self._catch_up(_TICK)  # nothing is known yet that a line could be about
        elif party["stage"] == "waiting" or state is None:
            self._wait_for_the_game()
        elif state["outcome"] is not None:
            self._end()
        elif self.table.ask is not None:
            self._decide()
        else:
            self._look_on()

    def _catch_up(self, patience: float = 0.0) -> None:
        """Tell all that has been heard by now, or is heard soon."""
        message = self.table.next(patience)
        while message is not None:
            self._take(message)
            message = self.table.next(0)

    def _take(self, message: client.Message) -> None:
        if message["type"] == "typed":
            self._typed.append(message["line"])
        else:
            self.hear(message)

    def mark(self) -> Hashable:
        """What tells one position from the next; in the waiting room, what the prompt depends on."""
        state, party, me = self.table.state, self.table.party, self.table.me
        room = None
        if party is not None and me is not None and party["stage"] == "waiting":
            room = me["ready"], me["host"], me["role"], party["why_not"], company.host(party)
        game = None if state is None else (state["seq"], state["outcome"] is None, state["viewer"])
        return self.table.match, game, party is None or party["stage"], room

    def listen(self, prompt: str) -> str | None:
        """The next line; None if the position changes first. Without a prompt: while others decide."""
        before, began = self.mark(), time.monotonic()
        if prompt and self._ahead:
            self.console.prompt(prompt)
            return self._line(self._ahead.popleft())
        while True:
            if self.mark() != before:
                return None
            self._warn()
            if not prompt and time.monotonic() > began + _LONG:
                self._say_who_is_waited_for()
            if self._typed:
                line = self._typed.popleft()
                if prompt or self.console.typed or self._is_command(line):
                    return self._line(line)
                self._ahead.append(line)
            elif prompt and not self.console.prompted:
                self.console.prompt(prompt)
            self._catch_up(0 if self._typed else _TICK)

    def _line(self, line: str | None) -> str:
        if line is None:
            raise NoMoreInput
        self.console.echo(line)
        return line

    def _is_command(self, line: str | None) -> bool:
        return line is not None and self._command(line) in known(self)

    # --- what is heard ---

    def hear(self, message: client.Message) -> None:
        """Say what has happened, in words."""
        console = self.console
        match message:
            case {"type": "party"}:
                self._hear_party(message)
            case {"type": "lines", "lines": lines}:
                for line in lines[-_MANY:]:
                    if (
                        line["person"] is None or line["person"] != self.party["you"]
                    ):  # what was typed stands there
                        console.paragraph(company.spoken(line))
            case {"type": "reacted", "person": number, "face": face}:
                somebody = company.person(self.party, number)
                if somebody is not None and not somebody["you"]:
                    console.note(f"{somebody['name']} {company.FACES.get(face, 'makes a face')}.")
            case {"type": "nudged", "name": name}:
                console.ring()
                console.say(f"{name} reminds you: the table waits for you.")
            case {"type": "events", "events": events}:
                self._tell([event for each in events if (event := as_event(each)) is not None])
            case {"type": "state"}:
                self._hear_state(message)
            case {"type": "thinking" | "stumbled", "text": str(text)} if text:
                console.note(text)
            case {"type": "said", "seat": seat, "text": text} if self._looked == self.table.match:
                if self.reasons and self._said.get(seat) != text:
                    self._said[seat] = text
                    console.note(f"{self.match.names[seat]}: “{text}”")
            case {"type": "refused" | "mistake", "reason": reason}:
                console.paragraph(reason)
            case {"type": "line"}:
                self._hear_line(message.get("reason", ""))

    def _hear_line(self, reason: str) -> None:
        if self.table.broken == self._broken:
            return
        self._broken = self.table.broken
        if self._broken:
            self.console.paragraph(reason or "The server does not answer.")
            self.console.say("Your seat is kept. Waiting until the server is back ...")
        else:
            self.console.say("The server is back.")

    def _hear_party(self, party: client.Message) -> None:
        before, self._known = self._known, party
        if before is None or self._news is None:
            self._news = company.News(party)
        else:
            for sentence in self._news.since(party):
                self.console.note(sentence)
            if len(party["evening"]) > len(before["evening"]):
                self.console.note(f"This evening: {company.tally(party)}.")
            if (best := company.best(party)) and best != company.best(before):
                self.console.note(f"The best moment: {best}")
        if party["stage"] == "waiting" and (before is None or before["stage"] != "waiting"):
            self._enter_room()

    def _hear_state(self, state: client.Message) -> None:
        if self._looked != self.table.match:
            self._begin()
        self.screen.viewer = state["viewer"]
        self._heard_at = time.monotonic()
        if state["notice"] != self._notice:
            self._notice = state["notice"]
            if self._notice:
                self.console.paragraph(self._notice)
        if state["outcome"] is None and self.table.ask is None:
            self._begin_turn(standings=False)

    def _tell(self, events: list[Event]) -> None:
        if self._looked != self.table.match:
            self._early += events
            return
        for event in events:
            if event.kind == "turn":  # the free line belongs before that
                self.console.say()
                self._announced = True
            self.screen.tell(event)

    # --- the waiting room ---

    def _enter_room(self) -> None:
        self.vocabulary, self.screen = visit_commands.ROOM, Screen(self.console)
        self.console.say()
        self.show_table()
        self.console.note("“ready” says that you are, “say TEXT” is for talk, “help” shows the rest.")

    def show_table(self) -> None:
        """Who is here, by which rules, and how the evening stands."""
        info = self._games.get(self.party["rules"]["game"])
        title = info["title"] if info is not None else self.party["rules"]["game"]
        name = company.host(self.party)
        self.console.head(f"{title}{f' at the table of {name}' if name else ''}")
        for line in company.who(self.party):
            self.console.paragraph(line)
        for sentence in company.rules(self.party, info):
            self.console.note(sentence)
        if score := company.tally(self.party):
            self.console.note(f"This evening: {score}.")

    def usual(self, rule: str) -> str | int | bool | None:
        """What a house rule of the game usually is; None if it has none of that name."""
        info = self._games.get(self.party["rules"]["game"], {"options": []})
        return next((each["default"] for each in info["options"] if each["name"] == rule), None)

    def show_links(self) -> None:
        """How others come in, and how this person comes back."""
        links = self.table.server.get(f"/parties/{self.table.id}/links")
        for what, link in (("To play here", links["table"]), ("To watch", links["watching"])):
            if link is not None:
                self.console.say(f"{what}: {link['url']}")
                if link["code"]:
                    self.console.say(f"  or the code {link['code']}")
        if again := self.table.seat_link:
            self.console.say(f"To your own seat, for you alone: {again}")

    def _wait_for_the_game(self) -> None:
        line = self.read(self._room_prompt())
        if line is None:
            return
        me = self.table.me
        if line or me is None or me["role"] == "spectator":
            self.console.say("“help” shows what you can type." if line else "You are only watching.")
            return
        try:
            if not me["ready"]:
                self.table.ready()
            elif me["host"]:
                self.table.command("start")
        except client.Refused as refusal:
            self.console.paragraph(str(refusal))

    def _room_prompt(self) -> str:
        me, host = self.table.me, company.host(self.party)
        if me is None or me["role"] == "spectator":
            return "You are watching > "
        if not me["ready"]:
            return f"{me['name']}, are you ready? [Enter: yes] > "
        if me["host"]:
            why_not = self.party["why_not"]
            return f"{me['name']}, {'waiting for the others' if why_not else 'begin? [Enter: start]'} > "
        return f"{me['name']}, waiting for {host or 'the host'} to begin > "

    # --- the game ---

    def _begin(self) -> None:
        """Open a game on this screen; of one that is under way only what happened last is told."""
        console, events = self.console, self._early
        self._looked, self._early, self._turn, self._said, self._notice = self.table.match, [], -1, {}, ""
        self.match, self.screen = look_at(self.table, console)
        self.screen.viewer = self.match.viewer
        self.vocabulary = visit_commands.GAME
        seats = [
            f"{seat['name']} ({like(seat['level'], seat.get('temper'))})"
            if seat["player"] == "computer"
            else seat["name"]
            for seat in self.match.state["seats"]
        ]
        late = len(events) > _MANY
        console.say()
        console.head(f"{self.match.game.title} with {listed(seats)}{'. What happened last:' if late else ''}")
        if self.match.viewer is None:
            console.note("You are watching: you see what anybody may see.")
        if self.table.doubt:
            console.paragraph(f"{self.table.doubt} This game is not fair, unless somebody can explain it.")
        elif self.match.state["commitment"]:
            console.note(f"The dice are sealed: {self.match.state['commitment'][:16]}... (“dice” says more)")
        self._tell(events[-3:] if late else events)

    def check_mine(self, else_: str) -> None:
        """NotAllowed unless this person has to decide now."""
        ask = self.match.pending
        if ask is None:
            raise NotAllowed("The game is over; there is nothing to decide.")
        if self.table.ask is None:
            raise NotAllowed(f"It is {self.match.names[ask.seat]}'s decision now; {else_}.")

    def waited_for(self) -> int:
        """The person whose decision it is, by number."""
        ask = self.match.pending
        for each in self.party["people"]:
            if ask is not None and each["chair"] == ask.seat and not each["you"]:
                return int(each["number"])
        raise NotAllowed("The table does not wait for anybody else.")

    def _decide(self) -> None:
        """One decision of this person."""
        self._begin_turn()
        if self._waits_for is not None:
            self._waits_for = None
            self.console.ring()
        self._tell_clock()
        ask = self.match.pending
        assert ask is not None
        choice = self._choose(ask)
        self._until = None
        self._question = None  # about a decision that is not there any more
        if choice is None:
            return
        try:
            self.table.answer(choice, grace=True)
        except client.Refused as refusal:
            self.console.paragraph(str(refusal))

    def _tell_clock(self) -> None:
        clock, seat = self.match.state["clock"], self.match.viewer
        if clock is not None and seat is not None and clock["seat"] == seat and clock["runs"]:
            used = time.monotonic() - self._heard_at
            free, reserve = clock["free"] - used, clock["reserves"][seat]
            self._until = time.monotonic() + free + reserve
            reserve += min(0.0, free)
            self.console.note(
                f"Your clock: {max(0.0, free):.0f} seconds, then {max(0.0, reserve):.0f} in reserve."
            )

    def _warn(self) -> None:
        """Once, when there is little time left."""
        if self._until is not None and time.monotonic() > self._until - _HURRY:
            self._until = None
            self.console.say(f"{_HURRY} seconds left on your clock; then a computer player decides.")

    def _look_on(self) -> None:
        """While others decide: what they do is read out, and commands work."""
        line = self.read("")
        ask = self.match.pending
        if line and ask is not None:
            self.console.say(
                f"It is {self.match.names[ask.seat]}'s decision now. “help” shows what you can type meanwhile."
            )

    def _say_who_is_waited_for(self) -> None:
        """Once, where it takes long: not every game tells whose turn it is."""
        ask = self.match.pending
        if ask is None or ask.seat == self._waits_for:
            return
        if self.match.state["seats"][ask.seat]["player"] != "person":
            return
        self._waits_for = ask.seat
        self.console.note(f"Waiting for {self.match.names[ask.seat]}.")

    def _end(self) -> None:
        """The game is over: how it ended, its record, and the next one."""
        if self._ended != self.table.match:
            self._ended = self.table.match
            self.console.say()
            self.screen.result(self.match)
            self._keep_record()
        me = self.table.me
        playing = me is not None and me["role"] == "player"
        prompt = "Another game at this table? [Enter: yes, “quit”: stop for now] > " if playing else ""
        line = self.read(prompt)
        if line is None or not prompt:
            return
        if line.casefold() in ("n", "no"):
            raise Leave
        if line.casefold() not in _YES:
            self.console.say("Press Enter for another game, or type “quit”.")
            return
        try:
            self.table.command("again")
        except client.Refused as refusal:
            self.console.paragraph(str(refusal))

    def _keep_record(self) -> None:
        """Keep the record of the game, and say how its dice are checked."""
        if self.match.viewer is None:
            return
        try:
            path = self.store.keep_record(self.match.game.name, self.table.record())
        except (StorageError, client.ClientError) as trouble:
            self.console.paragraph(str(trouble))
            return
        self.console.say("The record of this game, to replay, review or verify, is in")
        self.console.say(f"  {path}")
        seal = self.table.seal
        if seal is not None:
            nonce = f" --nonce {seal['nonce']}" if seal["nonce"] else ""
            self.console.say("Every roll can be worked out again:")
            self.console.say(f"  {command()} verify {path} --seal {seal['seal']}{nonce}")
        with suppress(DicecupError):  # the server may know a game that is not installed here
            if isinstance(adviser(self.match.game.name, self.console.note), Appraiser):
                self.console.note("Type “review” to see what your choices and the luck were worth.")

    # --- going away ---

    def _way_back(self) -> str:
        """How whoever was sent away can have the seat again, if they can."""
        link = self.table.seat_link
        with suppress(client.ClientError):
            if link and self.table.server.knock(link.rpartition("/")[2])["opens"] == "seat":
                return f" To play here again: {command()} join {link}"
        return ""

    def _farewell(self) -> None:
        party, me = self.table.party, self.table.me
        if party is not None and me is not None and party["stage"] == "playing" and me["role"] == "player":
            self.console.note(company.PATIENCE[party["rules"]["absence"]])
        again = self.table.seat_link or f"{self.table.server.address}/#/party/{self.table.id}"
        self.console.say(f"Your seat is kept. Come back with: {command()} join {again}")
