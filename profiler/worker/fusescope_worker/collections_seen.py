# SPDX-License-Identifier: Apache-2.0
"""Python's garbage collector within the calls of a warm-up; in timed calls it is off, and nobody looks."""

import contextlib

from fusescope_worker.pristine import gc, time

_MOST = 2_000  # of a warm-up command: the longest
_NOTICED_NS = 20_000
_NOTICED_SHARE = 0.02  # of the call


@contextlib.contextmanager
def uncollected_imports(wanted=True):
    """For imports of torch: they create a million objects that stay, and the collector would scan them repeatedly."""
    if not wanted:
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


class CollectionsSeen:
    """While it is entered; `call` says which call runs. All runs of a generation in a call are one."""

    def __init__(self, in_call=None):
        self.call = None
        self._in_call = in_call or (lambda: True)
        self._seen = {}
        self._start = None

    def __enter__(self):
        gc.callbacks.append(self._on_phase)
        return self

    def __exit__(self, *_):
        if self._on_phase in gc.callbacks:  # the model may have cleared the list
            gc.callbacks.remove(self._on_phase)

    def _on_phase(self, phase, info):
        if phase == "start":
            self._start = (time.time_ns(), time.perf_counter_ns()) if self._in_call() else None
        elif self._start is not None and self.call is not None:
            began, start = self._start
            self._start = None
            seen = self._seen.setdefault((self.call, info["generation"]), [began, 0, 0])
            seen[1] += time.perf_counter_ns() - start
            seen[2] += 1

    def noticed(self, wall):
        """Those that a call of that duration would miss, in the order of the calls."""
        events = [
            {"call": call, "start_utc_ns": began, "duration_ns": ns, "generation": generation, "runs": runs}
            for (call, generation), (began, ns, runs) in self._seen.items()
            if ns >= max(_NOTICED_NS, _NOTICED_SHARE * wall[call])
        ]
        longest = sorted(events, key=lambda event: event["duration_ns"], reverse=True)[:_MOST]
        return sorted(longest, key=lambda event: (event["call"], event["generation"]))
