# SPDX-License-Identifier: Apache-2.0
"""Observes what torch compiles: counts, graph breaks, recompiles, metrics, each with its case.

Everything is looked up by name: what a version of torch lacks is reported once as unavailable.
"""

import logging
import sys

from fusescope_worker import compile_metrics, graph_breaks, source_excerpts
from fusescope_worker.autotune import AutotuneProgress
from fusescope_worker.compile_trace import CompileTrace
from fusescope_worker.dispatch_modes import DispatchModes
from fusescope_worker.refused import RefusedCodes

_METRICS_KEPT = 100_000
_MOST_SOURCES = 200  # places of a process
_MOST_PARTS = 60  # of files


class TraceHandler(logging.Handler):
    """Receives torch's structured log; keeps the few records that are wanted."""

    def __init__(self, facts):
        super().__init__()
        self._facts = facts

    def emit(self, record):
        metadata = getattr(record, "metadata", None)
        if not isinstance(metadata, dict):
            return
        if "chromium_event" in metadata:
            self._facts.add_step(getattr(record, "payload", None))
            return
        artifact = metadata.get("artifact")
        name = artifact.get("name") if isinstance(artifact, dict) else None
        if name == "dynamo_graph_break_reason" or "dynamo_graph_break_reason" in metadata:
            self._facts.add_break(metadata, str(getattr(record, "payload", "") or ""))
        elif name == "recompile_reasons" or "recompile_reasons" in metadata:
            self._facts.add_recompile(metadata, str(getattr(record, "payload", "") or ""))


def compile_id(metadata):
    frame, number = metadata.get("frame_id"), metadata.get("frame_compile_id")
    return "" if frame is None else f"{frame}/{number or 0}"


class CompileFacts:
    """Installed once torch._dynamo is there; `drain` sends what was seen since the last time."""

    def __init__(self, channel, notices):
        self.channel = channel
        self._notices = notices
        self.refused = RefusedCodes(notices)
        self._modes = DispatchModes(notices, lambda: self.case)
        self._handler = None
        self._metrics_seen = 0
        self._breaks, self._recompiles = [], []
        self._sources = set()  # places whose source was sent
        self._parts = {}  # of files that were sent: (first, end) of lines
        self._registered = []
        self.compile_count = 0
        self.graphs_started = 0
        self.case = None
        self.start_up = False
        self.module_name = ""  # stands for a function of torch's own, as a plain Sequential has
        self.sampler = None  # of children's memory, once torch is there
        self._trace = None  # in a cold process of a compiled variant
        self._autotune = AutotuneProgress(lambda text: channel.event("progress", text=text))

    def trace_compiles(self, spool):
        self._trace = CompileTrace(self.channel, spool, self._unavailable)

    def install(self, import_compiler=False):
        """Idempotent; torch._dynamo.reset() removes callbacks, so it is called before each command."""
        if import_compiler:
            import torch._dynamo  # noqa: F401
        dynamo = sys.modules.get("torch._dynamo")
        if dynamo is None:
            return
        if self._handler is None:
            self._handler = TraceHandler(self)
            logging.getLogger("torch.__trace").addHandler(self._handler)
            self._keep_all_metrics()
            self._modes.watch()
        handler = getattr(dynamo, "callback_handler", None)
        for name, callback in (("start", self._on_start), ("end", self._on_end)):
            self._register(handler, name, callback)

    def _register(self, handler, name, callback):
        register = getattr(handler, f"register_{name}_callback", None)
        if register is None:
            self._unavailable("whether a call compiled", f"callback_handler has no {name} callbacks")
            return
        there = getattr(handler, f"{name}_callbacks", self._registered)  # ours to remember, if torch hides its list
        if callback not in there:
            register(callback)
            self._registered.append(callback)

    def reset_compiler(self):
        """Drops everything compiled, and torch's callbacks with it."""
        import torch._dynamo

        torch._dynamo.reset()
        self._registered.clear()
        self.refused.forget()
        self.install()

    def forget(self):
        """After the start-up compile and a reset: the model's own ids begin at 0/0."""
        if self._trace is not None:
            self._trace.forget()
        self._breaks.clear()
        self._recompiles.clear()
        self.refused.forget()
        self.compile_count = 0
        self.graphs_started = 0

    def add_step(self, payload):
        if self._trace is not None and not self.start_up and isinstance(payload, str):
            self._trace.event(payload)

    def add_break(self, metadata, payload):
        fact = graph_breaks.graph_break(payload)
        self._breaks.append((compile_id(metadata), self.case, fact, graph_breaks.stack(payload)))

    def add_recompile(self, metadata, payload):
        self._recompiles.append((compile_id(metadata), self.case, compile_metrics.recompile_reasons(payload)))

    def drain(self):
        compiles = [compile_metrics.compile_fact(metrics) for metrics in self._new_metrics()]
        by_id = {}
        for fact in compiles:
            if not fact["file"] and self.module_name:
                fact["function"] = fact["function"].replace("inner", self.module_name)
            by_id.setdefault(fact["compile_id"], fact)
            self.refused.compiled(fact)
            self.channel.event("compile", **fact, case=self.case, start_up=self.start_up)
        for identity, case, fact, stack in self._breaks:
            self.channel.event("graph_break", **fact, compile_id=identity, case=case)
            self._send_source(fact["file"], fact["line"], stack)
        for identity, case, fact in self._recompiles:
            self._send_recompile(identity, case, fact, by_id.get(identity))
        self._breaks.clear()
        self._recompiles.clear()
        if self._trace is not None and not self.start_up:
            self._trace.drain()

    def take_trial(self):
        """The breaks that a trial compile met, and the source around them; nothing else of it is told."""
        self._new_metrics()
        breaks = [{**fact, "compile_id": identity, "case": case} for identity, case, fact, _ in self._breaks]
        for _, _, fact, stack in self._breaks:
            self._send_source(fact["file"], fact["line"], stack)
        self.forget()
        return breaks

    def _send_recompile(self, identity, case, fact, compiled):
        compiled = compiled or {}
        self.refused.guard_failed(identity, fact["guard"])
        if compile_metrics.refused_by_limit(compiled):
            self.refused.refused(identity)
            return
        place = {key: compiled.get(key, default) for key, default in (("function", ""), ("file", ""), ("line", 0))}
        self.channel.event(
            "recompile", **fact, **place, compile_id=identity, duration_ns=compiled.get("duration_ns"), case=case
        )
        self._send_source(place["file"], place["line"])

    def _send_source(self, file, line, stack=()):
        if not file or (file, line) in self._sources or len(self._sources) >= _MOST_SOURCES:
            return
        self._sources.add((file, line))
        excerpt = source_excerpts.excerpt(file, line, stack)
        if excerpt is not None:
            self.channel.event("source", **excerpt)

    def send_lines(self, places):
        """The files of those (file, line), as much of each as is bounded: what pages show beside its figures."""
        for file, line in sorted(places):
            if not file or any(first <= line < end for first, end in self._parts.get(file, ())):
                continue
            if sum(map(len, self._parts.values())) >= _MOST_PARTS:
                return
            part = source_excerpts.part(file, line)
            if part is not None:
                first, lines = part["line"], part["text"].count("\n") + 1
                self._parts.setdefault(file, []).append((first, first + lines))
                self.channel.event("source", **part)

    def _on_start(self, _arguments=None):
        self.graphs_started += 1
        what = "compiling the start-up graph" if self.start_up else f"compiling graph {self.graphs_started}"
        self.channel.event("progress", text=what)
        self._autotune.install()
        if self._trace is not None:
            self._trace.install()
        if self.sampler is not None:
            self.sampler.start()

    def _on_end(self, _arguments=None):
        self.compile_count += 1
        if self.sampler is not None:
            self.sampler.pause()

    def _keep_all_metrics(self):
        utils = sys.modules.get("torch._dynamo.utils")
        limit = getattr(utils, "set_compilation_metrics_limit", None)
        if limit is not None:
            limit(_METRICS_KEPT)

    def _new_metrics(self):
        utils = sys.modules.get("torch._dynamo.utils")
        getter = getattr(utils, "get_compilation_metrics", None)
        if getter is None:
            if utils is not None:
                self._unavailable("compile metrics", "torch._dynamo.utils has no get_compilation_metrics")
            return []
        metrics = getter()
        new = metrics[self._metrics_seen :] if self._metrics_seen <= len(metrics) else metrics
        self._metrics_seen = len(metrics)
        return new

    def _unavailable(self, what, why):
        self._notices.add("compile_facts_unavailable", f"Not known with this torch: {what} ({why}).")
