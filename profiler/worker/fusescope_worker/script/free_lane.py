# SPDX-License-Identifier: Apache-2.0
"""A lane that is measured alone, because its calls cannot be held: the script runs on by itself, and commands take its
calls as they come. None is lost: what was not asked for yet waits."""

from collections import deque

from fusescope_worker import hashes
from fusescope_worker.errors import WorkerError
from fusescope_worker.script import spawned
from fusescope_worker.script.free_gate import FreeGate
from fusescope_worker.script.handover import ENDED
from fusescope_worker.script.lane import ScriptSession
from fusescope_worker.script.loop import Granting
from fusescope_worker.script.program import others_run
from fusescope_worker.script.told import Told

_SHORTEST, _LONGEST = 0.001, 0.05  # seconds between two looks
_OF_THE_CALL = ("first_inputs", "weights_hash", "inputs_hash", "shapes_hash", "grad_mode", "autocast")


class FreeSession(ScriptSession):
    """What the first call tells comes from the thread or process that made it."""

    def _new_gate(self):
        self.told = Told(f"{self._command['spool']}.calls")
        return FreeGate(self.told)

    def _new_lane(self):
        return FreeLane(self.handover, self.gate, self.program, self.plan.workload.call, self.told)

    def _start_others(self):
        super()._start_others()
        spawned.watch(self._command)

    def _run_to_first_call(self):
        super()._run_to_first_call()
        vars(self).update(self.lane.first)

    def _prepare_call(self):
        """Done where the call was found, before it went on."""

    def _found(self, module, function, args, kwargs):
        try:
            super()._found(module, function, args, kwargs)
            self.weights_hash = hashes.module_hash(module)
            if self.variant.compiled:
                self._refuse_what_stays_as_it_is()
                self._compile()
        except WorkerError as error:
            self.told.tell(refused=[error.key, str(error)])
            raise
        self.told.tell(first={name: getattr(self, name) for name in _OF_THE_CALL})

    def _choose_loop(self):
        super()._choose_loop()
        self.observer = NoObserver()


class NoObserver:
    """As observer.AgentObserver: a call that runs on by itself has nothing around it."""

    def observe(self, call):
        call()
        return {"observed": False, "reason": "the script's calls cannot be held, and so not be watched one by one"}


class FreeLane(Granting):
    def __init__(self, handover, gate, program, chosen, told):
        super().__init__(handover, gate, program, chosen)
        self._told = told
        self._calls = deque()
        self.first = None  # what the first call told
        self._broke = None  # the last call that raised something, which may be what ended all others

    def advance(self):
        """To the first call; from then on the script is its own master."""
        if not self.handover.free:
            self.handover.set_free()
        while self.first is None:
            self._look()

    def make(self, calls, samples=None, first=0):
        for index in range(first, first + calls):
            while not self._calls:
                self._look()
            self.gate.take(self._calls.popleft(), samples, index)

    def _look(self):
        """Returns when something new was told; raises where nothing will be any more."""
        pause, ended = _SHORTEST, False
        while not self._hear():
            if ended:
                raise self._program.failure() or self._broke or self._ended_early()
            if self.handover.place == ENDED and not others_run():
                ended = True  # one look more: the last call may have been told since
                continue
            self.handover.wait(pause)
            pause = min(2 * pause, _LONGEST)

    def _hear(self):
        lines = self._told.new()
        for line in lines:
            if "refused" in line:
                raise WorkerError(*line["refused"])
            if "broke" in line:
                self._broke = WorkerError(*line["broke"])
            elif "first" in line:
                self.first = self.first or line["first"]
            else:
                self._calls.append(line["call"])
        return bool(lines)
