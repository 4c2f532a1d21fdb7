#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A recording must end when it is asked to, however it was started and whatever it does.

    tests/bench/long/cancelled_everywhere.py [--program build/dev/bin/fusescope] [--python …] [--only NAME]

Starts a small recording in each of ten ways and asks it once to stop, in a cold start, in the rounds and in a trace.
Prints how long its last process lived on, and what the file holds. Exit 1 where one lived longer than 5 s or the file
does not open. About 15 s each on two cores.
"""

import argparse
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[3]
MARK = "FUSESCOPE_CANCELLED"
LIMIT_S = 5
PATIENCE_S = 300


MOMENTS = {
    "cold start": lambda step: step["event"] == "process_started" and step["process"] == "cold" and step["variant"] == "default",
    "rounds": lambda step: step["event"] == "round",
    "trace": lambda step: step["event"] == "process_started" and step["process"] == "trace",
}


class Started:
    """A recording, its progress in a file; `ask` requests the stop."""

    def __init__(self, folder, command, shell=None, stop=signal.SIGINT, control=False, terminal=False):
        self.mark = uuid.uuid4().hex
        self.progress = folder / "progress.json"
        self._stop, self._terminal = stop, None
        given = {"env": {**os.environ, MARK: self.mark}, "stderr": subprocess.DEVNULL}
        given["stdout"] = self.progress.open("wb")
        given["stdin"] = subprocess.PIPE if control else subprocess.DEVNULL
        if terminal:
            self._terminal, inner = pty.openpty()
            given["stdin"] = inner
            given["preexec_fn"] = lambda: (os.setsid(), __import__("fcntl").ioctl(inner, 0x540E, 0))  # TIOCSCTTY
        if shell:
            command = ["sh", "-c", shell, "sh", *command]
        self._process = subprocess.Popen(command, **given)

    def steps(self):
        for line in self.progress.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                return  # not written completely yet

    def alive(self):
        """The numbers of its processes; of the recorder first."""
        self._process.poll()  # a zombie is none
        found = []
        for folder in pathlib.Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    if f"{MARK}={self.mark}".encode() in (folder / "environ").read_bytes():
                        found.append(int(folder.name))
                except OSError:
                    continue  # it has ended
        return sorted(found)

    def ask(self):
        if self._stop == "control":
            self._process.stdin.write(b"stop\n")
            self._process.stdin.flush()
        elif self._stop == "ctrl-c":
            os.write(self._terminal, b"\x03")
        elif self._stop == "child":
            recorder = [pid for pid in self.alive() if b"record" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")]
            os.kill(recorder[-1], signal.SIGINT)
        else:
            self._process.send_signal(self._stop)


def ways(folder, command):
    """{name: a function that starts a recording so}."""
    return {
        "program, SIGINT": lambda: Started(folder, command),
        "program, SIGTERM": lambda: Started(folder, command, stop=signal.SIGTERM),
        "program, SIGHUP": lambda: Started(folder, command, stop=signal.SIGHUP),
        "program, SIGQUIT": lambda: Started(folder, command, stop=signal.SIGQUIT),
        "control": lambda: Started(folder, [*command, "--control"], stop="control", control=True),
        "terminal, Ctrl-C": lambda: Started(folder, command, stop="ctrl-c", terminal=True),
        "background of a shell": lambda: Started(folder, command, shell='"$@" & wait', stop="child"),
        "nohup": lambda: Started(folder, ["nohup", *command], stop=signal.SIGTERM),
        "setsid": lambda: Started(folder, ["setsid", "--wait", *command], stop="child"),
        "timeout": lambda: Started(folder, ["timeout", "1h", *command], stop=signal.SIGINT),
    }


def wait_for(condition, limit_s):
    end = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def held(program, file):
    """What a file holds, as words; None: it does not open."""
    listed = subprocess.run([program, "list", file, "--json"], capture_output=True, text=True, check=False)
    logged = subprocess.run([program, "show", file, "log", "--json"], capture_output=True, text=True, check=False)
    if listed.returncode != 0 or logged.returncode != 0:
        return None
    return json.loads(listed.stdout)["comparisons"][0]["status"]


def cancelled(start, reached, program, file):
    """(seconds until its last process was gone or None, what the file holds or None)."""
    recording = start()
    try:
        if not wait_for(lambda: any(map(reached, recording.steps())) or not recording.alive(), PATIENCE_S):
            return None, None
        recording.ask()
        asked = time.monotonic()
        gone = wait_for(lambda: not recording.alive(), 60)
        return (time.monotonic() - asked if gone else None), held(program, file)
    finally:
        for pid in recording.alive():
            os.kill(pid, signal.SIGKILL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/dev/bin/fusescope"))
    parser.add_argument("--python", default=os.environ.get("FUSESCOPE_PYTHON", sys.executable))
    parser.add_argument("--only", default="", help="ways whose name holds this")
    options = parser.parse_args()
    failed = 0
    for way in ways(None, []):
        for moment, reached in MOMENTS.items():
            if options.only not in way:
                continue
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                file = folder / "cancelled.fscope"
                command = [options.program, "record", "--model", "builtin:mlp", "--variant", "eager", "--variant", "default"]
                command += ["--effort", "quick", "--processes", "1", "--python", options.python, "-o", str(file), "--json"]
                seconds, holds = cancelled(ways(folder, command)[way], reached, options.program, file)
            ok = seconds is not None and seconds <= LIMIT_S and holds is not None
            failed += not ok
            took = "never" if seconds is None else f"{seconds:.1f} s"
            print(f"{way:<24} {moment:<12} gone after {took:<8} file {holds or 'does not open':<14} {'ok' if ok else 'FAIL'}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
