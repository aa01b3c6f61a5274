"""A line to a language model: it hears the protocol of bots, and answers by asking an endpoint."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from dicecup.players.outside.line import Garbled, Late
from dicecup.players.outside.llm import prompt
from dicecup.players.outside.llm.address import Address
from dicecup.players.outside.llm.chat import Chat, Spent
from dicecup.players.outside.llm.transcript import Transcript
from dicecup.players.outside.protocol import PROTOCOL

_CHECKING: Final = 10.0  # seconds
_MOST_REPEATED: Final = 2_000  # letters of a wrong answer that are told back


@dataclass(slots=True)
class _Game:
    """A game that the model plays."""

    rules: str
    transcript: Transcript
    spent: Spent = field(default_factory=Spent)


class Model:
    """A model with which one speaks as with any bot. It remembers nothing from one question to the next."""

    def __init__(self, address: Address) -> None:
        self._address: Final = address
        self._chat: Final = Chat(address)
        self._games: Final[dict[int, _Game]] = {}
        self._asked: list[dict[str, Any]] = []  # and not answered yet

    def say(self, text: str, until: float) -> None:
        """Hear one line of the protocol."""
        message = json.loads(text)
        match message["type"]:
            case "hello" | "decide":
                self._asked.append(message)
            case "game":
                self._begin(message)
            case "over":
                self._end(message)

    def hear(self, until: float) -> str:
        """The answer to what was asked."""
        message = self._asked.pop(0)
        if message["type"] == "hello":
            self._chat.check(min(until, time.monotonic() + _CHECKING))
            return json.dumps({"type": "hello", "protocol": PROTOCOL, "words": True})
        try:
            return json.dumps({"n": message["n"], "option": self._decide(message, until)})
        except (Garbled, Late) as fault:
            why = str(fault) or "It took too long to answer."
            self._games[message["id"]].transcript.note("fault", {"n": message["n"], "why": why})
            raise

    def last_words(self) -> str:
        """Nothing: it complains where it runs."""
        return ""

    def close(self, grace: float) -> None:
        """Ask no more."""
        self._chat.close()

    # --- inside ---

    def _begin(self, message: Mapping[str, Any]) -> None:
        address = self._address
        game = _Game(prompt.rules(message), Transcript(address.transcripts, message["game"], address.key()))
        self._games[message["id"]] = game
        told = {key: message[key] for key in ("game", "seat", "names", "options", "seed")}
        where = {"endpoint": address.link, "model": address.model}
        game.transcript.note("game", {**told, **where, "rules": game.rules})

    def _decide(self, message: Mapping[str, Any], until: float) -> int:
        """The option it takes, from 0: it is told what is wrong with an answer, and asked again."""
        game, options = self._games[message["id"]], message["ask"]["options"]
        messages = [
            {"role": "system", "content": game.rules},
            {"role": "user", "content": prompt.question(message)},
        ]

        def failed(trouble: str, seconds: float) -> None:
            note({"trouble": trouble, "seconds": round(seconds, 3)})

        def note(what: Mapping[str, Any]) -> None:
            # Without the rules, which are told where the game begins.
            game.transcript.note("call", {"n": message["n"], "messages": messages[1:], **what})

        for _ in range(self._address.tries):
            said = self._chat.ask(messages, game.spent, until, failed)
            told = {
                "answer": said.text,
                "tokens": {"read": said.read, "written": said.written, "counted": said.counted},
                "seconds": round(said.seconds, 3),
            }
            try:
                taken = prompt.choice(said.text, options, cut=said.cut)
            except prompt.Unclear as unclear:
                note({**told, "option": None, "told": str(unclear)})
                answer = said.text[-_MOST_REPEATED:].strip() or "(nothing)"
                messages += [
                    {"role": "assistant", "content": answer},
                    {"role": "user", "content": str(unclear)},
                ]
            else:
                note({**told, "option": taken, "choice": options[taken]["choice"]})
                return taken
        raise Garbled(f"It named no option in {self._address.tries} answers.")

    def _end(self, message: Mapping[str, Any]) -> None:
        game = self._games.pop(message["id"], None)
        if game is not None:
            told = {key: message[key] for key in ("winners", "scores", "reason")}
            spent = {"calls": game.spent.calls, "tokens": game.spent.tokens}
            try:
                game.transcript.note("over", {**told, **spent})
            except Garbled:
                return  # the game is over, and nobody loses by it
