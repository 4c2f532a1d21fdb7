# SPDX-License-Identifier: Apache-2.0
"""What a process runs that a script spawned: it joins the lane, or the first pass, before its own work begins.

Run by its path (script/spawned.py), for nothing of the worker can be imported there.
"""

import os
import runpy

MAIN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "main.py")


def join(file, target, *arguments, **named):
    """`file` tells what it joins; `target` is what the process was spawned for."""
    runpy.run_path(MAIN)["load_package"]()
    from fusescope_worker.script.follower import joined

    joined(file)
    return target(*arguments, **named)
