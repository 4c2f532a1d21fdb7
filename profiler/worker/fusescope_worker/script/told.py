# SPDX-License-Identifier: Apache-2.0
"""What threads and processes of a script tell the thread of the commands: lines of one file, beside the spool.

A line is written at once and whole (O_APPEND), so that nothing needs a lock, which a fork would copy while it is held.
"""

from fusescope_worker.pristine import json, open, os


class Told:
    def __init__(self, path):
        self._to = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._from = open(path, "rb")
        self._rest = b""

    def tell(self, **fields):
        try:
            os.write(self._to, (json.dumps(fields) + "\n").encode())
        except OSError:
            pass  # a process that closed what it inherited is not heard

    def new(self):
        """What was told since the last time."""
        *lines, self._rest = (self._rest + self._from.read()).split(b"\n")
        return [json.loads(line) for line in lines]
