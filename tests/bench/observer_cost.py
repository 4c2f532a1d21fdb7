#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the agent's operator observer adds to an operator, beside torch.profiler in a process of its own.

A call is a chain of small operators; its time with an observer, less its time without, by the number
of spans. Limits are ratios: to what torch takes to call any observer at all, which differs by machine and is half
of it, and to torch.profiler. With user frames the figure is printed and has no limit.
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
_LIMIT_BESIDE_COUNTER = 2.5
_LIMIT_BESIDE_PROFILER = 0.8
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


def each_of(call):
    times = []
    for _ in range(_CALLS):
        start = time.time_ns()
        call()
        times.append(time.time_ns() - start)
    return times


def plain(call):
    return undisturbed(each_of(call))


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


def by_a_counter():
    """What torch itself takes to call an observer: one that adds one for each operator, and does nothing at its end."""
    call, agent, costs = call_to_watch(), load_agent(), []
    for _ in range(_ROUNDS):
        without, times = plain(call), []
        seen = agent.observe(lambda: times.extend(each_of(call)))
        costs.append((undisturbed(times) - without) * _CALLS / seen["operators"])
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
    runs = [{what: in_a_process(what) for what in _WORK} for _ in range(_RUNS)]
    least = {what: min(run[what] for run in runs) for what in _WORK}
    results = [
        report("observer_against_a_counter_ratio", least["agent"] / least["counter"], _LIMIT_BESIDE_COUNTER),
        report("observer_against_torch_profiler_ratio", least["agent"] / least["profiler"], _LIMIT_BESIDE_PROFILER),
        report("observer_ns_per_operator", least["agent"], None),
        report("counter_ns_per_operator", least["counter"], None),
        report("torch_profiler_ns_per_operator", least["profiler"], None),
        report("observer_with_places_ns_per_operator", least["places"], None),
    ]
    return 0 if all(results) else 1


_WORK = {
    "counter": by_a_counter,
    "agent": lambda: by_the_agent(False),
    "places": lambda: by_the_agent(True),
    "profiler": by_the_profiler,
}

if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(main())
    print(json.dumps(_WORK[sys.argv[1]]()))
