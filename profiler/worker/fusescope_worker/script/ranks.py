# SPDX-License-Identifier: Apache-2.0
"""Ranks of a script on this machine, as torchrun would start them: this process is the first, and others follow it.

What follows a lane compiles as the lane does. Collectives keep it in step: while the first rank rests, the others wait.
"""

import subprocess
import sys

import torch

from fusescope_worker.pristine import json, open, os, socket
from fusescope_worker.script.program import FOLLOW_VARIABLE

_MAIN = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "main.py")


def lead(work, numeric, words, **more):
    """Makes this process rank 0 and starts the others by these words, where the plan asks for ranks."""
    count = getattr(work, "ranks", None)
    if not count:
        return
    shared = _shared(count)
    if count > 1 and "OMP_NUM_THREADS" not in os.environ:
        shared["OMP_NUM_THREADS"] = "1"  # as torchrun does
        torch.set_num_threads(numeric.threads or 1)
    for rank in range(1, count):
        subprocess.Popen(words, env={**os.environ, **shared, **_own(rank), **more}, stdin=subprocess.DEVNULL)
    os.environ.update({**shared, **_own(0)})


def lead_lane(command, plan):
    """The others are set up as this lane is, in its folder."""
    if not getattr(plan.workload, "ranks", None):
        return
    workload = {**command["plan"]["workload"], "working_directory": os.getcwd(), "own_folder": False}
    file = f"{command['spool']}.follow"
    with open(file, "w") as opened:
        opened.write(json.dumps({**command, "plan": {**command["plan"], "workload": workload}}))
    lead(plan.workload, plan.numeric, [sys.executable, _MAIN], **{FOLLOW_VARIABLE: file})


def lead_plain(work, numeric):
    """While a script is only looked at, the others run it as Python does."""
    kind, _, name = work.spec.partition(":")
    lead(work, numeric, [sys.executable, *([name] if kind == "script" else ["-m", name]), *work.argv])


def _shared(count):
    return {
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(_free_port()),
        "WORLD_SIZE": str(count),
        "LOCAL_WORLD_SIZE": str(count),
        "GROUP_RANK": "0",
        "GROUP_WORLD_SIZE": "1",
        "ROLE_NAME": "default",
        "ROLE_WORLD_SIZE": str(count),
        "TORCHELASTIC_RESTART_COUNT": "0",
        "TORCHELASTIC_MAX_RESTARTS": "0",
        "TORCHELASTIC_RUN_ID": "none",
    }


def _own(rank):
    return {"RANK": str(rank), "LOCAL_RANK": str(rank), "ROLE_RANK": str(rank)}


def _free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]
