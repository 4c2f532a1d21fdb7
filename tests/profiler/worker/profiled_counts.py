# SPDX-License-Identifier: Apache-2.0
"""What torch.profiler counts in the calls that a worker would trace, in a process of its own.

Arguments: the setup command as JSON, the number of calls. Prints {name: count}.
"""

import collections
import contextlib
import importlib.util
import json
import sys
from pathlib import Path

MAIN = Path(__file__).resolve().parents[3] / "profiler" / "worker" / "main.py"


class Silent:
    """A channel that nobody listens to."""

    def event(self, *_, **__):
        pass


def load_worker():
    spec = importlib.util.spec_from_file_location("worker_main", MAIN)
    main = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(main)
    main.load_package()


def session_for(command):
    from fusescope_worker.compile_facts import CompileFacts
    from fusescope_worker.notices import Notices
    from fusescope_worker.phases import Phases
    from fusescope_worker.plan import plan_from_json
    from fusescope_worker.session import Session

    facts = CompileFacts(Silent(), Notices())
    plan = plan_from_json(command["plan"])
    session = Session(command, plan, lambda _: contextlib.nullcontext(), Phases(), facts, Notices())
    session.build()
    return session


def counts(session, calls):
    import torch

    call = session.call_of(0)
    with session.context.grad_mode():
        for _ in range(5):
            call()
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
            for _ in range(calls):
                call()
    # Not profile.events(): that leaves out an operator that an equally named one called alone.
    return collections.Counter(event.name() for event in profile.profiler.kineto_results.events())


if __name__ == "__main__":
    command, calls = json.loads(sys.argv[1]), int(sys.argv[2])
    load_worker()
    print(json.dumps(counts(session_for(command), calls)))
