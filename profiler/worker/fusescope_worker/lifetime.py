# SPDX-License-Identifier: Apache-2.0
"""Ends of a worker: no child of it (Inductor's pool, compilers) outlives the recorder."""

import ctypes
import os
import signal
import sys

from fusescope_worker import process_tree

PR_SET_PDEATHSIG = 1


def die_with_parent():
    """The kernel's word for it, in case the watching thread cannot run (the GIL is held for good).

    The signal's handler is alarm(2): SIGHUP is number 1, so SIGALRM follows one second later and
    leaves the watching thread the time to end the children first; SIGKILL would orphan them.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        libc = ctypes.CDLL(None)
        libc.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]
        libc.signal.restype = ctypes.c_void_p
        libc.signal(signal.SIGHUP, ctypes.cast(libc.alarm, ctypes.c_void_p))
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGHUP, 0, 0, 0)
    except (AttributeError, OSError):
        pass  # not glibc or musl: end of file on the socket still ends this process


def end_with_children():
    """Kills every descendant, the own process group when this process leads it, then itself."""
    for pid in process_tree.descendants():
        _kill(pid)
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def _kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
