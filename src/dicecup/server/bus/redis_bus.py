"""The bus in a Redis or Valkey: news by publish and subscribe, and what all processes count together."""

import asyncio
import math
import secrets
from collections.abc import Sequence
from typing import Any, Final

from dicecup.server.bus.address import address_of, driver
from dicecup.server.bus.redis_words import why
from dicecup.server.bus.remote import Errand, Remote, Silent

_MICRO: Final = 1_000_000
_ALIVE: Final = 5  # seconds for which a process that says nothing is counted
_DEAF: Final = 3  # beats that were not heard
_DAY: Final = 86_400
_KEYS: Final = "dicecup:{bus}"  # what stands in braces decides where a cluster keeps it: all in one place
_THERE: Final = f"{_KEYS}:alive"

# A bucket is kept as the moment at which it is full again, by the clock there: one number, which goes by itself
# when it says no more. A clock that is set back makes nobody wait longer than for an empty bucket.
_TAKE: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval, most, drops = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = math.min(math.max(tonumber(redis.call('GET', KEYS[1]) or 0) or 0, now), now + most)
local missing = full - now + drops * interval
if drops > 0 and missing <= most then
    redis.call('SET', KEYS[1], string.format('%.0f', now + missing), 'PX', math.ceil(missing / 1000))
end
return string.format('%.0f', missing)
"""

# How many each process has of something, by its name. Those of the dead, who do not say any more that they are
# there, do not count, and are cleared away.
_COUNT: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[2] == '0' then
    redis.call('HDEL', KEYS[1], ARGV[1])
else
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
    redis.call('EXPIRE', KEYS[1], ARGV[3])
end
local sum = 0
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
    local until_ = redis.call('ZSCORE', KEYS[2], all[i])
    if all[i] == ARGV[1] or (until_ and tonumber(until_) > now) then
        sum = sum + (tonumber(all[i + 1]) or 0)
    else
        redis.call('HDEL', KEYS[1], all[i])
    end
end
return sum
"""

_BEAT: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local until_ = redis.call('ZSCORE', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2] * 1000), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))
redis.call('EXPIRE', KEYS[1], ARGV[3])
return (until_ and tonumber(until_) > now) and 1 or 0
"""


class RedisBus(Remote):
    """News, limits and counts in a Redis or Valkey that all processes use."""

    def __init__(self, url: str) -> None:
        """SetupError, which tells nothing of it, if that is no address."""
        self._address: Final = address_of(url)
        self._redis: Final = driver()
        super().__init__(f"The bus at {self._address}")
        self._me: Final = secrets.token_hex(8)
        # What is published is heard in all databases, so the number is a part of the name.
        self._channel: Final = f"dicecup:{self._address.number}"
        self._echo: Final = f"{self._channel}:{self._me}"  # which only this process hears
        self._client: Any = None
        self._ear: Any = None
        self._counts: Final[dict[tuple[str, str], int]] = {}
        self._unheard = 0
        self._found = self._said_why = ""  # what was wrong with it last, and in words
        self._forgotten = True  # what this process has is not known there

    # --- what all count ---

    async def take(self, what: str, key: str, rate: float, burst: float, drops: int = 1) -> float | None:
        """Take drops out of a bucket that all processes share, and tell how many are left, or missing."""
        interval = math.ceil(_MICRO / rate)
        most = math.floor(burst * interval)
        missing = await self.ask("EVAL", _TAKE, 1, f"{_KEYS}:limit:{what}:{key}", interval, most, drops)
        return None if missing is None else (most - int(missing)) / interval

    async def count(self, what: str, key: str, here: int) -> int | None:
        """Say how many of something this process has, and hear how many all have."""
        if here:
            self._counts[what, key] = here
        else:
            self._counts.pop((what, key), None)
        found = await self.ask(*self._said(what, key, here))
        if found is None:
            self._forgotten = True
            return None
        return int(found)

    def _said(self, what: str, key: str, here: int) -> tuple[Any, ...]:
        names = (f"{_KEYS}:count:{what}:{key}", _THERE)
        return ("EVAL", _COUNT, len(names), *names, self._me, here, _DAY)

    # --- what the line is made of ---

    async def _connect(self) -> None:
        from redis.backoff import NoBackoff

        where, redis = self._address, self._redis
        if self._client is None:
            safe = {"ssl": True, "ssl_check_hostname": True, "ssl_ca_certs": where.authority or None}
            self._client = redis.Redis(
                host=where.host,
                port=where.port,
                db=where.number,
                username=where.user or None,
                password=where.password or None,
                protocol=2,
                retry=redis.retry.Retry(NoBackoff(), 0),  # once more would count twice
                socket_timeout=None,  # time is looked after in `remote`
                **(safe if where.safe else {}),
            )
        self._unheard, self._forgotten = 0, True
        self._ear = self._client.pubsub()
        await self._ear.subscribe(self._channel, self._echo)
        for _ in self._channel, self._echo:  # or it is up before anybody knows whether it may listen
            await self._ear.get_message(timeout=None)

    async def _listen(self) -> None:
        while True:
            message = await self._ear.get_message(ignore_subscribe_messages=True, timeout=None)
            match message:
                case {"type": "message", "channel": channel, "data": bytes(text)}:
                    if channel == self._echo.encode():
                        self._unheard = 0
                    else:
                        self.heard(text)

    async def _carry(self, errands: Sequence[Errand]) -> None:
        pipe = self._client.pipeline(transaction=False)
        for errand in errands:
            pipe.execute_command(*errand.said)
        answers = await pipe.execute(raise_on_error=False)
        for errand, answer in zip(errands, answers, strict=True):
            if isinstance(answer, (self._redis.ConnectionError, self._redis.ReadOnlyError)):
                raise answer  # it is another one now, or about to end
            errand.done(None if isinstance(answer, Exception) else answer)

    async def _beat(self) -> None:
        if self._unheard >= _DEAF:
            raise Silent
        self._unheard += 1
        pipe = self._client.pipeline(transaction=False)
        pipe.execute_command("PUBLISH", self._echo, "")
        pipe.execute_command("EVAL", _BEAT, 1, _THERE, self._me, _ALIVE, _DAY)
        _, known = await pipe.execute()
        if not known or self._forgotten:
            self._forgotten = False
            now = asyncio.get_running_loop().time()
            again = [Errand(self._said(*which, here), now) for which, here in self._counts.items()]
            if again:
                await self._carry(again)

    async def _hang_up(self) -> None:
        ear, client, self._ear, self._client = self._ear, self._client, None, None
        try:
            if ear is not None:
                await ear.aclose()
        finally:
            if client is not None:
                await client.connection_pool.disconnect()
                await client.aclose()

    def _news(self, text: str) -> tuple[Any, ...]:
        return ("PUBLISH", self._channel, text)

    def _farewell(self) -> tuple[Any, ...]:
        return ("ZREM", _THERE, self._me)

    def _expected(self, error: Exception) -> bool:
        return isinstance(error, (OSError, self._redis.RedisError))

    async def _why(self, error: BaseException) -> str:
        if self._found == (kind := type(error).__name__ + str(error)):
            return self._said_why  # whoever listens there is asked once, not at every try
        self._said_why = f"{self._name} {await why(error, self._address, known=self._was_up)}"
        self._found = kind
        return self._said_why
