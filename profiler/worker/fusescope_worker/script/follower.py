# SPDX-License-Identifier: Apache-2.0
"""Other processes of a script: a rank behind the first, which runs the script as the lane that it follows does, and
what the script spawned, whose calls are taken. They answer nobody."""

import contextlib

from fusescope_worker import devices, lifetime, numeric_context
from fusescope_worker.compile_facts import CompileFacts
from fusescope_worker.notices import Notices
from fusescope_worker.phases import Phases
from fusescope_worker.plan import plan_from_json
from fusescope_worker.pristine import json, open, os
from fusescope_worker.script.candidates import Candidates
from fusescope_worker.script.free_gate import FreeGate
from fusescope_worker.script.free_lane import FreeSession
from fusescope_worker.script.handover import Handover
from fusescope_worker.script.told import Told


def follow(file):
    """A rank: the whole script."""
    lifetime.die_with_parent()
    _session(FollowingSession, _command(file)).follow()
    return 0


def joined(file):
    """What was spawned: its calls, before its own work begins."""
    command = _command(file)
    if command["do"] == "discover":
        _join_first_pass(command)
    else:
        _session(JoinedSession, command).join()


def _command(file):
    with open(file) as opened:
        return json.loads(opened.read())


def _session(kind, command):
    notices = Notices()
    facts = CompileFacts(Silence(), notices)
    plan = plan_from_json(command["plan"])
    arguments = {**command, "kind": "paired"}, plan, contextlib.nullcontext, Phases(), facts, notices
    return kind(Handover(), *arguments)


def _join_first_pass(command):
    plan = plan_from_json(command["plan"])
    elsewhere = Handover()
    elsewhere.process = None  # no call of this process is the script's own thread's
    device = devices.resolve(plan.numeric.device)
    Candidates(device, elsewhere, lambda *_: None, Told(f"{command['spool']}.calls")).install()


class Silence:
    """As channel.Channel and told.Told."""

    def event(self, *_, **__):
        pass

    def tell(self, **_):
        pass


class FollowingSession(FreeSession):
    def _new_gate(self):
        self.told = Silence()
        return FreeGate(self.told)

    def _start_others(self):
        pass

    def follow(self):
        self.handover.free = True
        self._import()
        numeric_context.seed_everything(self.plan.numeric.seed)
        self.program.run()
        if self.program.outcome is not None:
            raise self.program.outcome


class JoinedSession(FreeSession):
    """Where the process stands, its folder and its arguments are the script's."""

    def join(self):
        self.handover.free = True
        here = os.getcwd()
        self._set_up_interpreter()
        os.chdir(here)
        self._watch_calls()
