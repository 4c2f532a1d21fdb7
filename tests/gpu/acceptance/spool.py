# SPDX-License-Identifier: Apache-2.0
"""Reads a spool file (profiler/spool/spool_format.h) with Python's own modules."""

import struct
from array import array

_COLUMNS = {
    5: ("kernels", ("start:q", "duration:q", "name:i", "correlation:i", "device:B", "context:i", "stream:i",
                    "shape:i", "graph:i", "node:q", "flags:B")),
    6: ("apis", ("start:q", "duration:q", "name:i", "thread:i", "correlation:i", "result:i")),
    7: ("copies", ("start:q", "duration:q", "kind:B", "bytes:q", "correlation:i", "device:B", "context:i",
                   "stream:i", "graph:i", "node:q", "flags:B")),
}  # fmt: skip
_LOSSES = ("dropped", "refused", "zero_timestamps", "negative_durations", "launches_without_kernel",
           "kernels_without_launch", "spans_lost", "clock_step_ns")  # fmt: skip


class Spool:
    """Tables as dicts of arrays by column; names by id; calls as pairs; losses or None."""

    def __init__(self, path):
        self.names, self.calls, self.losses, self.whole = {}, [], None, True
        for table, columns in _COLUMNS.values():
            setattr(self, table, {column.split(":")[0]: array(column.split(":")[1]) for column in columns})
        with open(path, "rb") as file:
            self._read(file.read())

    def rows(self, table):
        return len(getattr(self, table)["start"])

    def kernel_names(self):
        return [self.names[name] for name in self.kernels["name"]]

    def api_names(self):
        return [self.names[name] for name in self.apis["name"]]

    def _read(self, data):
        self.whole = data[:8] == b"FSTRACE1"
        at = 8
        while self.whole and at < len(data):
            if at + 24 > len(data):
                self.whole = False
                return
            marker, table, rows, _, size = struct.unpack_from("<IIIIQ", data, at)
            at += 24
            if marker != 0x4B4E4843 or at + size > len(data):
                self.whole = False
                return
            self._take(table, rows, data[at : at + size])
            at += size

    def _take(self, table, rows, payload):
        if table == 1:
            at = 0
            for _ in range(rows):
                name, length = struct.unpack_from("<iI", payload, at)
                self.names[name] = payload[at + 8 : at + 8 + length].decode(errors="replace")
                at += 8 + length
        elif table in _COLUMNS:
            at = 0
            for column in getattr(self, _COLUMNS[table][0]).values():
                column.frombytes(payload[at : at + rows * column.itemsize])
                at += rows * column.itemsize
        elif table == 9:
            self.calls += [struct.unpack_from("<qq", payload, 16 * row) for row in range(rows)]
        elif table == 10:
            self.losses = dict(zip(_LOSSES, struct.unpack_from("<8q", payload)))
