"""The bubblewrap sandbox: what a command can and cannot reach."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from envs.swebench.prepare.git import git
from envs.swebench.rows import Row
from envs.swebench.sample.rows import build
from envs.swebench.sandboxes.bubblewrap import BubblewrapSandbox
from envs.swebench.sandboxes.host import HostSandbox
from envs.swebench.store import Store

MARK = "RB_MARK_OF_THE_HOST"


@pytest.fixture
def sandbox(store: Store, ledger: Row) -> Iterator[BubblewrapSandbox]:
    found = BubblewrapSandbox(store.workspace(ledger))
    yield found
    found.close()


def test_commands_start_in_the_checkout_at_the_base_commit(sandbox: BubblewrapSandbox, ledger: Row) -> None:
    done = sandbox.run("pwd && git rev-parse HEAD && git status --porcelain && python -m pytest -q", 60)
    assert done.output.startswith(f"/testbed\n{ledger.base_commit}\n")
    assert "3 passed" in done.output


def test_files_outlive_a_command_and_variables_do_not(sandbox: BubblewrapSandbox) -> None:
    sandbox.run("echo kept > /tmp/note; echo kept > /testbed/note; export X=1; cd /tmp", 20)
    assert sandbox.run("cat /tmp/note note; echo [$X]", 20).output == "kept\nkept\n[]\n"


def test_the_network_cannot_be_reached(sandbox: BubblewrapSandbox) -> None:
    script = "import socket; socket.create_connection(('1.1.1.1', 53), 5)"
    done = sandbox.run(f'python -c "{script}"', 30)
    assert done.returncode == 1 and "Network is unreachable" in done.output
    assert sandbox.run("cat /proc/net/dev | grep -vc -E 'lo:|Receive|packets'", 20).output.strip() == "0"


def test_nothing_outside_the_checkout_can_be_written(sandbox: BubblewrapSandbox) -> None:
    for place in (
        "/usr/bin/evil",
        "/etc/passwd",
        "/opt/testbed-objects/evil",
        "/opt/miniconda3/bin/activate",
    ):
        done = sandbox.run(f"echo x >> {place}", 20)
        assert done.returncode != 0, place
        assert "Read-only" in done.output or "denied" in done.output
    assert sandbox.run("mount -o remount,rw /usr", 20).returncode != 0
    assert sandbox.run("mknod /tmp/disk b 8 0", 20).returncode != 0


def test_the_machine_cannot_be_seen(
    sandbox: BubblewrapSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s")
    monkeypatch.setenv(MARK, "leaked")
    assert sandbox.run(f"cat {secret}", 20).returncode != 0
    assert MARK not in sandbox.run("env", 20).output
    assert sandbox.run(f"ls /proc/{os.getpid()}/cwd/pyproject.toml", 20).returncode != 0
    assert sandbox.run("kill -0 $(( $$ + 100000 ))", 20).returncode != 0
    assert sandbox.run("cat /proc/self/status | grep CapEff", 20).output.split()[1].strip("0") == ""


def test_neither_the_harness_nor_the_graders_data_is_there(sandbox: BubblewrapSandbox) -> None:
    for module in ("envs", "reasoningbank", "swebench", "minisweagent"):
        done = sandbox.run(f"python -c 'import {module}'", 30)
        assert "ModuleNotFoundError" in done.output, module
    found = sandbox.run(
        "grep -rlE 'keeps_its_fraction|FAIL_TO_PASS' /testbed /opt /root /tmp /run /var 2>/dev/null", 120
    )
    assert found.output == ""
    system = sandbox.run(
        "find / -xdev \\( -name 'ledger-1*' -o -name grade.json -o -name status.json \\) 2>/dev/null", 120
    )
    assert system.output == ""


def test_no_commit_after_the_base_can_be_found(
    sandbox: BubblewrapSandbox, ledger: Row, tmp_path: Path
) -> None:
    build(tmp_path)
    source = tmp_path / ledger.instance_id
    future = git(source, "rev-list", f"{ledger.base_commit}..main").split()
    assert len(future) == 2
    assert sandbox.run("git rev-list --all --count; git tag", 20).output == "2\nbase\nv0.1\n"
    for commit in (*future, git(source, "rev-parse", "v0.2").strip()):
        assert sandbox.run(f"git cat-file -e {commit}", 20).returncode != 0
    held = sandbox.run("git cat-file --batch-check --batch-all-objects | grep -c commit", 20).output
    assert held.strip() == "2"
    assert sandbox.run("git reflog; ls .git/FETCH_HEAD; git remote", 20).output.count("\n") <= 2


def test_one_rollout_cannot_change_another(store: Store, ledger: Row) -> None:
    one, two = (BubblewrapSandbox(store.workspace(ledger)) for _ in range(2))
    try:
        one.run("echo broken > ledger/sums.py; rm -rf .git; echo x > /opt/miniconda3/envs/testbed/x", 20)
        seen = two.run("git status --porcelain; ls /opt/miniconda3/envs/testbed/x", 20)
        assert (
            seen.output.startswith("ls: cannot access") and "broken" not in two.run("cat ledger/*", 20).output
        )
    finally:
        one.close()
        two.close()


def test_a_hanging_command_is_killed_and_the_next_one_works(sandbox: BubblewrapSandbox) -> None:
    done = sandbox.run("echo begun; sleep 1000", 2)
    assert done.timed_out and done.output == "begun\n"
    assert sandbox.run("ps -e | grep -c sleep", 20).output.strip() == "0"


def test_a_fork_bomb_inside_is_stopped(sandbox: BubblewrapSandbox) -> None:
    done = sandbox.run("while true; do sleep 100 & done", 120)
    assert "processes and was killed" in done.stopped
    assert sandbox.run("echo alive", 60).output == "alive\n"


def test_a_flood_inside_is_bounded(sandbox: BubblewrapSandbox) -> None:
    done = sandbox.run("yes flood", 3)
    assert done.timed_out and len(done.output) < 4_100_000


def test_a_workspace_is_removed_with_its_sandbox(store: Store, ledger: Row) -> None:
    workspace = store.workspace(ledger)
    BubblewrapSandbox(workspace).close()
    assert not workspace.root.exists()


def test_without_a_sandbox_commands_run_in_a_copy_on_the_machine(store: Store, ledger: Row) -> None:
    host = HostSandbox(store.workspace(ledger))
    try:
        assert host.run("git rev-parse HEAD && python -m pytest -q", 60).output.startswith(ledger.base_commit)
        assert host.run("python -m pytest -q", 60).returncode == 0
    finally:
        host.close()
