# SPDX-License-Identifier: Apache-2.0
"""Ends of a worker: no child of it (Inductor's pool, compilers) outlives the recorder."""

import atexit
import sys

from fusescope_worker import process_tree
from fusescope_worker.pristine import ctypes, os, signal

PR_SET_PDEATHSIG = 1


def die_with_parent():
    """The kernel's word for it, should the watching thread not run: the GIL may be held for long."""
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    except (AttributeError, OSError):
        pass  # not Linux: end of file on the socket still ends this process


class Terminated(BaseException):
    """SIGTERM came; nobody but the worker's loop catches it."""


def end_traces_when_terminated():
    """What is being traced ends its files first: the passes close them as an exception goes by."""
    signal.signal(signal.SIGTERM, _raise_terminated)


def _raise_terminated(*_):
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the second one is obeyed at once
    raise Terminated


def end_with_children():
    """Kills every descendant, the own process group when this process leads it, then itself."""
    for pid in process_tree.descendants():
        _kill(pid)
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def leave(code):
    """Ends this process without taking torch's modules apart, which takes a second, and nine on a busy machine.

    What was registered with atexit runs, as a user's own clean-up may be there."""
    run_exit_functions = getattr(atexit, "_run_exitfuncs", None)
    if run_exit_functions is None:
        sys.exit(code)
    run_exit_functions()
    end_at_once(code)


def end_at_once(code):
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    os._exit(code)


def end_compile_workers():
    """Inductor's own end of its pool waits until workers that nobody needs any more have imported torch."""
    compiling = sys.modules.get("torch._inductor.async_compile")
    for pool in list(getattr(compiling, "_pool_set", ())):
        process = getattr(pool, "process", None)
        if process is None or not getattr(pool, "running", False):
            continue  # threads, or forked workers that end at once
        pool.running = False  # its end, and the thread that reads from it, look at this first
        for pid in [*process_tree.descendants(process.pid), process.pid]:
            _kill(pid)


def _kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
