# SPDX-License-Identifier: Apache-2.0
"""What a script calls: root modules, their methods, functions that it compiles; how often, how long, for what."""

import functools
import sys

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook
from torch.utils.data import dataloader

from fusescope_worker import measure
from fusescope_worker.pristine import time
from fusescope_worker.script import names
from fusescope_worker.script.own_compiles import OwnCompiles, function_name
from fusescope_worker.script.root_calls import RootCalls

_MOST = 50
_FEW_CALLS = 20  # of a call that is proposed
_LOOKED_AT = 3  # calls whose stack is searched for a method


class Candidate:
    def __init__(self, name, kind, task, class_name, place):
        self.name, self.kind, self.task = name, kind, task
        self.class_name, self.place = class_name, place
        self.calls = self.total_ns = self.first_ns = 0
        self.forward_calls = self.forward_ns = 0  # of a step: what the module's own call took
        self.module = None
        self.in_event_loop = False
        self.foreign = 0  # calls in threads of the script's own

    def add(self, ns):
        self.first_ns = self.first_ns or ns
        self.calls += 1
        self.total_ns += ns

    def as_json(self, elapsed_ns):
        file, line, function = self.place
        return {
            "name": self.name,
            "kind": self.kind,
            "task": self.task,
            "class": self.class_name,
            "file": file,
            "line": line,
            "function": function,
            "calls": self.calls,
            "total_ns": self.total_ns,
            "first_ns": self.first_ns,
            "share": self.total_ns / elapsed_ns if elapsed_ns > 0 else None,
            "in_event_loop": self.in_event_loop,
            "in_threads": self.foreign,
        }


class Candidates:
    """Hooks of the whole process; they cost time, which is why nothing of this pass is a result."""

    def __init__(self, device, handover, after_call):
        self._synchronize = measure.synchronizer(device)
        self._handover, self._after_call = handover, after_call
        self._all = {}  # (name, task) → Candidate
        self._roots = RootCalls(self._seen_root)
        self._own = OwnCompiles(self._replaced)
        self._functions = names.Names()
        self._places = {}  # (root, code that calls it) → times
        self._methods = {}  # (class, method) → its own function
        self._open = None  # a step that began: (candidate, start)
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
            return self._in_thread(root, call, args, kwargs)
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
        if trains and self._open is None:
            self._open = (candidate, start)
        result = call(*args, **kwargs)
        self._synchronize()
        if trains:
            candidate.forward_calls += 1
            candidate.forward_ns += time.perf_counter_ns() - start
        else:
            candidate.add(time.perf_counter_ns() - start)
        self._made_call()
        return result

    def _in_thread(self, root, call, args, kwargs):
        candidate = self._candidate(root.name, "module", "inference", root.class_name, root.place)
        candidate.foreign += 1
        return call(*args, **kwargs)

    def _stepped(self, *_):
        if self._open is None or not self._handover.here():
            return
        candidate, start = self._open
        self._open = None
        self._synchronize()
        candidate.add(time.perf_counter_ns() - start)
        self._steps += 1
        self._made_call()

    def _made_call(self):
        self._last = time.perf_counter_ns()
        busiest = max(self._all.values(), key=lambda each: each.total_ns, default=None)
        self._after_call(self._first, busiest.calls if busiest else 0)

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
        candidate.add(duration)
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
        rows = []
        for each in sorted(list(self._all.values()), key=lambda each: -each.total_ns):
            self._without_steps(each)
            if each.calls or each.foreign:
                rows.append({**each.as_json(elapsed), "compiled": self._compiles_of(each)})
        return rows

    @staticmethod
    def _without_steps(candidate):
        """In training mode, but no optimizer ever steps: it infers."""
        if candidate.kind == "module" and candidate.task == "training" and not candidate.calls:
            candidate.task = "inference"
            candidate.calls = candidate.forward_calls
            candidate.total_ns = candidate.first_ns = candidate.forward_ns

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
        """{"index", "reason"}: what takes most of the time, of what is called often enough; None without any."""
        usable = [index for index, row in enumerate(rows) if row["calls"] and not row["in_event_loop"]]
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
