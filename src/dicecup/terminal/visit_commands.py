"""The words a person may type at a server's table, beside those of every game."""

from typing import TYPE_CHECKING, Final

from dicecup.table import NotAllowed
from dicecup.terminal import commands, company
from dicecup.terminal.commands import Command, Leave
from dicecup.terminal.matching import find, plain
from dicecup.terminal.program import command
from dicecup.terminal.questions import Answer, Rest, Surely, Unclear, Which

if TYPE_CHECKING:
    from dicecup.terminal.visit import Visit


class LeaveForGood(Leave):
    """The person gives the seat up."""


# --- everywhere ---


def say(visit: "Visit", text: str) -> None:
    """Something of one's own, or, where only phrases may be said, one of those."""
    if not text:
        raise Rest("What do you want to say?")
    phrases = find(plain(text), company.PHRASES.items(), lambda each: [each[0].replace("_", " "), each[1]])
    if visit.party["rules"]["talk"] != "text" and len(phrases) == 1:
        visit.table.command("phrase", phrase=phrases[0][0])
    elif visit.party["rules"]["talk"] == "text":
        visit.table.command("say", text=text[:300])
    else:
        raise Which("Here you can say ", [Answer(words, words) for words in company.PHRASES.values()])


def face(visit: "Visit", word: str) -> None:
    """Make a face."""
    found = find(plain(word), company.FACES, lambda name: [name, company.FACES[name]])
    if len(found) != 1:
        raise Which("Make a face: ", [Answer(name, name) for name in company.FACES], "?")
    visit.table.react(found[0])


def who(visit: "Visit", _rest: str) -> None:
    """Everybody at the table, and by which rules they play."""
    visit.show_table()


def leave(_visit: "Visit", rest: str) -> None:
    """Give the seat up, after a question."""
    if rest.casefold() != "for good":
        raise Surely(
            "Do you want to leave for good? A computer player takes your seat. (“quit” keeps it for you.)",
            "for good",
        )
    raise LeaveForGood


def link(visit: "Visit", _rest: str) -> None:
    """How others come in, and how oneself comes back."""
    visit.show_links()


# --- in the waiting room ---


def ready(visit: "Visit", _rest: str) -> None:
    """Ready for the game."""
    visit.table.ready()


def unready(visit: "Visit", _rest: str) -> None:
    """Not ready any more."""
    visit.table.ready(False)


def start(visit: "Visit", _rest: str) -> None:
    """The host begins the game."""
    visit.table.command("start")


def name(visit: "Visit", wanted: str) -> None:
    """Another name."""
    if not wanted:
        raise Rest("What do you want to be called?")
    visit.table.command("me", name=wanted[:100])


def character(visit: "Visit", wanted: str) -> None:
    """Another monster."""
    visit.table.command("me", character=wanted[:100])


def sit(visit: "Visit", number: str) -> None:
    """Another chair: an empty one, or that of a computer player where that is allowed."""
    visit.table.command("take_chair", chair=_chair(visit, number))


def watch(visit: "Visit", _rest: str) -> None:
    """Only look on."""
    visit.table.command("stand_up")


def add(visit: "Visit", level: str) -> None:
    """The host puts one more chair at the table."""
    visit.table.command("add_chair", level=level.casefold() or None)


def remove(visit: "Visit", number: str) -> None:
    """The host takes a chair away."""
    visit.table.command("remove_chair", chair=_chair(visit, number))


def host(visit: "Visit", word: str) -> None:
    """The host lets somebody else be host."""
    visit.table.command("give_host", person=_somebody(visit, word))


def rule(visit: "Visit", words: str) -> None:
    """The host changes a rule of the table, or a house rule of the game."""
    name, equals, value = (part.strip() for part in words.partition("="))
    if not (name and equals and value):
        raise Rest("Which rule? Such as “clock=fast”, “hints=off”, or a house rule of the game with its value.")
    settled = visit.party["rules"]
    if name in settled and name != "options":
        visit.table.command("set_rules", **{name: _value(value, settled[name])})
    else:
        options = {**settled["options"], name: _value(value, visit.usual(name))}
        visit.table.command("set_rules", options=options)


def _value(word: str, like: object) -> str | int | bool:
    """What was typed, as the kind of thing that it replaces."""
    if isinstance(like, bool) and word.casefold() in _FLAGS:
        return _FLAGS[word.casefold()]
    return int(word) if isinstance(like, int) and word.isascii() and word.isdecimal() else word


_FLAGS: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def room(visit: "Visit", _rest: str) -> None:
    """The host brings everybody back to the waiting room."""
    visit.table.command("to_waiting_room")


def turn_away(visit: "Visit", word: str) -> None:
    """The host turns somebody away."""
    visit.table.command("turn_away", person=_somebody(visit, word))


def show_help(visit: "Visit", _topic: str) -> None:
    """What can be typed here."""
    visit.console.head("What you can type")
    for each in visit.vocabulary:
        visit.console.say(f"  {each.shown:<25} {each.sentence}")


def _chair(visit: "Visit", number: str) -> int:
    chairs = len(visit.party["chairs"])
    if not (number.isascii() and number.isdecimal()) or not 1 <= int(number[:9]) <= chairs:
        raise Rest(f"Which chair? They are numbered from 1 to {chairs}.")
    return int(number) - 1


def _somebody(visit: "Visit", word: str) -> int:
    others = [each for each in visit.party["people"] if not each["you"] and each["presence"] != "gone"]
    found = find(plain(word), others, lambda each: [each["name"]])
    if len(found) == 1:
        return int(found[0]["number"])
    if not others:
        raise Unclear("There is nobody else at this table.")
    raise Which("Whom: ", [Answer(each["name"], each["name"]) for each in found or others], "?")


# --- in a game ---


def hint(visit: "Visit", rest: str) -> None:
    """What the best computer player thinks of the choices."""
    visit.check_mine("hints are for yours")
    view, advice = visit.match.view(), visit.match.advice()
    visit.screen.advice(view, advice, everything=rest.casefold() == "all")


def why(visit: "Visit", line: str) -> None:
    """Why something cannot be done now."""
    visit.check_mine("“why” is about yours")
    if not line:
        raise Rest("What do you want to do?")
    ask = visit.match.pending
    assert ask is not None
    choice = visit.screen.understand(visit.match.view(), ask, line)
    option = ask.find(tuple(choice))
    reason = visit.match.why_not(tuple(choice))
    visit.console.paragraph(reason or f"You can: {option.text if option else 'continue'}.")


def undo(visit: "Visit", _rest: str) -> None:
    """Take one's last choice back."""
    visit.table.undo()


def dice(visit: "Visit", _rest: str) -> None:
    """How the dice of this game can be checked."""
    seal = visit.table.seal
    if visit.match.state["commitment"] is None or seal is None:
        visit.console.paragraph("The dice of this game cannot be verified: they come from a seed.")
        return
    visit.console.paragraph(
        "All the dice of this game follow from a secret that was drawn before the first roll, and from numbers "
        f"that the players added to it. The SHA-256 of the secret is\n{seal['seal']}"
    )
    if seal["nonce"]:
        visit.console.paragraph(f"You added\n{seal['nonce']}")
    visit.console.paragraph(
        f"The secret is in the record that you get at the end; “{command()} verify” works out every roll again."
    )


def nudge(visit: "Visit", word: str) -> None:
    """Remind somebody that the table waits for them."""
    visit.table.command("nudge", person=_somebody(visit, word) if word else visit.waited_for())


def review(visit: "Visit", rest: str) -> None:
    """What choices and luck were worth in a game that is over; worked out here, from its record."""
    from dicecup.coach import read  # whoever only plays has no need of it
    from dicecup.terminal import reviewing

    if visit.match.outcome is None:
        raise NotAllowed("A game can be reviewed when it is over.")
    if visit.reviewed is None or visit.reviewed[0] != visit.table.match:
        played = read(visit.table.record())
        visit.reviewed = visit.table.match, reviewing.go_through(played, visit.console.note)
    reviewing.Report(visit.console, visit.reviewed[1], visit.viewer).show(everything=rest.casefold() == "all")


def again(visit: "Visit", _rest: str) -> None:
    """The next game."""
    if visit.party["stage"] == "playing":
        raise NotAllowed("This game is not over yet.")
    visit.table.command("again")


_TALK: Final = (
    Command(("say",), "say TEXT", "say something to everybody", say),
    Command(("face",), "face laugh", "make a face: laugh, cheer, gasp, cry, angry or love", face),
    Command(("who",), "who", "who is here, and by which rules you play", who),
)
_END: Final = (
    Command(("link", "links"), "link", "the links to this table, and to your own seat", link),
    Command(("leave",), "leave", "leave for good; a computer player takes your seat", leave),
    Command(commands.QUIT, "quit", "stop for now; your seat is kept", commands.leave),
)
ROOM: Final = (
    Command(("ready", "r"), "ready", "say that you are ready", ready),
    Command(("unready", "wait"), "unready", "say that you are not ready yet", unready),
    Command(("start",), "start", "begin the game, if you are the host", start),
    *_TALK,
    Command(("name",), "name NAME", "take another name", name),
    Command(
        ("monster", "character"), "monster NAME", "choose who you are, where the game has monsters", character
    ),
    Command(("sit",), "sit 2", "take another chair", sit),
    Command(("watch",), "watch", "stand up and only watch", watch),
    Command(("add",), "add, add hard", "one more chair, or a computer player, if you are the host", add),
    Command(("remove",), "remove 3", "take a chair away, if you are the host", remove),
    Command(("rule",), "rule clock=fast", "change a rule, if you are the host", rule),
    Command(("host",), "host NAME", "let somebody else be the host", host),
    Command(("turn-away", "kick"), "turn-away NAME", "turn somebody away, if you are the host", turn_away),
    Command(commands.HELP, "help", "this list", show_help),
    *_END,
)
GAME: Final = (
    Command(("hint",), "hint, hint all", "what the best player would do, and what choices cost", hint),
    Command(("why",), "why CHOICE", "why something cannot be done now", why),
    Command(
        ("reasons",), "reasons on, reasons off", "let computer players say why, or keep quiet", commands.reasons
    ),
    Command(("undo",), "undo", "take back your last choice, before any new roll", undo),
    *_TALK,
    Command(("nudge",), "nudge, nudge NAME", "remind whoever the table waits for", nudge),
    Command(("log",), "log, log all", "what has happened so far", commands.log),
    Command(("show",), "show", "draw this decision again", commands.show),
    Command(("dice",), "dice", "how you can check that the dice are fair", dice),
    Command(("words",), "words", "say everything in sentences, or draw it again", commands.words),
    Command(("review",), "review, review all", "after the game: what choices and luck were worth", review),
    Command(("room",), "room", "back to the waiting room after a game, if you are the host", room),
    Command(("again",), "again", "the next game, when this one is over", again),
    Command(("sit",), "sit 3", "take a computer player's seat, where that is allowed", sit),
    Command(
        (*commands.HELP, "rules"),
        "help, help TOPIC",
        "this page, or a few words about one thing",
        commands.show_help,
    ),
    *_END,
)
