"""Bots that nobody trusts: limits of the system, and a sandbox where there is bubblewrap."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from dicecup.players.outside import Bot, BotFault, OutsidePlayer, limits, read
from dicecup.table import SetupError
from tests.players.bots import Kennel, game

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="as Linux counts memory")


@pytest.fixture
def kennel(tmp_path: Path) -> Iterator[Kennel]:
    kennel = Kennel(tmp_path)
    yield kennel
    kennel.close()


def test_memory_is_limited(kennel: Kennel) -> None:
    with pytest.raises(BotFault, match=r"It ended with status 1. Its last words: “MemoryError”"):
        game(kennel.player("eats memory", "exec+limits"))


def test_files_are_limited(kennel: Kennel) -> None:
    with pytest.raises(BotFault, match=r"File too large|SIGXFSZ"):
        game(kennel.player("writes", "exec+limits"))
    assert (kennel.folder / "large").stat().st_size <= 16 * limits.MEBIBYTE


def test_with_limits_a_bot_plays_as_without(kennel: Kennel) -> None:
    assert game(kennel.player("fine", "exec+limits")).outcome == game(kennel.player("fine")).outcome


# --- the sandbox ---


@pytest.fixture
def sandbox(kennel: Kennel, monkeypatch: pytest.MonkeyPatch) -> Kennel:
    limits._bubblewrap.cache_clear()
    if not limits._bubblewrap():
        missing = "There is no bubblewrap that may make a sandbox: apt install bubblewrap."
        pytest.skip(missing)
    monkeypatch.chdir(kennel.folder)
    return kennel


@pytest.mark.thorough  # which gets bubblewrap first
def test_in_a_sandbox_a_bot_sees_and_changes_nothing_of_yours(
    sandbox: Kennel, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path_factory.mktemp("mine") / "diary"
    secret.write_text("private")
    monkeypatch.setenv("BONES", "yes")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        said = {}
        for scheme in ("exec", "exec+sandbox"):
            player = sandbox.player("looks", scheme, str(secret), port)
            assert game(player).outcome is not None
            line = player.bot._line
            assert line is not None
            said[scheme] = json.loads(line._complaints.decode().splitlines()[0])  # type: ignore[attr-defined]
    free, shut_in = said["exec"], said["exec+sandbox"]
    assert (free["home"], free["network"], free["write"]) == ("private", "yes", "yes")
    assert shut_in["write"] == "OSError"
    assert shut_in["home"] == "FileNotFoundError"
    assert shut_in["network"] in ("ConnectionRefusedError", "OSError")
    assert shut_in["temporary"] == "yes", "there it may write, and it is gone afterwards"
    assert free["processes"] > shut_in["processes"] <= 3
    assert "BONES" in free["environment"]
    assert "BONES" not in shut_in["environment"]


@pytest.mark.thorough  # which gets bubblewrap first
def test_in_a_sandbox_all_the_rest_holds_as_well(sandbox: Kennel, monkeypatch: pytest.MonkeyPatch) -> None:
    script = sandbox.folder / "bot.py"
    script.write_text("import sys\nsys.stdin.readline()\nopen('written', 'w')\n")
    with pytest.raises(BotFault, match="Read-only file system"):
        OutsidePlayer(Bot(read(f"exec+sandbox:{sys.executable} -S {script}").start)).bot.greet()
    monkeypatch.setattr(Path, "home", lambda: sandbox.folder)
    with pytest.raises(SetupError, match="Start it in a folder of its own"):
        read(f"exec+sandbox:{sys.executable} -S {script}")


def test_where_there_is_no_bubblewrap_nothing_is_run_without(
    kennel: Kennel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it is there, and may not do what it should."""
    for found in ("", "#!/bin/sh\nexit 1\n"):
        bin_ = kennel.folder / f"bin{len(found)}"
        bin_.mkdir()
        (bin_ / "sh").symlink_to("/bin/sh")
        if found:
            (bin_ / "bwrap").write_text(found)
            (bin_ / "bwrap").chmod(0o755)
        monkeypatch.setenv("PATH", str(bin_))
        limits._bubblewrap.cache_clear()
        with pytest.raises(
            SetupError, match=r"a sandbox needs bubblewrap .* exec\+limits: limits memory and files"
        ):
            read("exec+sandbox:sh bot.sh")
    limits._bubblewrap.cache_clear()


@pytest.mark.thorough
def test_in_a_sandbox_there_are_only_so_many_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    python, nobody = shutil.which("python3", path="/usr/bin:/bin"), 65534
    forks = dedent("""
        import os, time
        count = 1
        try:
            while count < 700:
                if not os.fork():
                    time.sleep(60)
                count += 1
        except BlockingIOError:
            pass
        print(count, flush=True)
    """)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.chdir(folder)
        limits._bubblewrap.cache_clear()
        limits._counts_by_itself.cache_clear()
        if python is None or not limits._bubblewrap() or not limits._counts_by_itself():
            pytest.skip("There is no sandbox here that counts what is in it.")
        words = limits.sandboxed("a bot", [python, "-S", "-c", forks])
        user = nobody if os.geteuid() == 0 else None  # those of root are not counted
        done = subprocess.run(words, user=user, cwd="/", capture_output=True, text=True, check=False)
    if "ermission" in done.stderr:
        pytest.skip(f"Only root can make a sandbox here: {done.stderr}")
    assert limits.PROCESSES - 5 <= int(done.stdout) <= limits.PROCESSES, done.stderr


def test_what_a_shim_calls_is_in_the_sandbox(tmp_path: Path) -> None:
    shim = tmp_path / "versions" / "shims" / "python"
    shim.parent.mkdir(parents=True)
    shim.write_text("#!/bin/sh\n")
    shim.chmod(0o755)
    assert list(limits._lives_in(str(shim))) == [tmp_path / "versions"]
