# SPDX-License-Identifier: Apache-2.0
"""The first pass over a script: it runs, nothing of it compiled, and tells what of it can be measured."""

import os

from fusescope_worker import devices, numeric_context
from fusescope_worker.pristine import time
from fusescope_worker.script import ranks, spawned
from fusescope_worker.script.candidates import Candidates
from fusescope_worker.script.handover import ENDED, ENOUGH
from fusescope_worker.script.own_folder import own_folder
from fusescope_worker.script.program import Program, others_run
from fusescope_worker.script.surroundings import Surroundings
from fusescope_worker.script.told import Told

_ENOUGH_CALLS, _ENOUGH_SECONDS = 30, 10  # of the busiest candidate, since the first call
_PATIENCE_SECONDS = 600  # of which nothing is heard of the script
_LOOK_SECONDS = 0.2  # between two looks at what threads and processes told


class Discovery:
    """Answers the command `discover` (PROTOCOL.md)."""

    def __init__(self, handover, plan, command):
        self._handover, self._plan, self._command = handover, plan, command
        self._seconds = command.get("seconds") or _ENOUGH_SECONDS
        self._spool = command.get("spool") or ""
        self._enough = False

    def run(self):
        self._handover.run(self._prepare)
        begun = time.monotonic()
        place = self._look()
        self._surroundings.stop()
        how = {ENDED: "ended", ENOUGH: "enough", None: "time_limit"}[place]
        failure = self._program.failure() if place == ENDED else None
        candidates = self._candidates.as_json()
        if failure is not None and not candidates:
            raise failure
        return {
            "ended": "failed" if failure is not None else how,
            "how": self._program.how_it_ended() if place == ENDED else "",
            "elapsed_ns": int((time.monotonic() - begun) * 1e9),
            "candidates": candidates,
            "proposed": self._candidates.proposed(candidates),
            "data": self._candidates.data_as_json(),
            "compiles": self._candidates.compiles_as_json(),
            **self._surroundings.as_json(),
        }

    def _look(self):
        """Until the script stands still: it ended, or enough was seen; None where nothing is heard of it for long."""
        self._handover.start()
        end, ended = time.monotonic() + _PATIENCE_SECONDS, False
        while time.monotonic() < end:
            place = self._handover.wait(_LOOK_SECONDS)
            over = (ended or place == ENDED) and not others_run()
            self._candidates.hear()
            calls, seconds = self._candidates.seen_elsewhere()
            if place == ENOUGH or self._is_enough(calls, seconds):
                return ENOUGH
            if over:
                return ENDED
            ended = ended or place == ENDED
        return None

    def _is_enough(self, calls, seconds):
        return (calls >= _ENOUGH_CALLS and seconds >= self._seconds) or seconds >= 6 * self._seconds

    def _prepare(self):
        """On the script's thread, as a lane does."""
        work, numeric = self._plan.workload, self._plan.numeric
        device = devices.resolve(numeric.device)
        numeric_context.apply(numeric)
        folder = work.working_directory or os.getcwd()
        if getattr(work, "own_folder", False):
            folder = own_folder(folder, self._spool)
        os.chdir(folder)
        numeric_context.seed_everything(numeric.seed)
        self._program = self._handover.program = Program(work.spec, work.argv, folder)
        self._program.prepare()
        self._candidates = Candidates(device, self._handover, self._after_call, Told(f"{self._spool}.calls"))
        self._candidates.install()
        ranks.lead_plain(work, numeric)
        spawned.watch(self._command)
        self._surroundings = Surroundings(folder)
        self._surroundings.start()

    def _after_call(self, first_ns, calls):
        """Parks the script for good when enough of it was seen."""
        if self._is_enough(calls, (time.perf_counter_ns() - first_ns) / 1e9):
            self._handover.park(ENOUGH)
