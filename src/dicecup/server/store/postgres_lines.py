"""One line to a PostgreSQL: as we need it, whatever is usual there, and with nobody in between who mixes it up."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from dicecup.saves import StorageError
from dicecup.server.store.postgres_words import Address, driver, is_mixed_up, mixed_up

_LOOKS: Final = 5

# What may be usual for a database or a user, and would end what we do, or let it see something else. How long
# anybody waits is looked after here; an isolation that is higher would only refuse more.
_PLAIN: Final = {
    "statement_timeout": "0",
    "lock_timeout": "0",
    "idle_session_timeout": "0",
    "transaction_timeout": "0",  # from PostgreSQL 17 on
    "default_transaction_isolation": "read committed",
    "client_min_messages": "warning",
}


async def connect(
    address: Address, settings: dict[str, str], *, timeout: float, command_timeout: float | None = None
) -> Any:
    """A line with these settings."""
    line = await driver().connect(address.url, timeout=timeout, command_timeout=command_timeout)
    try:
        await set_up(line, settings)
    except BaseException:
        line.terminate()
        raise
    return line


async def set_up(line: Any, settings: dict[str, str]) -> None:
    """Say how this line is to be: not when it is opened, for poolers refuse to pass that on."""
    every = {**_PLAIN, **settings}
    await line.execute(
        "; ".join(
            f"SELECT set_config('{name}', '{value}', false) WHERE current_setting('{name}', true) IS NOT NULL"
            for name, value in every.items()
        )
    )


async def keeps(line: Any, another: Callable[[], Awaitable[Any]], where: Address) -> None:
    """StorageError if this line is another connection at every turn, because of a pooler in between.

    A prepared statement, a lock or somebody who listens would be lost on the way then, and not always at once.
    """
    try:
        own = await _pid(line)
        if own == line.get_server_pid():
            return  # nobody is in between
        other = await another()
        try:
            for _ in range(_LOOKS):
                async with other.transaction():  # for which it has a connection that nobody else has
                    if await _pid(other) == own or await _pid(line) != own:
                        raise StorageError(mixed_up(where))
        finally:
            other.terminate()
    except Exception as error:
        if is_mixed_up(error):
            raise StorageError(mixed_up(where)) from None
        raise


async def _pid(line: Any) -> int:
    found: int = await line.fetchval("SELECT pg_backend_pid()")
    return found
