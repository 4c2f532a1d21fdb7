# SPDX-License-Identifier: Apache-2.0
"""Where the host is: a thread looks at the Python stack of the one that calls, about 1000 times a second.

It gets to look when that thread gives up the interpreter's lock, so a line that holds it long is seen
at the line after which it lets go, at most half a millisecond later.
"""

import sys

from fusescope_worker import user_frames
from fusescope_worker.pristine import threading, time

_PERIOD = 0.001
_SWITCH_INTERVAL = 0.0005  # Python's own 5 ms would miss every short line
_MOST_SAMPLES = 100_000
_GRAPH = "<eval_with_key>"


class LineSampler:
    """As a context: samples the thread that makes the calls."""

    def __init__(self, thread):
        self._watched = thread
        self.lines = []  # (file, line, function), by index
        self.samples = []  # (time, index)
        self._indices = {}
        self._foreign = {}
        self._done = threading.Event()

    def __enter__(self):
        self._interval = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_INTERVAL)
        self._thread = threading.Thread(target=self._run, name="fusescope-lines", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._done.set()
        self._thread.join()
        sys.setswitchinterval(self._interval)

    def _run(self):
        while not self._done.wait(_PERIOD) and len(self.samples) < _MOST_SAMPLES:
            now = time.time_ns()
            frame = sys._current_frames().get(self._watched)
            place = self._place(frame)
            del frame  # else it would hold what the call holds
            if place is not None:
                self.samples.append((now, self._index_of(place)))

    def _place(self, frame):
        """The innermost line of the user's; where all are torch's or the library's, the innermost."""
        innermost = None
        while frame is not None:
            code = frame.f_code
            place = (code.co_filename, frame.f_lineno or 0, user_frames.function_name(code.co_name))
            if code.co_filename.startswith(_GRAPH):
                return ("", 0, "compiled graph")
            if not self._is_foreign(code.co_filename):
                return place
            innermost = innermost or place
            frame = frame.f_back
        return innermost

    def _is_foreign(self, file):
        if file not in self._foreign:
            self._foreign[file] = user_frames.is_foreign(file)
        return self._foreign[file]

    def _index_of(self, place):
        index = self._indices.setdefault(place, len(self.lines))
        if index == len(self.lines):
            self.lines.append(place)
        return index

    def within(self, calls):
        """The samples that lie in one of the calls, which are in order."""
        inside, calls = [], iter(calls)
        start, end = next(calls, (0, -1))
        for sample in self.samples:
            while end != -1 and sample[0] > end:
                start, end = next(calls, (0, -1))
            if start <= sample[0] <= end:
                inside.append(sample)
        return inside
