# SPDX-License-Identifier: Apache-2.0
"""The passes of a trace process over one case (PROTOCOL.md, trace). Never used for latency."""

import sys
import sysconfig

import torch

from fusescope_worker import graph_constants, lifetime, measure, memory_history, user_ranges
from fusescope_worker.collector import CollectorUnavailable
from fusescope_worker.generated_code import GeneratedCode
from fusescope_worker.graph_clock import GraphClock
from fusescope_worker.lines import LineSampler
from fusescope_worker.pristine import os, time

_WARM_UP = 3
_MORE_WARM_UPS = 10  # while something still compiles
_REHEARSALS = 2  # names, threads and the room they need are known afterwards
_ROOM = 1 << 12  # spans of a thread and call, at first
_MOST_ROOM = 1 << 22
_SAMPLING, _LONGEST_SAMPLING = 1.0, 10.0  # seconds
_MOST_SAMPLED_CALLS = 2_000
_MORE_CALLS, _SHORT = 10, 0.2  # times what was asked for, seconds
_C_FUNCTION = type(len)


class Tracer:
    def __init__(self, session, runner, facts):
        self._session, self._runner, self._facts = session, runner, facts
        self._warm = False
        self._constants = None

    def warm_up(self, case):
        """All cases before the first one is traced: later ones change what the earlier ones run."""
        if self._warm:
            return
        self._warm = True
        for other in self._session.asked_cases():
            self._facts.case = other
            try:
                self._warm_up_one(other)
            except Exception:
                if other == case:
                    raise  # another one's failure is told when its turn comes
            self._facts.drain()
        self._facts.case = case

    def _warm_up_one(self, case):
        for _ in range(_MORE_WARM_UPS):
            if not self._runner.warm_up(case, _WARM_UP)["compiled"]:
                return

    def graphs(self, case, calls):
        """When each compiled graph of so many calls ran."""
        session, clock = self._session, self._session.graph_clock
        if clock is None or clock.unavailable:
            return unobserved((clock and clock.unavailable) or "nothing is compiled here")
        self.warm_up(case)
        call, reset = session.call_of(case), session.reset_of(case)
        synchronize = measure.synchronizer(session.device)
        with session.context.grad_mode(), measure.no_collection():
            constants, null = self._measured_constants(synchronize)
            before = session.compile_count()
            crossed = self._untraced(clock.bytes_of, call, reset, synchronize)
            windows, made, begun = [], [], time.monotonic()
            while len(made) < calls or _few_and_short(made, calls, begun):
                seen = self._untraced(clock.times_of, call, reset, synchronize, made)
                windows += _rows(len(made) - 1, seen, crossed)
                if null is not None:
                    null.sample(synchronize)
            compiled = session.compile_count() != before
        seen = {**_numbered(windows, clock.ids), "calls": made}
        null_ns = null.median_ns() if null is not None else None
        return {"observed": True, "compiled": compiled, **seen, **constants, "null_graph_ns": null_ns}

    def lines(self, case, calls):
        """Where the host is during calls: enough of them to be looked at for a second."""
        session = self._session
        self.warm_up(case)
        call, reset = session.call_of(case), session.reset_of(case)
        synchronize = measure.synchronizer(session.device)
        made, begun = [], time.monotonic()
        with session.context.grad_mode(), measure.no_collection(), LineSampler(session.calling_thread()) as sampler:
            while _goes_on(len(made), calls, time.monotonic() - begun):
                _reset(reset)
                synchronize()
                made.append(measure.window_of(call, synchronize))
        return {"observed": True, "lines": sampler.lines, "samples": sampler.within(made), "calls": made}

    @staticmethod
    def _untraced(watch, call, reset, synchronize, made=None):
        """`made` takes when the call began and ended."""
        _reset(reset)
        synchronize()

        def whole_call():
            window = measure.window_of(call, synchronize)
            if made is not None:
                made.append(window)

        return watch(whole_call)

    def _measured_constants(self, synchronize):
        """And the null graph, once per process; it is not part of the model. Effort look reports no cost of breaks."""
        if self._session.kind == "look":
            return {}, None
        if self._constants is None:
            facts, session = self._facts, self._session
            facts.drain()
            facts.start_up = True
            try:
                clock, device = session.graph_clock, session.device
                null = graph_constants.NullGraph(clock, session.variant.settings, device)
                self._constants = graph_constants.measure(clock, device, synchronize), null
            except Exception as error:
                self._constants = {}, None
                session.notices.add("graph_constants_unknown", f"What a graph costs by itself is not known: {error}.")
            finally:
                facts.drain()
                facts.start_up = False
        return self._constants

    def operators(self, case, calls, path, kernels_path, places):
        """Every operator of so many calls, through the agent into one spool file, and kernels into another."""
        session, agent = self._session, self._session.agent
        if agent is None:
            return unobserved(f"operators need the agent: {session.agent_report['reason']}")
        self.warm_up(case)
        call, reset = session.call_of(case), session.reset_of(case)
        kernels, history = Kernels(session, kernels_path), memory_history.history_of(session, case)
        before = session.compile_count()
        with session.context.grad_mode(), measure.no_collection(), history:
            self._start(agent, path, places, call, reset)
            try:
                with kernels:
                    windows = self._traced(kernels, calls, reset, lambda: _trace(agent, call, keep=True), history)
            finally:
                session.here(agent.stop_trace)
        compiled = session.compile_count() != before
        memory = {"memory": history.facts(), "memory_reason": history.reason}
        return {"observed": True, "compiled": compiled, "device_reason": kernels.reason, **memory, **windows}

    def _traced(self, kernels, calls, reset, call, history):
        """Where kernels are seen, when graphs ran besides: what the device did between two of them."""
        clock = self._session.graph_clock
        timed = kernels.seen and clock is not None and not clock.unavailable
        windows = []
        for number in range(calls):
            _reset(reset)
            made = call if number < calls - 1 else history.around(call)
            if timed:
                windows += _rows(number, clock.times_of(lambda made=made: kernels.around(made)), [])
            else:
                kernels.around(made)
        if not timed or not kernels.seen:
            return {}
        constants = self._constants[0] if self._constants else {}
        return {**_numbered(windows, clock.ids), "wrapper_ns": constants.get("wrapper_ns")}

    def _start(self, agent, path, places, call, reset):
        """Begins the trace with room for what a call takes, found by calls that are forgotten."""
        room = _ROOM
        here = self._session.here
        while True:
            here(lambda: agent.start_trace(path, room, places))
            try:
                if places:
                    here(lambda: tell_places(agent, self._session))
                for _ in range(_REHEARSALS):
                    _reset(reset)
                    _, _, spans, lost = _trace(agent, call, keep=False)
            except BaseException:
                here(agent.stop_trace)
                raise
            if lost == 0 or room >= _MOST_ROOM:
                return
            here(agent.stop_trace)
            room = min(2 * (spans + lost), _MOST_ROOM)


def _goes_on(made, wanted, seconds):
    """As many calls as wanted and a second of them, but neither minutes nor heaps of calls."""
    if made == 0:
        return True
    if seconds > _LONGEST_SAMPLING or made >= max(wanted, _MOST_SAMPLED_CALLS):
        return False
    return made < wanted or seconds < _SAMPLING


def _few_and_short(made, wanted, begun):
    """Short calls are cheap to repeat: more of them make the median firm."""
    return len(made) < _MORE_CALLS * wanted and time.monotonic() - begun < _SHORT


def _numbered(windows, ids):
    """Without the graphs that no call ran: the null graph, other cases'."""
    used = sorted({window[1] for window in windows})
    places = {graph: place for place, graph in enumerate(used)}
    for window in windows:
        window[1] = places[window[1]]
    return {"graphs": [ids[graph] for graph in used], "windows": windows}


def _rows(number, seen, crossed):
    """Of one call. The bytes are of another call: known where both ran the same graphs."""
    same = [graph for graph, *_ in seen] == [graph for graph, _ in crossed]
    sizes = [size for _, size in crossed] if same else [0] * len(seen)
    return [[number, graph, start, end, size] for (graph, start, end), size in zip(seen, sizes)]


def unobserved(reason):
    return {"observed": False, "reason": reason}


class Kernels:
    """Those of the device during the calls, where there is a collector; else the reason why not."""

    def __init__(self, session, path):
        self._collector = session.collector if path else None
        self._path = path
        self._synchronize = measure.synchronizer(session.device)
        self.reason = session.collector_reason or ""

    def __enter__(self):
        self._synchronize()
        if self._collector is not None:
            self._try(lambda: self._collector.begin_trace(self._path))
        return self

    def __exit__(self, *_):
        self._synchronize()
        if self._collector is not None:
            self._try(self._collector.end_trace)

    @property
    def seen(self):
        return self._collector is not None

    def around(self, call):
        if self._collector is None:
            call()
            return
        with self._collector.call():
            call()
        self._try(self._collector.flush)

    def _try(self, step):
        """A collector that fails leaves the operators as they are."""
        try:
            step()
        except CollectorUnavailable as error:
            self.reason, self._collector = str(error), None


def _trace(agent, call, keep):
    return measure.within(call, lambda made: agent.trace_call(made, keep))


def _reset(reset):
    if reset is not None:
        reset()


def tell_places(agent, session):
    """What the agent needs to name the user's lines and modules."""
    ours = os.path.dirname(os.path.abspath(__file__))
    torch_folder = os.path.dirname(torch.__file__)
    library = [sysconfig.get_paths().get(name) for name in ("stdlib", "platstdlib")]
    passed = _as_folders([torch_folder, ours, os.path.dirname(ours), *library])
    stopped = ["<eval_with_key>", *_as_folders(_compiled_code())]
    call = getattr(torch.nn.Module, "_wrapped_call_impl", torch.nn.Module.__call__)
    agent.trace_sources([*passed, "<"], stopped, call.__code__)
    if not isinstance(session.module, torch.nn.Module):
        return
    root = type(session.module).__name__
    for path, module in session.module.named_modules():
        agent.trace_module(module, path, path or root)


def _as_folders(paths):
    """Each as written and as resolved: virtual environments are full of links."""
    written = [os.path.normpath(path) for path in paths if path]
    return [folder + os.sep for path in written for folder in dict.fromkeys((path, os.path.realpath(path)))]


def _compiled_code():
    """Folders of the code that Inductor writes."""
    folders = [os.environ.get("TORCHINDUCTOR_CACHE_DIR"), os.environ.get("TRITON_CACHE_DIR")]
    runtime = sys.modules.get("torch._inductor.runtime.cache_dir_utils")
    default = getattr(runtime, "default_cache_dir", None)
    if default is not None:
        folders.append(default())
    return folders


def prepare(session, spool):
    """Before anything of the model compiles: a clock around its graphs, kernels that tell when they run."""
    lifetime.end_traces_when_terminated()
    user_ranges.watch_nvtx()
    if not session.variant.compiled:
        return
    session.graph_clock = GraphClock()
    session.graph_clock.install()
    if session.training:
        session.graph_clock.watch_backward()
    if (session.variant.settings.backend or "inductor") == "inductor":
        _watch_kernels(session)
        GeneratedCode(session, spool).install()


def _watch_kernels(session):
    """Of Inductor's C++ kernels: each is called within a range of its name, as `cpp.enable_kernel_profile` would make
    it. That setting changes the code of every kernel, which then is compiled anew; these are the kernels that the
    timed processes ran. Where C++ calls the kernels no Python sees them, and the setting has to do."""
    import torch._inductor.async_compile as async_compile
    import torch._inductor.config as config

    if _calls_kernels_from_cpp(session, config):
        config.cpp.enable_kernel_profile = True
        return
    compiler = getattr(async_compile, "AsyncCompile", None)
    wait = getattr(compiler, "wait", None)
    ranges = getattr(getattr(torch._C, "_profiler", None), "_RecordFunctionFast", None)
    if wait is None or ranges is None:
        session.notices.add("kernels_unseen", "This torch does not tell when Inductor's C++ kernels run.")
        return

    def waited(compiling, scope):
        wait(compiling, scope)
        for name, kernel in list(scope.items()):
            if _is_cpp_kernel(name, kernel):
                scope[name] = _within_range(ranges, _graph_prefix() + name, kernel)

    compiler.wait = waited


def _calls_kernels_from_cpp(session, config):
    return bool((session.variant.settings.options or {}).get("cpp_wrapper", getattr(config, "cpp_wrapper", False)))


def _is_cpp_kernel(name, value):
    """The entry point of a library that Inductor built: `kernel`, a function of C."""
    return name.startswith("cpp_") and isinstance(value, _C_FUNCTION) and value.__name__ == "kernel"


def _within_range(ranges, name, kernel):
    def run(*arguments):
        with ranges(name):
            return kernel(*arguments)

    return run


def _graph_prefix():
    """"graph_0_", while the module of a graph is loaded."""
    graph = sys.modules["torch._inductor.virtualized"].V.graph
    number = getattr(graph, "graph_id", None)
    return "" if number is None else f"graph_{number}_"
