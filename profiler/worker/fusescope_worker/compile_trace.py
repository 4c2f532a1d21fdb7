# SPDX-License-Identifier: Apache-2.0
"""Steps of compiles with begin and end, what torch's caches answered, what autotuning tried.

In cold processes alone: what torch writes down while it compiles (chromium_event records of its
structured log), paired and bounded, in a file beside the spool.
"""

import sys

from fusescope_worker.pristine import json, re, threading, time

_MOST_SPANS = 50_000  # of one file; the recorder keeps the longest of them
_MOST_LOOKUPS = 2_000
_MOST_AUTOTUNES = 1_000
_MOST_CHOICES = 20
_LONGEST_PART = 400  # characters of one part of a key: its hash, its name and a short value
_CACHES = {
    "fx_graph_cache": "fx_graph",
    "autograd_cache": "aot_autograd",
    "autotune_cache": "autotune",
}
_ANSWER = re.compile(r"(.+)_(hit|miss|bypass)\Z")
_STATES = ("pgo.get_local_code_state", "pgo.get_remote_code_state")


class CompileTrace:
    def __init__(self, channel, spool, unavailable):
        self._channel, self._spool, self._unavailable = channel, spool, unavailable
        self._written, self._feedback = 0, False
        self._threads = {}
        self.forget()

    def forget(self):
        """After the start-up compile."""
        self._spans, self._open, self._lookups, self._autotunes, self._left_out = [], {}, [], [], 0

    def event(self, payload):
        """A record's payload, JSON. Nothing that goes wrong here may end the compile."""
        try:
            self._take(json.loads(payload))
        except Exception as error:
            self._unavailable("the steps of a compile", f"{type(error).__name__}: {error}")

    def _take(self, event):
        thread = self._threads.setdefault(threading.get_ident(), len(self._threads))
        arguments = event.get("args") or {}
        compile_id = _compile_id(arguments.get("compile_id"))
        at, name, kind = round(event["ts"] * 1000), event["name"], event["ph"]
        if kind == "i":
            self._answered(name, arguments, compile_id, at)
            return
        key = (name, compile_id, thread)
        if kind == "B":
            self._open.setdefault(key, []).append(at)
        elif kind == "E" and self._open.get(key):
            self._ended(name, compile_id, thread, self._open[key].pop(), at)
            if name in _STATES:
                self._state_read(arguments, compile_id, at)

    def _ended(self, name, compile_id, thread, begin, end):
        if len(self._spans) >= _MOST_SPANS:
            self._left_out += 1
        else:
            self._spans.append([name, compile_id, thread, begin, max(0, end - begin)])

    def _answered(self, name, arguments, compile_id, at):
        answer = _ANSWER.match(name)
        cache = _CACHES.get(answer.group(1)) if answer else None
        if cache is None or len(self._lookups) >= _MOST_LOOKUPS:
            return
        parts = [str(part)[:_LONGEST_PART] for part in arguments.get("components") or []]
        key, reason = str(arguments.get("key") or ""), _reason(arguments)
        self._lookups.append([cache, answer.group(2), compile_id, at, key, reason, parts])

    def _state_read(self, arguments, compile_id, at):
        """What torch read is larger than nothing where it was there."""
        if len(self._lookups) < _MOST_LOOKUPS:
            outcome = "hit" if arguments.get("cache_size_bytes") else "miss"
            self._lookups.append(["profile_guided", outcome, compile_id, at, "", "", []])

    def install(self):
        """Idempotent; Inductor imports the module when it first needs it."""
        module = sys.modules.get("torch._inductor.select_algorithm")
        add = getattr(module, "add_feedback_saver", None)
        if add is None or self._feedback:
            return
        self._feedback = True
        add(self._tuned)

    def _tuned(self, timings, name="", *_, **__):
        """Called by torch with the time of each choice, in milliseconds."""
        try:
            ranked = sorted(((float(time_ms), choice) for choice, time_ms in timings.items()), key=lambda each: each[0])
            choices = [[str(getattr(each, "name", each)), _nanoseconds(time_ms)] for time_ms, each in ranked]
            if len(self._autotunes) < _MOST_AUTOTUNES:
                run = [str(name), _current_compile_id(), time.time_ns(), len(choices), choices[:_MOST_CHOICES]]
                self._autotunes.append(run)
        except Exception as error:
            self._unavailable("what autotuning tried", f"{type(error).__name__}: {error}")

    def drain(self):
        if not (self._spans or self._lookups or self._autotunes):
            return
        content = {
            "spans": self._spans,
            "lookups": self._lookups,
            "autotunes": self._autotunes,
            "left_out": self._left_out,
        }
        try:
            with open(f"{self._spool}.compiles-{self._written}", "w", encoding="utf-8") as file:
                file.write(json.dumps(content))
        except OSError as error:
            self._unavailable("the steps of a compile", str(error.strerror))
        else:
            self._channel.event("compile_trace", number=self._written)
            self._written += 1
        still_open = self._open
        self.forget()
        self._open = still_open


def _compile_id(value):
    """Without the attempt: "0/0"; "" where torch names none."""
    return "" if value in (None, "None") else str(value).split("_")[0]


def _current_compile_id():
    guards = sys.modules.get("torch._guards")
    current = getattr(getattr(guards, "CompileContext", None), "current_compile_id", None)
    return _compile_id(current()) if current else ""


def _reason(arguments):
    return str(arguments.get("cache_bypass_reason") or arguments.get("reason") or "")


def _nanoseconds(milliseconds):
    """None of a choice that could not be run: its time is infinite."""
    ns = milliseconds * 1e6
    return round(ns) if 0 <= ns < 1e18 else None
