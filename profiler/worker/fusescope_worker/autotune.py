# SPDX-License-Identifier: Apache-2.0
"""Progress of max-autotune, "autotuning 37 of 120": seen by wrapping Inductor's two benchmark
functions, where this version of torch has them. They are called as before."""

import functools
import sys

from fusescope_worker.pristine import time

_SECONDS_BETWEEN = 0.25


class AutotuneProgress:
    def __init__(self, say):
        self._say = say
        self._installed = False
        self._done, self._total, self._said = 0, 0, 0.0

    def install(self):
        """Idempotent; Inductor imports the module when it first needs it."""
        module = sys.modules.get("torch._inductor.select_algorithm")
        selector = getattr(module, "AlgorithmSelectorCache", None)
        if self._installed or selector is None:
            return
        self._installed = True
        self._wrap(selector, "benchmark_choices", self._begin)
        self._wrap(selector, "benchmark_choice", self._step)

    def _wrap(self, owner, name, before):
        method = vars(owner).get(name)
        if not isinstance(method, classmethod):
            return
        function = method.__func__

        @functools.wraps(function)
        def observed(cls, *arguments, **keywords):
            before(*arguments, **keywords)
            return function(cls, *arguments, **keywords)

        setattr(owner, name, classmethod(observed))

    def _begin(self, choices=(), *_, **__):
        self._done, self._total = 0, len(choices)

    def _step(self, *_, **__):
        self._done += 1
        now = time.monotonic()
        if now - self._said >= _SECONDS_BETWEEN and self._total:
            self._said = now
            self._say(f"autotuning {min(self._done, self._total)} of {self._total}")
