# SPDX-License-Identifier: Apache-2.0
"""What a script calls: root modules, their methods, functions that it compiles; how often, how long, for what."""

import functools
import sys

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook
from torch.utils.data import dataloader

from fusescope_worker import measure
from fusescope_worker.pristine import os, threading, time
from fusescope_worker.script import names
from fusescope_worker.script.candidate import Candidate
from fusescope_worker.script.own_compiles import OwnCompiles, function_name
from fusescope_worker.script.root_calls import RootCalls

_MOST = 50
_FEW_CALLS = 20  # of a call that is proposed
_LOOKED_AT = 3  # calls whose stack is searched for a method


class Candidates:
    """Hooks of the whole process; they cost time, which is why nothing of this pass is a result."""

    def __init__(self, device, handover, after_call, told):
        self._told = told
        self._synchronize = measure.synchronizer(device)
        self._handover, self._after_call = handover, after_call
        self._all = {}  # (name, task) → Candidate
        self._modules = {}  # called in threads, by name
        self._roots = RootCalls(self._seen_root)
        self._own = OwnCompiles(self._replaced)
        self._functions = names.Names()
        self._places = {}  # (root, code that calls it) → times
        self._methods = {}  # (class, method) → its own function
        self._open = threading.local()  # its `step` that began: (candidate or described, start)
        self._steps = 0
        self._first = self._last = None
        self._waited_ns = self._batches = 0
        self._loaders = set()
        self._marks = []

    def install(self):
        self._roots.install()
        self._own.install()
        register_optimizer_step_post_hook(self._stepped)
        self._watch_loaders()
        self._watch_marks()

    # Calls

    def _candidate(self, name, kind, task, class_name, place):
        key = (name, task)
        if key not in self._all and len(self._all) < _MOST:
            self._all[key] = Candidate(name, kind, task, class_name, place)
        return self._all.get(key) or Candidate(name, kind, task, class_name, place)

    def _seen_root(self, root, frame, call, args, kwargs):
        if not self._handover.here():
            return self._elsewhere(root, call, args, kwargs)
        self._first = self._first or time.perf_counter_ns()
        trains = torch.is_grad_enabled() and root.module.training
        candidate = self._candidate(
            root.name, "module", "training" if trains else "inference", root.class_name, root.place
        )
        candidate.module, candidate.in_event_loop = root.module, _event_loop_runs()
        if self._is_new_place(root, frame):
            self._consider_method(root, frame)
        self._synchronize()
        start = time.perf_counter_ns()
        if trains and not self._step():
            self._open.step = (candidate, start)
        result = call(*args, **kwargs)
        self._synchronize()
        if trains:
            candidate.here.add_forward(time.perf_counter_ns() - start)
        else:
            candidate.here.add(time.perf_counter_ns() - start)
        self._made_call()
        return result

    def _elsewhere(self, root, call, args, kwargs):
        """In a thread or a process of the script's own: told, for its memory may be another one."""
        trains = torch.is_grad_enabled() and root.module.training
        self._modules[root.name] = root.module
        described = [root.name, "training" if trains else "inference", root.class_name, list(root.place)]
        self._synchronize()
        start = time.perf_counter_ns()
        if trains and not self._step():
            self._open.step = (described, start)
        result = call(*args, **kwargs)
        self._synchronize()
        self._tell("forward" if trains else "call", described, start)
        return result

    def _tell(self, what, described, start):
        process = os.getpid() != self._handover.process
        self._told.tell(what=what, call=described, start=start, end=time.perf_counter_ns(), process=process)

    def _step(self):
        return getattr(self._open, "step", None)

    def _stepped(self, *_):
        if not self._step():
            return
        candidate, start = self._step()
        self._open.step = None
        self._synchronize()
        if not self._handover.here():
            self._tell("step", candidate, start)
            return
        candidate.here.add(time.perf_counter_ns() - start)
        self._steps += 1
        self._made_call()

    def _made_call(self):
        self._last = max(self._last or 0, time.perf_counter_ns())
        busiest = max((each.here for each in list(self._all.values())), key=lambda each: each.total_ns, default=None)
        self._after_call(self._first, busiest.calls if busiest else 0)

    def hear(self):
        """On the thread of the commands: takes what was told of calls elsewhere."""
        for line in self._told.new():
            name, task, class_name, place = line["call"]
            candidate = self._candidate(name, "module", task, class_name, tuple(place))
            candidate.module = candidate.module or self._modules.get(name)
            ns = line["end"] - line["start"]
            if line["what"] == "forward":
                candidate.elsewhere.add_forward(ns)
            else:
                candidate.elsewhere.add(ns)
            if line["what"] != "step":
                candidate.in_processes += line["process"]
                candidate.in_threads += not line["process"]
            self._first = min(self._first or line["start"], line["start"])
            self._last = max(self._last or 0, line["end"])

    def seen_elsewhere(self):
        """(calls of the busiest one, seconds since the first of all). Where something is called on the script's own
        thread, what is called elsewhere may be small work, as of loaders: their calls do not count."""
        found = list(self._all.values())
        if self._first is None or all(each.tally is not each.elsewhere for each in found):
            return 0, 0.0
        tallies = [] if any(each.tally is each.here for each in found) else [each.elsewhere for each in found]
        busiest = max(tallies, key=lambda each: each.total_ns + each.forward_ns, default=None)
        calls = max(busiest.calls, busiest.forward_calls) if busiest else 0
        return calls, (time.perf_counter_ns() - self._first) / 1e9

    # Methods of a module that make its calls: model.generate

    def _is_new_place(self, root, frame):
        """The stack is searched only a few times for each place that calls."""
        outer = frame.f_back and frame.f_back.f_code
        key = (root.name, frame.f_code, outer)
        self._places[key] = self._places.get(key, 0) + 1
        return self._places[key] <= _LOOKED_AT

    def _consider_method(self, root, frame):
        name = names.method_around(root.module, frame)
        kind = type(root.module)
        if name is None or (kind, name) in self._methods:
            return
        method = self._methods[kind, name] = getattr(kind, name)

        @functools.wraps(method)
        def timed(module, *args, **kwargs):
            if module is not root.module or not self._handover.here():
                return method(module, *args, **kwargs)
            whole = f"{root.name}.{name}", "method", root.class_name, names.place_of(sys._getframe(1))
            return self._timed(whole, module, method, (module, *args), kwargs)

        setattr(kind, name, timed)

    def _timed(self, described, module, function, args, kwargs):
        """The call is the unit; it trains where an optimizer steps in it."""
        self._first = self._first or time.perf_counter_ns()
        self._synchronize()
        start, steps = time.perf_counter_ns(), self._steps
        result = function(*args, **kwargs)
        self._synchronize()
        duration = time.perf_counter_ns() - start
        name, kind, class_name, place = described
        task = "training" if self._steps > steps else "inference"
        candidate = self._candidate(name, kind, task, class_name, place)
        candidate.module, candidate.in_event_loop = module, _event_loop_runs()
        candidate.here.add(duration)
        self._made_call()
        return result

    # Functions that the script compiles

    def _replaced(self, own):
        if own.is_module:
            return own.target
        function, place = own.target, own.place
        name = self._functions.unique(function_name(function))

        @functools.wraps(function)
        def timed(*args, **kwargs):
            if not self._handover.here():
                return function(*args, **kwargs)
            return self._timed((name, "function", "", place), None, function, args, kwargs)

        return timed

    # Data and marks

    def _watch_loaders(self):
        iterator = dataloader._BaseDataLoaderIter
        original = iterator.__next__

        @functools.wraps(original)
        def __next__(loader):  # noqa: N807
            start = time.perf_counter_ns()
            try:
                return original(loader)
            finally:
                if self._first is not None and self._handover.here():
                    self._waited_ns += time.perf_counter_ns() - start
                    self._batches += 1
                data = getattr(loader, "_dataset", loader)
                self._loaders.add((id(data), getattr(loader, "_num_workers", 0)))

        iterator.__next__ = __next__

    def _watch_marks(self):
        import torch._dynamo as dynamo

        for name in ("mark_dynamic", "maybe_mark_dynamic"):
            original = getattr(dynamo, name, None)
            if original is not None:
                setattr(dynamo, name, self._noting(original, name))

    def _noting(self, original, name):
        @functools.wraps(original)
        def marked(tensor, index, *args, **kwargs):
            file, line, function = names.place_of(sys._getframe(1))
            mark = {"how": name, "dimension": index, "file": file, "line": line, "function": function}
            if mark not in self._marks and len(self._marks) < _MOST:
                self._marks.append(mark)
            return original(tensor, index, *args, **kwargs)

        return marked

    # The answer

    def as_json(self):
        elapsed = (self._last or 0) - (self._first or 0)
        found = list(self._all.values())
        for each in found:
            each.settle()
        called = sorted((each for each in found if each.tally.calls), key=lambda each: -each.tally.total_ns)
        return [{**each.as_json(elapsed), "compiled": self._compiles_of(each)} for each in called]

    def _compiles_of(self, candidate):
        if candidate.kind == "function":
            return [own.as_json() for own in self._own.seen if function_name(own.target) == candidate.name]
        return [own.as_json() for own in self._own.of(candidate.module)] if candidate.module is not None else []

    def compiles_as_json(self):
        return {"places": [own.as_json() for own in self._own.seen], "marks": self._marks}

    def data_as_json(self):
        elapsed = (self._last or 0) - (self._first or 0)
        return {
            "loaders": len(self._loaders),
            "workers": max((workers for _, workers in self._loaders), default=0),
            "batches": self._batches,
            "wait_ns": self._waited_ns,
            "wait_share": self._waited_ns / elapsed if elapsed > 0 else None,
        }

    @staticmethod
    def proposed(rows):
        """{"index", "reason"}: what takes most of the time, of what is called often enough and can be held, where
        there is such; None without any."""
        held = [index for index, row in enumerate(rows) if not row["apart"]]
        usable = held or list(range(len(rows)))
        if not usable:
            return None
        often = [index for index in usable if rows[index]["calls"] >= _FEW_CALLS]
        index = (often or usable)[0]
        reason = "only" if len(usable) == 1 else "most_time"
        if index != usable[0]:
            reason = "called_often"
        elif not often:
            reason = "few_calls"
        return {"index": index, "reason": reason}


def _event_loop_runs():
    asyncio = sys.modules.get("asyncio")
    return asyncio is not None and asyncio._get_running_loop() is not None
