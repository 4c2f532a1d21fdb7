# SPDX-License-Identifier: Apache-2.0
"""Reads the spool file of a trace (profiler/spool/spool_format.h), for tests in Python."""

import struct
from array import array
from types import SimpleNamespace

_COLUMNS = {  # of forEachColumn(OperatorColumns)
    "start_ns": "q",
    "duration_ns": "q",
    "name": "i",
    "thread": "i",
    "kind": "B",
    "sequence": "q",
    "place": "i",
}
KINDS = ["operator", "region", "lookup", "compiled_function", "kernel", "range", "module", "backward"]


class _Payload:
    def __init__(self, data):
        self._data, self._at = data, 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self._data, self._at)
        self._at += struct.calcsize("<" + form)
        return values[0]

    def text(self):
        length = self.take("I")
        self._at += length
        return self._data[self._at - length : self._at].decode()

    def column(self, form, rows):
        values = array(form)
        size = rows * values.itemsize
        values.frombytes(self._data[self._at : self._at + size])
        self._at += size
        return values


def read(path):
    """names, places by id; spans in file order; calls; spans that were lost (None: not told)."""
    trace = SimpleNamespace(names={}, places={}, spans=[], calls=[], lost=None)
    with open(path, "rb") as file:
        assert file.read(8) == b"FSTRACE1"
        while header := file.read(24):
            if len(header) < 24:
                break
            marker, table, rows, _, size = struct.unpack("<IIIIQ", header)
            assert marker == 0x4B4E4843
            data = file.read(size)
            if len(data) < size:
                break
            _take(trace, table, rows, _Payload(data))
    return trace


def _take(trace, table, rows, payload):
    if table == 1:
        for _ in range(rows):
            number = payload.take("i")
            trace.names[number] = payload.text()
    elif table == 2:
        for _ in range(rows):
            number, line = payload.take("i"), payload.take("i")
            file, function, module = payload.text(), payload.text(), payload.text()
            trace.places[number] = SimpleNamespace(file=file, line=line, function=function, module=module)
    elif table == 4:
        columns = {name: payload.column(form, rows) for name, form in _COLUMNS.items()}
        for index in range(rows):
            span = SimpleNamespace(**{name: column[index] for name, column in columns.items()})
            span.name, span.kind = trace.names[span.name], KINDS[span.kind]
            span.place = trace.places.get(span.place)
            span.end_ns = span.start_ns + span.duration_ns
            trace.spans.append(span)
    elif table == 9:
        trace.calls += [(payload.take("q"), payload.take("q")) for _ in range(rows)]
    elif table == 10:
        trace.lost = [payload.take("q") for _ in range(8)][6]


def tops(spans):
    """Spans that lie in no other of their thread."""
    ends, found = {}, []
    for span in sorted(spans, key=lambda each: each.start_ns):
        if span.start_ns >= ends.get(span.thread, 0):
            found.append(span)
            ends[span.thread] = span.end_ns
    return found
