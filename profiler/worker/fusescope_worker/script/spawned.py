# SPDX-License-Identifier: Apache-2.0
"""Processes that a script spawns begin anew, without what this package changed: each joins before its own work begins.

Those that are forked have all of it, and what `subprocess` starts is not seen.
"""

import functools
import operator
import runpy

from fusescope_worker.pristine import json, open, os

_JOIN = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "join.py")
_LOADERS = "torch.utils.data"  # processes that load data call no model


class _Names:
    """Pickled as what another interpreter makes of the file."""

    def __reduce__(self):
        return runpy.run_path, (_JOIN,)


class _Join:
    def __reduce__(self):
        return operator.getitem, (_Names(), "join")

    def __call__(self):
        """Only in another process, where it is another function."""


def watch(command):
    """`command`: setup or discover, as the recorder sent it."""
    import multiprocessing
    from multiprocessing.process import BaseProcess

    file = f"{command['spool']}.joined"
    with open(file, "w") as opened:
        opened.write(json.dumps(command))
    original = BaseProcess.start

    @functools.wraps(original)
    def start(process):
        method = getattr(process, "_start_method", None) or multiprocessing.get_start_method()
        target = getattr(process, "_target", None)
        if method != "fork" and target is not None and not getattr(target, "__module__", "").startswith(_LOADERS):
            process._target = functools.partial(_Join(), file, target)
        return original(process)

    BaseProcess.start = start
