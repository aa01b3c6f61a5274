"""The interface over HTTP, and the door to the sockets: docs/protocol.md says what each is for."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, FastAPI, Path, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import Scope

import dicecup
from dicecup import saves
from dicecup.saves import StorageError
from dicecup.server import catalogue, cookies, wire
from dicecup.server.arrival import GUEST
from dicecup.server.asking import Guest, Maker, at_the_desk, host, is_alone, keeper, known_guest, visitor_of
from dicecup.server.bus.opening import open_bus
from dicecup.server.bus.shared import Buckets
from dicecup.server.cluster.forwarding import Forwarding
from dicecup.server.cluster.inside import Inside
from dicecup.server.cluster.membership import Membership
from dicecup.server.guard import Guard
from dicecup.server.guests.forgetting import Forgetting
from dicecup.server.guests.routes import router as guest_routes
from dicecup.server.limits import Crowded
from dicecup.server.live import Gone
from dicecup.server.matches import Matches, fingerprint
from dicecup.server.mine.mine import MyGames
from dicecup.server.mine.routes import router as mine_routes
from dicecup.server.network import Network, friends
from dicecup.server.operation import overview
from dicecup.server.operation.front import Front
from dicecup.server.operation.health import Health
from dicecup.server.operation.keeping import Keeping
from dicecup.server.page import Page
from dicecup.server.party.parties import Parties, TooOften
from dicecup.server.party.routes import router as party_routes
from dicecup.server.puzzles.puzzles import Puzzles
from dicecup.server.puzzles.routes import router as puzzle_routes
from dicecup.server.rating.routes import router as rating_routes
from dicecup.server.reader import NotExpected
from dicecup.server.replay_routes import router as replay_routes
from dicecup.server.review.coach import Coach
from dicecup.server.review.reviews import NotReviewed, Reviews
from dicecup.server.review.routes import router as review_routes
from dicecup.server.settings import Settings
from dicecup.server.sockets import Sockets
from dicecup.server.store.opening import open_storage
from dicecup.server.store.owners import Alone
from dicecup.server.store.storage import Damaged
from dicecup.server.tables import Tables
from dicecup.server.thoughts.opening import open_thinking
from dicecup.server.wire import dice as wire_dice
from dicecup.server.wire import lesson as wire_lesson
from dicecup.server.wire import party as wire_party
from dicecup.server.wire import results as wire_results
from dicecup.server.wire import saves as wire_saves
from dicecup.table import DicecupError, NotAllowed

ROOMS: Final = (
    replay_routes,
    party_routes,
    review_routes,
    puzzle_routes,
    rating_routes,
    mine_routes,
    guest_routes,
)
"""Those with routes of their own."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


class Stranger(DicecupError):  # noqa: N818
    """A request without a guest's token, or with one we never gave."""


_STATUS: Final[tuple[tuple[type[Exception], int], ...]] = (
    (Stranger, 401),
    (NotExpected, 422),
    (Gone, 404),
    (NotAllowed, 409),
    (Crowded, 429),
    (TooOften, 429),
    (StorageError, 503),
    (NotReviewed, 503),
    (DicecupError, 400),
)
_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": wire.Problem} for status in (400, 401, 403, 404, 409, 413, 421, 422, 429, 503)
}
_IMPORT: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": wire_saves.ImportWish.model_json_schema()}},
    }
}


class Desk:
    """What the routes need: the matches, and who may do what."""

    def __init__(self, settings: Settings, leave: Callable[[], None], network: Network, inside: str = "") -> None:
        """`inside`: the address at which other processes reach this one."""
        self.settings: Final = settings
        self.leave: Final = leave
        self.network: Final = network
        self.bus: Final = open_bus(settings)
        self.sockets: Final = Sockets(settings, self.bus)
        self.new_guests: Final = Buckets(self.bus, "guests", *settings.guests)
        self.new_matches: Final = Buckets(self.bus, "matches", *settings.matches)
        home = saves.home(settings.folder)
        self.store: Final = saves.Store(home)
        self.storage: Final = open_storage(
            home, settings.database, tell_path=lambda: settings.local and not network.on
        )  # here, so that trouble comes before the first request
        shared = not isinstance(self.storage.owners, Alone)
        self.membership: Final = Membership(self.storage, inside, self.bus) if shared else None
        self.matches: Matches
        self.parties: Parties
        self.reviews: Reviews
        self.coach: Coach
        self.forgetting: Forgetting
        self.puzzles: Puzzles
        self.my_games: Final = MyGames(self.storage)
        asked, owners = lambda: self.storage.knows_guest(""), self.storage.owners
        self.health: Final = Health(store=asked, beats=lambda: owners.beats, bus=lambda: self.bus.works)
        if self.membership is not None:
            self.health.others = self.membership.troubles

    @asynccontextmanager
    async def open(self, _app: FastAPI) -> AsyncIterator[None]:
        """The matches is open as long as the application runs."""
        catalogue.all_games()  # games are imported now, not while somebody waits for an answer
        await self.bus.begin()
        thinking = await open_thinking(self.settings, self.bus)
        self.health.thinking = lambda: thinking.complaint
        self.matches = Matches(self.storage, thinking, self.store, self.settings.clock)
        self.matches.room = self.settings.room
        self.reviews, self.coach = Reviews(self.storage, self.settings, self.bus), Coach(thinking)
        self.puzzles = Puzzles(self.storage, self.settings, bus=self.bus)
        self.parties = Parties(self.matches, bus=self.bus, open_tables=self.settings.open_tables)
        self.forgetting = Forgetting(self.matches, self.parties, self.reviews, self.bus)
        if self.membership is not None:
            await self.membership.begin(self.matches, self.parties, self.reviews, self.forgetting)
        aside = [asyncio.create_task(self.matches.results.catch_up())]
        if (keep := self.settings.keep) is not None:
            keeping = Keeping(self.storage, self.tables, self.parties.at_hand, self.settings.clock, keep)
            aside.append(asyncio.create_task(keeping.run()))
        yield
        for task in aside:
            task.cancel()
        await asyncio.gather(*aside, return_exceptions=True)
        if self.membership is not None:
            await self.membership.end()
        await self.reviews.close()
        await self.coach.close()
        await self.parties.close()
        await self.matches.close()
        await self.bus.end()

    @property
    def tables(self) -> Tables:
        """The matches in memory."""
        return self.matches.tables

    async def guest(self, request: HTTPConnection) -> str | None:
        """The guest who asks; None if we never gave anybody the token that came along."""
        state = request.scope["state"]
        if GUEST in state:  # somebody has looked already, here or where it came in
            return str(state[GUEST])
        token = request.cookies.get(cookies.name(secure=visitor_of(request).secure))
        if token is None or not _TOKEN.fullmatch(token):
            return None
        guest = fingerprint(token)
        return guest if await self.matches.storage.knows_guest(guest) else None

    async def known(self, request: HTTPConnection) -> str:
        """The guest who asks."""
        guest = await self.guest(request)
        if guest is None:
            raise Stranger("Say hello first: GET /api/v1/hello.")
        return guest

    async def make(self, guest: str) -> None:
        """A guest makes a match or a party, which is more work than most other things."""
        if not await self.new_matches.take(guest):
            raise Crowded("That is a lot of new matches in a short time. Wait a moment.")


def describe() -> dict[str, Any]:
    """The interface as OpenAPI, for programs that test it."""
    app = FastAPI(title="Dicecup", version=dicecup.__version__, responses=_REFUSALS)
    for each in (router, *ROOMS):
        app.include_router(each)
    return app.openapi()


def make_app(
    settings: Settings | None = None,
    leave: Callable[[], None] = lambda: None,
    network: Network | None = None,
    inside: str = "",
) -> FastAPI:
    """The application; `leave` ends the program that runs it, `network` is how friends get in.

    `inside` is the address at which the other processes of this server reach it.
    """
    settings = settings or Settings()
    network = network or Network(settings)
    desk = Desk(settings, leave, network, inside)
    app = FastAPI(
        title="Dicecup",
        version=dicecup.__version__,
        lifespan=desk.open,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json" if settings.docs else None,
    )
    app.openapi = describe  # type: ignore[method-assign]  # which is how FastAPI wants it
    app.state.desk = desk
    app.state.network = network

    async def knows(scope: Scope) -> bool:
        return await desk.guest(HTTPConnection(scope)) is not None

    if desk.membership is not None:
        app.add_middleware(Forwarding, desk=desk, member=desk.membership, say_why=_say_why)
    if inside:
        app.add_middleware(Inside, desk=desk, member=desk.membership)
    app.add_middleware(Guard, settings=settings, knows=knows, bus=desk.bus)
    app.add_middleware(
        Front, settings=settings, health=desk.health
    )  # before the guard: what it refuses counts too
    for each in (router, *ROOMS):
        app.router.routes += each.routes  # as they are: to include a router is to make each of them once more
    app.router.routes.append(overview.route(desk))
    app.add_route("/{path:path}", Page().__call__, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_exception_handler(DicecupError, _say_why)
    app.add_exception_handler(RequestValidationError, _say_what_is_wrong)
    app.add_exception_handler(HTTPException, _say_in_words)
    return app


async def _say_why(_request: Request, error: Exception) -> Response:
    status = next(code for kind, code in _STATUS if isinstance(error, kind))
    rescue = {"rescue": error.rescue} if isinstance(error, Damaged) else {}
    return JSONResponse({"reason": str(error), **rescue}, status)


async def _say_what_is_wrong(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return JSONResponse({"reason": f"{where}: {first['msg']}"[:300] if where else str(first["msg"])[:300]}, 422)


async def _say_in_words(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"reason": str(error.detail)}, error.status_code, error.headers)


# --- who asks ---

TheDesk = Annotated[Desk, Depends(at_the_desk)]
Host = Annotated[Desk, Depends(host)]
Keeper = Annotated[Desk, Depends(keeper)]
MatchId = Annotated[str, Path(min_length=1, max_length=64)]

router = APIRouter(prefix="/api/v1")


# --- routes ---


@router.get("/hello")
async def hello(request: Request, response: Response, desk: TheDesk) -> wire.Welcome:
    """The first thing a page asks. Makes a guest of whoever is none yet."""
    guest, visitor = await desk.guest(request), visitor_of(request)
    if guest is None:
        if not await desk.new_guests.take(visitor.address):
            raise Crowded("Too many new guests from your address. Wait a moment.")
        token = secrets.token_urlsafe(32)
        guest = fingerprint(token)
        await desk.matches.storage.add_guest(guest)
        cookies.give(response, token, secure=visitor.secure)
    local, alone = visitor.local, is_alone(request)
    return wire.Welcome(
        version=dicecup.__version__,
        protocol=wire.PROTOCOL,
        games=catalogue.all_games(),
        go_on=await desk.matches.last(guest, everywhere=alone),
        can_exit=local,
        again=desk.settings.again if local else "",
        can_save=alone,
        can_set_up=visitor.gate is None,
    )


@router.get("/games/{name}/rules")
async def rules(name: Annotated[str, Path(max_length=60)]) -> wire.Rules:
    """A game in words, with its cards, scenes and areas."""
    return catalogue.rules(name)


@router.post("/matches", status_code=201)
async def create(wanted: wire.NewMatch, desk: TheDesk, guest: Maker) -> wire.Created:
    """Set a match up."""
    return await desk.matches.create(wanted, guest)


@router.post("/tempers")
async def tempers(wanted: wire.NewMatch, guest: Guest) -> list[str]:  # noqa: ARG001
    """What computer players of such a match would be like by themselves; no match is made."""
    names = tuple([seat.name for seat in wanted.seats])
    cast = tuple([seat.character for seat in wanted.seats])
    return list(catalogue.own_tempers(wanted.game, names, cast))


@router.post("/lessons", status_code=201)
async def teach(wanted: wire_lesson.LessonWish, desk: TheDesk, guest: Maker) -> wire.Created:
    """Begin a guided first game."""
    return await desk.matches.teach(wanted, guest)


@router.post("/matches/{match_id}/lesson/leave", status_code=204)
async def leave_lesson(match_id: MatchId, desk: TheDesk, guest: Guest) -> None:
    """Leave a lesson and play on, with fair dice from here on."""
    await (await desk.matches.find(match_id, guest)).leave_lesson(guest)


@router.post("/seals", status_code=201)
async def seal(desk: TheDesk, guest: Guest) -> wire_dice.Sealed:
    """Draw the secret of this guest's next match and show its seal, before the guest adds to it."""
    name, secret = await desk.matches.seals.new(guest)
    assert secret.commitment is not None  # it is random
    return wire_dice.Sealed(seal=name, commitment=secret.commitment)


@router.get("/matches")
async def matches(request: Request, desk: TheDesk, guest: Guest) -> list[wire.MatchInfo]:
    """The matches of this guest; on a computer of one's own also those of its other browsers."""
    return await desk.matches.matches(guest, everywhere=is_alone(request))


@router.get("/results")
async def results(
    desk: TheDesk,
    guest: Guest,
    game: Annotated[str | None, Query(max_length=60)] = None,
    most: Annotated[int, Query(ge=1, le=10_000)] = 1_000,
) -> list[wire_results.Result]:
    """How the matches of this guest ended, of one game or of all."""
    return await desk.matches.results.of(guest, game, most)


@router.get("/matches/{match_id}/rules")
async def rules_there(match_id: MatchId, desk: TheDesk, guest: Guest) -> wire.Rules:
    """A game in words, by the house rules of a match."""
    return await desk.matches.rules(match_id, guest)


@router.post("/matches/{match_id}/here")
async def here(match_id: MatchId, desk: Keeper, guest: Guest) -> wire.Created:
    """Go on in this browser with a match of another one on this computer."""
    return await desk.matches.bring_here(match_id, guest)


@router.delete("/matches/{match_id}", status_code=204)
async def delete(match_id: MatchId, desk: TheDesk, guest: Guest) -> None:
    """Clear a match away."""
    await desk.matches.delete(match_id, guest)


@router.post("/matches/{match_id}/rescue")
async def rescue(match_id: MatchId, desk: TheDesk, guest: Maker) -> wire.Created:
    """Let a damaged match go on from where it is good."""
    return await desk.matches.rescue(match_id, guest)


@router.post("/matches/{match_id}/rematch", status_code=201)
async def rematch(
    match_id: MatchId, desk: TheDesk, guest: Maker, wanted: wire_dice.RematchWish | None = None
) -> wire.Created:
    """The next game at the same table."""
    return await desk.matches.rematch(match_id, guest, wanted or wire_dice.RematchWish())


@router.post("/matches/{match_id}/nonce", status_code=204)
async def nonce(match_id: MatchId, wanted: wire_dice.NonceWish, desk: TheDesk, guest: Guest) -> None:
    """Add to the dice to come, for this guest's seat."""
    await (await desk.matches.find(match_id, guest)).stir(guest, wanted.nonce)


@router.post("/invites/{code}")
async def claim(
    code: Annotated[str, Path(min_length=1, max_length=64)], desk: TheDesk, guest: Guest
) -> wire.Claimed:
    """Take the seat that an invite is for."""
    return await desk.matches.claim(code, guest)


@router.get("/saves", dependencies=[Depends(known_guest)])
async def list_saves(desk: Keeper) -> list[wire_saves.SaveInfo]:
    """The saves on this computer."""
    return await asyncio.to_thread(desk.matches.all_saves)


@router.post("/matches/{match_id}/save")
async def save(match_id: MatchId, wanted: wire_saves.SaveWish, desk: Keeper, guest: Guest) -> wire_saves.Saved:
    """Save a match to a file."""
    return await desk.matches.save(match_id, guest, wanted.name)


@router.delete("/saves/{name}", status_code=204, dependencies=[Depends(known_guest)])
async def delete_save(name: Annotated[str, Path(min_length=1, max_length=64)], desk: Keeper) -> None:
    """Delete a save."""
    await desk.matches.delete_save(name)


@router.post("/saves/load", status_code=201)
async def load(wanted: wire_saves.LoadWish, desk: Keeper, guest: Maker) -> wire.Created:
    """Go on with a save."""
    return await desk.matches.load(wanted, guest)


@router.get("/matches/{match_id}/export", response_class=Response)
async def export(
    match_id: MatchId, desk: TheDesk, guest: Guest, kind: Annotated[Literal["save", "record"], Query()] = "record"
) -> Response:
    """A match as a file."""
    name, text = await desk.matches.export(match_id, guest, kind)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.post("/import", status_code=201, openapi_extra=_IMPORT)
async def take_in(request: Request, desk: TheDesk, guest: Maker) -> wire.Created:
    """A match out of such a file. What is in it is not even looked at here: that can take long."""
    return await desk.matches.take_in(await request.body(), guest)


@router.get("/friends", dependencies=[Depends(known_guest)])
async def who_can_come(request: Request, desk: TheDesk) -> wire_party.Friends:
    """Whether others can come, and where to."""
    if visitor_of(request).local:
        await desk.network.look_again()
    return friends(request)


@router.post("/friends", dependencies=[Depends(known_guest)])
async def let_in(request: Request, wanted: wire_party.FriendsWish, desk: Host) -> wire_party.Friends:
    """Let others in over the network, or nobody any more."""
    await (desk.network.open() if wanted.on else desk.network.close())
    return friends(request)


@router.post("/exit", dependencies=[Depends(known_guest)])
async def leave(desk: Host) -> dict[str, Any]:
    """End the program."""
    asyncio.get_running_loop().call_later(0.2, desk.leave)
    return {}


@router.websocket("/matches/{match_id}/socket")
async def socket(websocket: WebSocket, match_id: str) -> None:
    """Play, or look on."""
    desk: Desk = websocket.app.state.desk
    guest = await desk.guest(websocket)
    await desk.sockets.serve(websocket, desk.matches, guest, match_id, visitor_of(websocket).address)
