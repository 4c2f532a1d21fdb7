# SPDX-License-Identifier: Apache-2.0
"""Call samples on their way to the recorder: pieces appended to a file (PROTOCOL.md, Spool)."""

import sys

from fusescope_worker.pristine import array, open


class Samples:
    """Columns of n calls, made before the block so that nothing is allocated inside it."""

    def __init__(self, n):
        self.wall = array("q", bytes(8 * n))
        self.cpu = array("q", [-1]) * n
        self.switches = array("i", [-1]) * n

    def __len__(self):
        return len(self.wall)


class Spool:
    def __init__(self, path):
        self._file = open(path, "ab")

    def append(self, samples):
        """Writes the piece through to the file; its place for the answer."""
        columns = [samples.wall, samples.cpu, samples.switches]
        if sys.byteorder == "big":
            for column in columns:
                column.byteswap()
        offset = self._file.tell()
        self._file.write(b"".join(column.tobytes() for column in columns))
        self._file.flush()
        return {"offset": offset, "calls": len(samples)}
