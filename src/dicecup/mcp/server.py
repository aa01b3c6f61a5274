"""The table for whoever speaks the Model Context Protocol, over standard input and output."""

import contextlib
import logging
import sys
from collections.abc import Callable
from typing import Annotated, Any, Final

import dicecup
from dicecup import extras
from dicecup.mcp.table import Table
from dicecup.table import DicecupError
from dicecup.table.errors import said, shown

_sdk: Final = extras.load("mcp.server.mcpserver")  # Any: types are the same whether it is installed or not
_types: Final = extras.load("mcp.types")
from anyio import CapacityLimiter, to_thread  # noqa: E402 - it comes with the SDK
from pydantic import Field  # noqa: E402

_INSTRUCTIONS: Final = (
    "Dice board games against computer players. Call list_games, then sit_down; you have the first seat. Whatever "
    "you do is answered with what happened and with your next question and its numbered options; answer takes the "
    "number of one. rules tells the rules, hint what the best computer player thinks, look where the game stands."
)
_log: Final = logging.getLogger("dicecup.mcp")


def _kind(*types: str, about: str) -> Any:
    """A parameter that may be anything, so that we say what is wrong with it; the schema names what is right."""
    return Field(description=about, json_schema_extra={"type": list(types) if len(types) > 1 else types[0]})


_Game = Annotated[Any, _kind("string", about="Its name, as list_games has it.")]
_Topic = Annotated[Any, _kind("string", about="Only this section, by the word in brackets after its title.")]
_Opponents = Annotated[Any, _kind("array", "string", about='Who plays against you, such as ["easy", "hard"].')]
_Rules = Annotated[
    Any, _kind("object", about='House rules, such as {"start": "seat-order"}; list_games lists them.')
]
_Seed = Annotated[Any, _kind("integer", about="The same dice every time; without it they come from the system.")]
_Choice = Annotated[
    Any, _kind("integer", "string", "array", about="The number of an option, or its words, such as fill chance.")
]


class _Tools:
    """Every tool is a method of the table, and everything that is refused is a sentence."""

    def __init__(self, table: Table) -> None:
        self.server: Final = _sdk.MCPServer(
            "dicecup", title="Dicecup", instructions=_INSTRUCTIONS, version=dicecup.__version__, log_level="ERROR"
        )
        self._one_at_a_time: Final = CapacityLimiter(1)
        self._takes: Final[dict[str, tuple[Callable[..., str], tuple[str, ...]]]] = {}
        looks = _types.ToolAnnotations(read_only_hint=True, open_world_hint=False)
        acts = _types.ToolAnnotations(read_only_hint=False, open_world_hint=False)

        def list_games() -> str:
            """The games, with how many can play, the opponents there are and the house rules."""
            return table.list_games()

        def rules(game: _Game = None, topic: _Topic = None) -> str:
            """The rules of a game (without a name: of the one you play), as they are played at your table."""
            return table.rules(game, topic)

        def sit_down(
            game: _Game = None, opponents: _Opponents = None, house_rules: _Rules = None, seed: _Seed = None
        ) -> str:
            """Begin a game. Without opponents: one of medium strength. A game under way is left for good."""
            return table.sit_down(game, opponents, house_rules, seed)

        def look() -> str:
            """Everything you may see, in words, and what you are asked."""
            return table.look()

        def options() -> str:
            """What you can answer now, numbered from 1."""
            return table.options()

        def answer(choice: _Choice = None) -> str:
            """Take an option. The others play until you are asked again; you are told what happened."""
            return table.answer(choice)

        def hint() -> str:
            """What the best computer player thinks of your options, best first."""
            return table.hint()

        def undo() -> str:
            """Take back your last answer, if no die was rolled and nobody else has chosen since."""
            return table.undo()

        for tool, kind in (
            *((each, looks) for each in (list_games, rules, look, options, hint)),
            *((each, acts) for each in (sit_down, answer, undo)),
        ):
            self.server.add_tool(tool, annotations=kind, structured_output=False)
            self._takes[tool.__name__] = tool, tool.__code__.co_varnames[: tool.__code__.co_argcount]

        self.server.call_tool = self.call  # the SDK's own would say in its words what is wrong

    async def call(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """What a tool answers. One after the other, and beside the protocol: some opponents think for seconds."""
        text, refused = await to_thread.run_sync(
            lambda: self._answered(name, arguments), limiter=self._one_at_a_time
        )
        return _types.CallToolResult(content=[_types.TextContent(type="text", text=text)], is_error=refused)

    def _answered(self, name: str, arguments: dict[str, Any]) -> tuple[str, bool]:
        if name not in self._takes:
            return f"There is no tool {shown(name)}; there are: {', '.join(self._takes)}.", True
        work, takes = self._takes[name]
        for each in arguments:
            if each not in takes:
                return f"{name} takes no {shown(each)}; it takes: {', '.join(takes) or 'nothing'}.", True
        try:
            with contextlib.redirect_stdout(sys.stderr):  # stdout is the protocol's alone
                return work(**arguments), False
        except DicecupError as refusal:
            return str(refusal), True
        except Exception as error:  # ours to mend; whoever plays is told, and the server goes on
            _log.exception("%s failed.", name)
            return f"Something went wrong in Dicecup: {said(error)}", True


def make() -> Any:
    """A server with a table of its own."""
    return _Tools(Table()).server


def run() -> None:
    """Speak until whoever listens hangs up."""
    make().run("stdio")
