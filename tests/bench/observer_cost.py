#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the agent's operator observer adds to an operator, beside torch.profiler in a process of its own.

A call is a chain of small operators; its time with an observer, less its time without, by the number
of spans. Without user frames; with them the figure is printed and has no limit.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_LIMIT_NS = 200
_LIMIT_RATIO = 0.5
_RUNS = 5
_ROUNDS = 9
_CALLS = 60


def call_to_watch():
    import torch

    torch.set_num_threads(1)
    model = torch.nn.Sequential(*(layer for _ in range(10) for layer in (torch.nn.Linear(16, 16), torch.nn.ReLU())))
    x = torch.ones(4, 16)

    def call():
        with torch.no_grad():
            return model(x)

    for _ in range(200):
        call()
    return call


def plain(call):
    times = []
    for _ in range(_CALLS):
        start = time.time_ns()
        call()
        times.append(time.time_ns() - start)
    return undisturbed(times)


def undisturbed(times):
    """What a call takes while nothing else wants the core."""
    return sorted(times)[len(times) // 5]


def load_agent():
    import torch

    sys.path.insert(0, str(ROOT / "profiler" / "worker"))
    from fusescope_worker.agent import Agent, torch_minor

    agents = Path(os.environ.get("FUSESCOPE_AGENTS", ROOT / "build" / "dev" / "lib" / "agents"))
    return Agent(str(agents / f"fusescope_agent_{torch_minor()}.so"), torch.device("cpu"))


def by_the_agent(places):
    """ns a span, over rounds of calls with and without in turn."""
    from types import SimpleNamespace

    call, agent, costs = call_to_watch(), load_agent(), []
    from fusescope_worker.trace import tell_places

    with tempfile.NamedTemporaryFile() as file:
        for _ in range(_ROUNDS):
            without = plain(call)
            agent.start_trace(file.name, 1 << 12, places)
            if places:
                tell_places(agent, SimpleNamespace(module=None))
            for _ in range(5):
                agent.trace_call(call, keep=False)
            seen = [agent.trace_call(call, keep=True) for _ in range(_CALLS)]
            agent.stop_trace()
            traced = undisturbed([end - start for start, end, *_ in seen])
            costs.append((traced - without) / seen[0][2])
    return costs


def by_the_profiler():
    import torch

    call, costs = call_to_watch(), []
    for _ in range(_ROUNDS):
        without = plain(call)
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
            plain(call)
            traced = plain(call)
        spans = len(profile.profiler.kineto_results.events()) / (2 * _CALLS)
        costs.append((traced - without) / spans)
    return costs


def in_a_process(what):
    run = subprocess.run(
        [sys.executable, __file__, what],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return statistics.median(json.loads(run.stdout.splitlines()[-1]))


def report(name, figure, limit):
    ok = limit is None or figure <= limit
    print(f"{name} {figure:.2f} {'-' if limit is None else limit} {'ok' if ok else 'FAIL'}")
    return ok


def main():
    """In turns, and the least of each: other programs can only make a run slower."""
    runs = [{what: in_a_process(what) for what in ("agent", "profiler", "places")} for _ in range(_RUNS)]
    ours, theirs, places = (min(run[what] for run in runs) for what in ("agent", "profiler", "places"))
    results = [
        report("observer_ns_per_operator", ours, _LIMIT_NS),
        report("observer_against_torch_profiler_ratio", ours / theirs, _LIMIT_RATIO),
        report("torch_profiler_ns_per_operator", theirs, None),
        report("observer_with_places_ns_per_operator", places, None),
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(main())
    work = {"agent": lambda: by_the_agent(False), "places": lambda: by_the_agent(True), "profiler": by_the_profiler}
    print(json.dumps(work[sys.argv[1]]()))
