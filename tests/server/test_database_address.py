"""The address of a PostgreSQL database, as somebody types it: what is wrong with it, and never its password."""

import asyncio
import re

import pytest

from dicecup.server.store.postgres_words import address_of
from dicecup.table import SetupError
from tests.cluster.lines import Line
from tests.server.postgres import Cluster
from tests.server.stores import PostgresPlace
from tests.server.test_storage_postgres import trouble


@pytest.mark.parametrize(
    "url",
    [
        "mysql://db/games?user=ann:hush",
        "postgresql://ann:hu#sh@db/games",
        "postgresql://ann:hu/sh@db/games",
        "postgresql://ann:hu[sh@db/games",
        "postgresql://ann:hush@db:port/games",
        "postgresql://ann:hush@db:0/games",
        "postgresql://ann:hu@sh@db/games",
        "postgresql://ann:12/hu@sh",
    ],
)
def test_what_is_no_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(SetupError, match="That is not the address of a PostgreSQL database") as caught:
        address_of(url)
    assert not re.search(r"hu\W?sh|ann:", str(caught.value))
    assert repr(address_of("postgresql://ann:hush@db/games")).count("hush") == 0


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://db:99999/games", "a port is a number from 1 to 65535"),
        ("postgresql://db:port/games", "a port is a number from 1 to 65535"),
        ("postgresql://ann@db,other:99999/games", "a port is a number from 1 to 65535"),
        ("postgresql://db/games?port=many", "a port is a number from 1 to 65535"),
        ("postgresql://db/games?port=0", "no server listens at port 0"),
        ("postgresql://fd00::5:5432/games", "in brackets, like [fd00::5]"),
        ("postgresql://[fd00::5/games", "in brackets, like [fd00::5]"),
        ("postgresql://[db]:5432/games", "in brackets, like [fd00::5]"),
        ("postgresql://d b/games", "the name of its host cannot be right"),
        ("postgresql://db\0/games", "a character in it that nobody sees"),
        ('"postgresql://db/games"', "leave out the quotation marks around it"),
        ("postgresql:db/games", "it does not begin with postgresql://"),
        ("postgresql+psycopg://db/games", "it does not begin with postgresql://"),
        ("postgresql://db/games?sslmode", "pairs like name=value"),
        ("postgresql://db/games?sslmode=on", "sslmode is one of disable, allow, prefer, require, verify-ca and"),
        ("postgresql://db/games?sslmode=", "sslmode is one of disable"),
        ("postgresql://db/games?sslmode=verify-full", "whom to trust: sslrootcert=FILE"),
        ("postgresql://db/games?sslmode=verify-full&sslrootcert=system", "sslrootcert has to name a file that is"),
        ("postgresql://db/games?sslmode=require&sslkey=/no/such/file", "sslkey has to name a file that is there"),
        (f"postgresql://db/games?sslmode=verify-ca&sslrootcert={__file__}", "a file with certificates"),
        (f"postgresql://db/games?sslrootcert={__file__}", "sslrootcert counts only with sslmode=verify-full"),
        ("postgresql://db/games?target_session_attrs=master", "target_session_attrs is one of any, primary"),
    ],
)
def test_what_is_wrong_with_an_address_is_said(url: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PGSSLMODE", "PGSSLROOTCERT"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SetupError) as caught:
        address_of(url)
    assert why in str(caught.value)
    assert str(caught.value).endswith("Write it like postgresql://user@host/database.")


@pytest.mark.parametrize("option", ["connect_timeout=10", "channel_binding=require", "gssencmode=disable"])
def test_what_only_other_programs_understand_is_named(option: str) -> None:
    with pytest.raises(SetupError, match=f"{option.partition('=')[0]} is not for Dicecup; leave it out"):
        address_of(f"postgresql://db/games?sslmode=require&{option}")


@pytest.mark.parametrize(
    ("variable", "value", "why"),
    [
        ("PGPORT", "many", "PGPORT is set, and a port is a number"),
        ("PGSSLMODE", "on", "PGSSLMODE is set, and is none of disable, allow"),
        ("PGTARGETSESSIONATTRS", "master", "PGTARGETSESSIONATTRS is set, and is none of any, primary"),
        ("PGSSLROOTCERT", "/no/such/file", "PGSSLROOTCERT is set, and names a file that is not there"),
        ("PGSSLKEY", "/no/such/file", "PGSSLKEY is set, and names a file that is not there"),
    ],
)
def test_variables_that_happen_to_be_set_are_named(
    variable: str, value: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are for all programs that talk to PostgreSQL, and somebody may have meant another one."""
    monkeypatch.setenv(variable, value)
    with pytest.raises(SetupError) as caught:
        address_of("postgresql://ann:hush@db/games")
    assert why in str(caught.value)
    assert "hush" not in str(caught.value)


def test_a_variable_that_only_the_driver_knows_is_named(database: PostgresPlace) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PGSSLNEGOTIATION", "x")
        assert "It may stand in PGSSLNEGOTIATION." in trouble(database.url)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://ann:a%40b@[fd00::5]:5433/games", "the database games at [fd00::5]:5433"),
        ("postgresql://one:1,two:2/games?target_session_attrs=primary", "the database games at one:1,two:2"),
        ("postgresql:///games", "the database games at localhost"),
        (" postgresql://db/games\n", "the database games at db"),
        ("postgresql://db/games?application_name=x", "the database games at db"),
    ],
)
def test_addresses_that_are_right(url: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PGHOST", raising=False)
    assert str(address_of(url)) == told


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("colour=green", 'does not take it: unrecognized configuration parameter "colour"'),
        ("work_mem=lots", 'does not take it: invalid value for parameter "work_mem"'),
        ("sslnegotiation=x", "cannot be used: `sslnegotiation` parameter must be one of"),
    ],
)
def test_what_a_server_does_not_take_is_told_as_such(database: PostgresPlace, option: str, why: str) -> None:
    said = trouble(f"{database.url}&{option}")
    assert why in said
    assert f"address of the database {address_of(database.url).name}" in said


def test_a_server_without_safe_connections(database: PostgresPlace, cluster: Cluster) -> None:
    async def go() -> str:
        line = Line(cluster.folder / ".s.PGSQL.5432")
        await line.start()
        try:
            url = f"postgresql://postgres@127.0.0.1:{line.port}/{address_of(database.url).name}?sslmode=require"
            return await asyncio.to_thread(trouble, url)
        finally:
            await line.end()

    assert "has no safe connections, which sslmode asks for" in asyncio.run(go())
