# SPDX-License-Identifier: Apache-2.0
"""Runs the user's program as Python would: `python FILE arguments` or `python -m MODULE arguments`."""

import runpy
import sys

from fusescope_worker.errors import WorkerError
from fusescope_worker.pristine import os, threading

FOLLOW_VARIABLE = "FUSESCOPE_FOLLOW"  # a file with the setup of the lane that this process follows
_FILE, _MODULE = "script:", "script-module:"


def others_run():
    """Threads and processes of the script that Python would wait for at its end."""
    main = threading.main_thread()
    if any(each is not main and not each.daemon for each in threading.enumerate()):
        return True
    multiprocessing = sys.modules.get("multiprocessing")
    return multiprocessing is not None and any(not child.daemon for child in multiprocessing.active_children())


def _finish_thread_pools():
    """As Python does at its end: what was handed to them is done, and their threads end."""
    finish = getattr(sys.modules.get("concurrent.futures.thread"), "_python_exit", None)
    if finish is not None:
        finish()


def is_script(spec):
    return spec.startswith((_FILE, _MODULE))


class Program:
    """`outcome` is what ended it: None = its last line, else the exception."""

    def __init__(self, spec, argv, folder):
        self.is_file = spec.startswith(_FILE)
        self.name = spec.partition(":")[2]
        self.path = os.path.join(folder, self.name) if self.is_file else ""
        self.outcome = None
        self.ended = False
        self._argv = argv

    def prepare(self):
        """sys.argv and sys.path as the program finds them."""
        if self.is_file and not os.path.isfile(self.path):
            raise WorkerError("module_not_found", f"The script {self.name} does not exist.")
        sys.argv[:] = [self.name, *self._argv]
        sys.path.insert(0, os.path.dirname(os.path.realpath(self.path)) if self.is_file else os.getcwd())

    def run(self):
        try:
            if self.is_file:
                runpy.run_path(self.path, run_name="__main__")
            else:
                runpy.run_module(self.name, run_name="__main__", alter_sys=True)
        except BaseException as error:  # SystemExit and KeyboardInterrupt, too
            self.outcome = error
        _finish_thread_pools()
        self.ended = True

    def how_it_ended(self):
        """For a sentence; only of one that ended."""
        error = self.outcome
        if error is None:
            return "came to its end"
        if isinstance(error, SystemExit):
            return f"called sys.exit({'' if error.code is None else repr(error.code)})"
        return f"raised {type(error).__name__}"

    def failure(self):
        """What ended it where that was no end of its own making."""
        error = self.outcome
        if isinstance(error, EOFError):
            return WorkerError(
                "bad_input",
                "The script reads from stdin, which is empty while it is recorded: give what it asks for by "
                "arguments or a file.",
            )
        return None if error is None or isinstance(error, SystemExit) else error
