# SPDX-License-Identifier: Apache-2.0
"""Functions that torch's recompile limit refused: which, by which guards, and how many of their calls run eager."""

import contextlib
import os
import sys

_MOST_GUARDS = 3  # the last ones that failed
_COMPILED = ("__compiled_fn", "__resume_at")  # what code that Dynamo wrote calls


class RefusedCode:
    """One function with its own code; past the limit torch runs it eagerly wherever no kept graph fits."""

    def __init__(self, function, file, line):
        self.function, self.file, self.line = function, file, line
        self.guards = []

    def add_guard(self, guard):
        if guard and guard not in self.guards:
            self.guards.append(guard)

    @property
    def place(self):
        folder, name = os.path.split(self.file)
        return f"{os.path.join(os.path.basename(folder), name)}:{self.line}"

    def sentence(self, eager=None, calls=None, others=0):
        name = f"{self.function or 'A function'} ({self.place})" if self.file else self.function or "A function of torch"
        text = f"{name} reached the recompile limit{_limit()}"
        if calls:
            text += f": {eager} of its {calls} calls in a call of this case run eager, not compiled"
        else:
            text += " and runs eagerly for this case"
        if others:
            text += f"; so did {others} more {'function' if others == 1 else 'functions'}"
        guards = self.guards[-_MOST_GUARDS:]
        if len(guards) == 1:
            text += f"; the last guard that failed: {guards[0]}"
        elif guards:
            text += f"; the last guards that failed: {', then '.join(guards)}"
        return text + "."


class RefusedCodes:
    def __init__(self, notices):
        self._notices = notices
        self._guards = {}  # by frame ("3" of "3/1"), in the order failed
        self._places = {}  # by frame
        self._codes = {}  # by frame
        self._told = set()  # cases

    def __bool__(self):
        return bool(self._codes)

    def forget(self):
        """Frames are numbered anew."""
        for known in (self._guards, self._places, self._codes):
            known.clear()

    def compiled(self, fact):
        """The refused compile itself no longer names its function."""
        if fact["function"] or fact["file"]:
            self._places.setdefault(_frame(fact["compile_id"]), (fact["function"], fact["file"], fact["line"]))

    def guard_failed(self, compile_id, guard):
        self._guards.setdefault(_frame(compile_id), []).append(guard)

    def refused(self, compile_id):
        frame = _frame(compile_id)
        code = self._codes.setdefault(frame, RefusedCode(*self._places.get(frame, ("", "", 0))))
        for guard in self._guards.get(frame, []):
            code.add_guard(guard)

    def tell(self, case, watched):
        """Once a case. `watched` gives what is told of one call of it: the functions' calls are counted in that."""
        if not self._codes or case in self._told:
            return
        self._told.add(case)
        counts = {}
        with contextlib.suppress(Exception):  # what a call raises is told where it is measured
            places = {(code.file, code.line) for code in self._codes.values() if code.file}
            counts = watched(lambda call: _count(call, places))
        seen = [(code, *counts.get((code.file, code.line), (0, 0))) for code in self._codes.values()]
        eager = sorted((one for one in seen if one[1]), key=lambda one: -one[1])
        if eager:
            code, times, calls = eager[0]
            self._notices.add("recompile_limit", code.sentence(times, calls, len(eager) - 1), case)
            return
        unseen = [code for code, _, calls in seen if not calls]
        if unseen:  # of torch's own, or the call could not be made
            self._notices.add("recompile_limit", unseen[0].sentence(others=len(unseen) - 1), case)


def _frame(compile_id):
    return compile_id.split("/")[0]


def _limit():
    config = getattr(sys.modules.get("torch._dynamo"), "config", None)
    limit = getattr(config, "recompile_limit", None) or getattr(config, "cache_size_limit", None)
    return f" of {limit}" if isinstance(limit, int) else ""


def _count(call, places):
    """{(file, first line): (calls that ran as written, calls)} of the functions at `places` in one call."""
    counts = {}

    def watch(frame, event, _):
        code = frame.f_code
        place = (code.co_filename, code.co_firstlineno)
        if event != "call" or place not in places:
            return
        eager, calls = counts.get(place, (0, 0))
        compiled = any(name.startswith(_COMPILED) for name in code.co_names)
        counts[place] = (eager + (not compiled), calls + 1)

    from fusescope_worker import measure  # with torch: not before it is wanted

    before = []

    def begin():
        before.append(sys.getprofile())
        sys.setprofile(watch)

    measure.around(call, begin, lambda: sys.setprofile(before[0]))
    return counts
