# SPDX-License-Identifier: Apache-2.0
"""What a script does beside its calls that matters to lanes: files it writes, stdin, processes of its own."""

import sys

from fusescope_worker.pristine import os, time

_MOST_LISTED = 20
_MOST_LOOKED_AT = 50_000
_PROCESSES = {"os.fork", "os.forkpty", "os.posix_spawn", "subprocess.Popen"}
_NO_OUTPUT = ("/dev/", "/proc/", "/tmp/", "/sys/")
_PASSED = {"__pycache__", ".git", ".cache", ".triton"}


class Surroundings:
    def __init__(self, folder):
        self._folder = os.path.realpath(folder)
        self._on = False
        self._written, self._processes, self._stdin = {}, 0, False

    def start(self):
        self._since = time.time()
        self._on = True
        self._process = os.getpid()
        sys.addaudithook(self._hear)

    def stop(self):
        self._on = False

    def _hear(self, event, arguments):
        if not self._on or os.getpid() != self._process:
            return
        if event == "open":
            self._opened(*arguments[:3])
        elif event in _PROCESSES:
            self._processes += 1
        elif event == "builtins.input":
            self._stdin = True

    def _opened(self, path, mode, flags):
        if isinstance(mode, str):
            writes = any(letter in mode for letter in "wax+")
        else:
            writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)
        if not writes or not isinstance(path, (str, bytes)) or len(self._written) >= _MOST_LISTED:
            return
        path = os.path.abspath(os.fsdecode(path))
        if not path.startswith(_NO_OUTPUT) and not _PASSED.intersection(path.split(os.sep)):
            self._written[path] = True

    def _changed_files(self):
        """In the working directory, also those that libraries of their own wrote."""
        looked_at = 0
        for parent, folders, files in os.walk(self._folder):
            folders[:] = [name for name in folders if name not in _PASSED]
            for name in files:
                looked_at += 1
                if looked_at > _MOST_LOOKED_AT or len(self._written) >= _MOST_LISTED:
                    return
                path = os.path.join(parent, name)
                try:
                    if os.lstat(path).st_mtime >= self._since:
                        self._written[path] = True
                except OSError:
                    continue

    def as_json(self):
        self._changed_files()
        return {"written": sorted(self._written), "processes": self._processes, "reads_stdin": self._stdin}
