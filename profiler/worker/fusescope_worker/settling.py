# SPDX-License-Identifier: Apache-2.0
"""Waits until the threads of the last call sleep.

OpenMP threads go on spinning after a parallel region: libgomp's for some 5 ms, others for 200 ms. The
next lane's block begins as soon as this lane answers, and would share its cores with them: of a block
of 50 ms a tenth was lost in waiting for a core, on a machine that did nothing else.
"""

from fusescope_worker.pristine import time


_STEP = 0.002
_LONGEST = 0.3
_IDLE = 0.1  # share of a step


def settle():
    end = time.monotonic() + _LONGEST
    while time.monotonic() < end:
        before = time.process_time()
        time.sleep(_STEP)
        if time.process_time() - before < _IDLE * _STEP:
            return
