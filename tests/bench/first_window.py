#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time from start to the first mapped window, against sqlitebrowser, in turn on one virtual display."""

import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = 7
LIMIT = 1.3


def start_display() -> tuple[subprocess.Popen, str]:
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-noreset", "-displayfd", str(write_end), "-screen", "0", "1920x1080x24"],
        pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        return server, ":" + pipe.readline().strip()


def seconds_to_first_window(command: list[str], environment: dict[str, str]) -> float:
    """xev reports windows as the server maps them; Qt maps nothing before its first window."""
    watcher = subprocess.Popen(
        ["stdbuf", "-oL", "xev", "-root", "-event", "substructure"],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    time.sleep(0.3)  # until xev listens
    begin = time.monotonic()
    program = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for line in watcher.stdout:
            if re.match(r"MapNotify", line):
                return time.monotonic() - begin
        raise RuntimeError(f"{command[0]} showed no window")
    finally:
        for process in (program, watcher):
            process.kill()
            process.wait()


def main() -> int:
    needed = [name for name in ("Xvfb", "xev", "sqlitebrowser", "stdbuf") if not shutil.which(name)]
    if needed:
        print(f"first_window needs {', '.join(needed)}: apt-get install xvfb x11-utils sqlitebrowser")
        return 1
    server, display = start_display()
    with tempfile.TemporaryDirectory() as home:
        environment = {"PATH": os.environ["PATH"], "HOME": home, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        ours = [str(ROOT / "build/dev/bin/fusescope-ui")]
        peer = ["sqlitebrowser"]
        try:
            for command in (ours, peer):  # once each: files into the page cache
                seconds_to_first_window(command, environment)
            pairs = [(seconds_to_first_window(ours, environment), seconds_to_first_window(peer, environment))
                     for _ in range(RUNS)]
        finally:
            server.kill()
    ratio = statistics.median(a / b for a, b in pairs)
    ours_ms, peer_ms = (1000 * statistics.median(column) for column in zip(*pairs))
    word = "ok" if ratio <= LIMIT else "FAIL"
    print(f"first_window  {ratio:.2f} x sqlitebrowser ({ours_ms:.0f} ms, {peer_ms:.0f} ms)  {LIMIT}  {word}")
    return 0 if word == "ok" else 1


if __name__ == "__main__":
    sys.exit(main())
