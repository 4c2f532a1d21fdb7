# SPDX-License-Identifier: Apache-2.0
"""Functions that torch.compile left as they are because a dispatch mode was on when they were called."""

import os
import sys

_ASKED = ("any_torch_dispatch_mode_on_stack", "is_in_any_mode_without_ignore_compile_internals")  # torch 2.9 to 2.11


class DispatchModes:
    def __init__(self, notices, case):
        """`case` gives the case whose calls run now."""
        self._notices, self._case = notices, case
        self._watched = False

    def watch(self):
        """Idempotent. Wraps the check that torch makes before it compiles a function; its answer stays the same."""
        from torch._dynamo import convert_frame

        if self._watched:
            return
        self._watched = True
        for name in _ASKED:
            asked = getattr(convert_frame, name, None)
            if asked is not None:
                setattr(convert_frame, name, self._telling(asked))

    def _telling(self, asked):
        def answer():
            is_on = asked()
            if is_on:
                caller = sys._getframe(1).f_locals
                if not caller.get("is_skipfile", True):
                    self._tell(caller.get("frame"))
            return is_on

        return answer

    def _tell(self, frame):
        from torch.utils import _python_dispatch

        mode = type(_python_dispatch._get_current_dispatch_mode())
        code = getattr(frame, "f_code", None)
        if code is None or mode.__module__.startswith("fusescope_worker"):
            return
        folder, name = os.path.split(code.co_filename)
        place = f"{os.path.join(os.path.basename(folder), name)}:{code.co_firstlineno}"
        self._notices.add(
            "dispatch_mode",
            f"{code.co_name} ({place}) is called under the dispatch mode {mode.__name__.lstrip('_')}: torch.compile compiles nothing "
            "while one is on.",
            self._case(),
        )
