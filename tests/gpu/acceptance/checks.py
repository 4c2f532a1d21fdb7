# SPDX-License-Identifier: Apache-2.0
"""The checks of the collector on a GPU. Each gives (passed, figure, limit)."""

import ctypes
from collections import Counter, defaultdict

from acceptance import processes
from acceptance.spool import Spool

_LAUNCHES = ("LaunchKernel", "LaunchKernelExC", "LaunchKernelEx", "LaunchCooperativeKernel")


class Failed(Exception):
    pass


def skipped(check, note):
    return {"name": check.__name__, "passed": None, "figure": "-", "limit": "-", "note": note}


def run(check, runner):
    try:
        passed, figure, limit = check(runner)
        return {"name": check.__name__, "passed": passed, "figure": figure, "limit": limit}
    except Failed as failure:
        return {"name": check.__name__, "passed": False, "figure": "-", "limit": "-", "note": str(failure)}


def _answer(runner, part, **given):
    answer = runner.run(part, **given)
    if "error" in answer:
        raise Failed(answer["error"])
    return answer


def _traced(runner, part, **given):
    answer = _answer(runner, part, **given)
    return answer, Spool(answer["spool"])


def _is_launch(name):
    return name.endswith(_LAUNCHES)


def readable(name):
    """The name as torch.profiler has it: CUPTI gives what the linker knows."""
    if not name.startswith("_Z"):
        return name
    library = ctypes.CDLL("libstdc++.so.6")
    library.__cxa_demangle.restype = ctypes.c_void_p
    text = library.__cxa_demangle(name.encode(), None, None, None)
    return ctypes.string_at(text).decode() if text else name


def _union(spans):
    """How long any of these (start, end) lasts."""
    union, end = 0, 0
    for start, stop in sorted(spans):
        union += max(0, stop - max(start, end))
        end = max(end, stop)
    return union


def one_cupti(runner):
    """1: exactly one libcupti is mapped."""
    mapped = _answer(runner, "probe")["mapped"]
    return len(mapped) == 1, len(mapped), "1 libcupti"


def one_kernel_a_launch(runner):
    """2: 1,000 launches, 1,000 kernels, matched one to one."""
    answer, spool = _traced(runner, "adds", launches=1000)
    launches = {
        correlation
        for correlation, name in zip(spool.apis["correlation"], spool.api_names())
        if _is_launch(name)
    }
    kernels = Counter(spool.kernels["correlation"])
    same = set(kernels) == launches and max(kernels.values()) == 1
    figure = f"{spool.rows('kernels')} of {len(launches)}"
    return same and len(launches) == 1000 and answer["stats"]["complete"], figure, "1000 of 1000"


def short_list_misses_nothing(runner):
    """3: the launches of the short list are all launches."""
    few = _traced(runner, "adds", launches=1000)[1]
    every = _traced(runner, "adds", launches=1000, all_apis=True)[1]
    counts = [sum(map(_is_launch, spool.api_names())) for spool in (few, every)]
    counts.append(few.rows("kernels"))
    return len(set(counts)) == 1, "/".join(map(str, counts)), "all equal"


def triton_is_seen(runner):
    """4: Inductor's kernels are launched through the driver; notes how many records a launch gives."""
    answer, spool = _traced(runner, "triton_kernel")
    triton = sum(name.startswith("triton_") for name in spool.kernel_names())
    records = Counter(name for name in spool.api_names() if _is_launch(name))
    return triton >= 20 and answer["stats"]["complete"], f"{triton} kernels, {dict(records)}", ">= 20, complete"


def graph_nodes(runner):
    """5: 100 replays of 20 nodes are 2,000 kernels of 20 nodes, 20 in each replay."""
    answer, spool = _traced(runner, "graph_replays", nodes=20, replays=100)
    replays = Counter(spool.kernels["correlation"])
    figure = f"{spool.rows('kernels')}, {len(replays)} launches, {len(set(spool.kernels['node']))} nodes"
    right = (
        spool.rows("kernels") == 2000
        and len(replays) == 100
        and set(replays.values()) == {20}
        and len(set(spool.kernels["node"])) == 20
    )
    return right and answer["stats"]["complete"], figure, "2000, 100, 20"


def reduce_overhead_is_constant(runner):
    """6: the same number of kernels in each of 50 steps."""
    answer, spool = _traced(runner, "run_workload", workload="graph", traced=True, calls=50)
    a_step = Counter(_call_of(spool, start) for start in spool.kernels["start"])
    figure = f"{min(a_step.values())} to {max(a_step.values())}"
    right = None not in a_step and len(a_step) == 50 and len(set(a_step.values())) == 1
    return right and answer["stats"]["complete"], figure, "constant, complete"


def _call_of(spool, time_ns):
    """Index of the call that holds this time, or None."""
    import bisect

    index = bisect.bisect_right(spool.calls, (time_ns, float("inf"))) - 1
    return index if index >= 0 and time_ns <= spool.calls[index][1] else None


def graph_level_is_one_row(runner):
    """7: a replay as one row, as long as its kernels from the first start to the last end, within 5 %: where they are
    long enough that what is recorded of each node does not count."""
    given = {"nodes": 20, "replays": 100, "elements": 1 << 24}
    whole = _traced(runner, "graph_replays", graph_level=True, **given)[1]
    nodes = _traced(runner, "graph_replays", **given)[1]
    spans = {}
    for launch, start, duration in zip(nodes.kernels["correlation"], nodes.kernels["start"], nodes.kernels["duration"]):
        first, last = spans.get(launch, (start, 0))
        spans[launch] = (min(first, start), max(last, start + duration))
    lengths = [sorted(last - first for first, last in spans.values()), sorted(whole.kernels["duration"])]
    ratio = lengths[1][len(lengths[1]) // 2] / lengths[0][len(lengths[0]) // 2]
    figure = f"{whole.rows('kernels')} rows, {ratio:.3f}"
    return whole.rows("kernels") == 100 and abs(ratio - 1) <= 0.05, figure, "100, 0.95 to 1.05"


def durations_agree_with_events(runner):
    """8: within 2 % from 1 ms on, within 5 us below (what events add themselves is in there)."""
    answer, spool = _traced(runner, "spins")
    kernels = sorted(zip(spool.kernels["start"], spool.kernels["duration"]))[1::2]  # of each pair the second
    if len(kernels) != len(answer["events"]):
        return False, f"{len(kernels)} kernels", f"{len(answer['events'])} kernels"
    off = []
    for (_, duration), (length, event_ms) in zip(kernels, answer["events"]):
        apart = abs(event_ms * 1e6 - duration)
        off.append(apart / (0.02 * duration if length >= 1 else 5000))
    return max(off) <= 1, f"{max(off):.2f} of what is allowed", "<= 1"


def no_overlap_in_a_stream(runner):
    """9: kernels of a stream follow each other; their union is no longer than the calls."""
    _, spool = _traced(runner, "run_workload", workload="eager", traced=True, calls=20)
    streams = defaultdict(list)
    for stream, start, duration in zip(spool.kernels["stream"], spool.kernels["start"], spool.kernels["duration"]):
        streams[stream].append((start, start + duration))
    overlaps = 0
    for spans in streams.values():
        spans.sort()
        overlaps += sum(later[0] < earlier[1] for earlier, later in zip(spans, spans[1:]))
    union = _union(span for spans in streams.values() for span in spans)
    wall = sum(stop - start for start, stop in spool.calls)
    return overlaps == 0 and union <= wall, f"{overlaps}, {union / wall:.2f} of the wall", "0, <= 1"


def copies_are_whole(runner):
    """10: the bytes of every copy and fill, at a rate that a device can have."""
    answer, spool = _traced(runner, "copies")
    rows = list(zip(spool.copies["kind"], spool.copies["bytes"], spool.copies["duration"]))
    wrong = [size for size in answer["sizes"] for kind in (1, 2, 3) if (kind, size) not in {row[:2] for row in rows}]
    rate = max(size / max(1, duration) for _, size, duration in rows) if rows else 0
    return not wrong and rate < 10_000, f"{len(wrong)} missing, {rate:.0f} GB/s", "0, < 10000 GB/s"


def clocks_agree(runner):
    """11: launch, kernel and call stand in the order in which they happened."""
    _, spool = _traced(runner, "adds", launches=1000)
    launches = {
        correlation: start
        for correlation, start, name in zip(spool.apis["correlation"], spool.apis["start"], spool.api_names())
        if _is_launch(name)
    }
    delays, after = [], 0
    last = spool.calls[-1][1]
    for correlation, start, duration in zip(
        spool.kernels["correlation"], spool.kernels["start"], spool.kernels["duration"]
    ):
        delays.append(start - launches.get(correlation, 0))
        after += start + duration > last
    smallest = min(delays) / 1000
    return 0 <= smallest <= 50 and after == 0, f"{smallest:.1f} us, {after} after the end", "0 to 50 us, 0"


def clocks_agree_after_idling(runner):
    """12: a minute of nothing, then 50 kernels, each inside its call."""
    _, spool = _traced(runner, "after_idling", seconds=60)
    inside = sum(_call_of(spool, start) is not None for start in spool.kernels["start"])
    return inside == 50 == spool.rows("kernels"), f"{inside} of {spool.rows('kernels')}", "50 of 50"


def agrees_with_torch_profiler(runner):
    """13: the same kernels as torch.profiler sees, in 3 % of the time."""
    given = {"workload": "training", "calls": 20}
    _, spool = _traced(runner, "run_workload", traced=True, **given)
    other = _answer(runner, "under_torch_profiler", **given)
    same = Counter(map(readable, spool.kernel_names())) == Counter(other["counts"])
    ratio = sum(spool.kernels["duration"]) / 1000 / max(1, other["total_us"])
    return same and abs(ratio - 1) <= 0.03, f"{'same' if same else 'other'} names, {ratio:.3f}", "same, 0.97 to 1.03"


def _overhead(runner, workload, goal):
    given = {"workload": workload, "calls": 100}
    plain = _answer(runner, "run_workload", traced=False, **given)
    traced = _answer(runner, "run_workload", traced=True, **given)
    ratio = traced["median_s"] / plain["median_s"]
    limit = 1 + 2 * (goal - 1)  # fails beyond twice the excess
    return ratio <= limit, f"{ratio:.3f}", f"<= {goal} (fails over {limit:.2f})"


def overhead_compute_bound(runner):
    """14"""
    return _overhead(runner, "compute", 1.03)


def overhead_launch_bound(runner):
    """14"""
    return _overhead(runner, "eager", 1.30)


def overhead_compiled(runner):
    """14"""
    return _overhead(runner, "compiled", 1.15)


def overhead_graph(runner):
    """14"""
    return _overhead(runner, "graph", 1.60)


def millions_of_graph_kernels(runner):
    """15: 3 million kernels of a graph in one process, and the device's memory stays."""
    answer, spool = _traced(runner, "graph_replays", nodes=100, replays=3000, calls=10, timeout=300)
    losses, grown = spool.losses, answer["device_bytes"] / 2**20
    bad = losses["zero_timestamps"] + losses["negative_durations"]
    right = spool.rows("kernels") == 3_000_000 and bad == 0 and grown < 200
    return right, f"{spool.rows('kernels')}, {bad} bad, {grown:.0f} MiB", "3000000, 0, < 200 MiB"


def a_starved_pool_is_told(runner):
    """16: refused buffers are counted, the program's result is right."""
    answer = _answer(runner, "starved")
    right = answer["refused"] > 0 and answer["complete"] == 0 and answer["right"]
    return right, f"{answer['refused']} refused, {'right' if answer['right'] else 'wrong'} result", "> 0, right"


def backward_kernels_in_their_step(runner):
    """17: every kernel lies in a call, and every call has as many."""
    answer, spool = _traced(runner, "run_workload", workload="training", traced=True, calls=20)
    calls = Counter(_call_of(spool, start) for start in spool.kernels["start"])
    right = None not in calls and len(set(calls.values())) == 1 and len(calls) == 20
    return right and answer["stats"]["complete"], f"{dict(Counter(calls.values()))}", "one number, complete"


def beside_torch_profiler(runner):
    """18: both in one process: a sentence, no crash, our rows whole."""
    answer = _answer(runner, "under_torch_profiler", workload="eager", calls=5, beside_the_collector=True)
    late = _answer(runner, "after_torch_profiler")
    right = answer["stats"]["kernels"] > 0 and bool(late["reason"])
    return right, f"{answer['stats']['kernels']} kernels; {late['reason']}", "> 0; a sentence"


def outputs_are_the_same(runner):
    """19: bit for bit, with and without the collector."""
    same = {}
    for workload in ("compute", "compiled", "training"):
        bits = [
            _answer(runner, "run_workload", workload=workload, traced=traced, calls=5)["bits"]
            for traced in (False, True)
        ]
        same[workload] = bits[0] == bits[1]
    return all(same.values()), f"{sum(same.values())} of {len(same)}", "3 of 3"


def killed_leaves_whole_chunks(runner):
    """22: what was flushed before the kill can be read."""
    answer = runner.run("killed")
    if answer.get("code") != -9:
        raise Failed(answer.get("error", "it was not killed"))
    spool = Spool(answer["spool"])
    right = spool.whole and spool.rows("kernels") >= 800 and spool.losses is None
    return right, f"{spool.rows('kernels')} kernels", ">= 800, no end"


def terminated_ends_the_trace(runner):
    """22: SIGTERM ends the trace in order: its losses are told."""
    answer = runner.run("terminated")
    if answer.get("code") != 143:
        raise Failed(answer.get("error", "it was not terminated"))
    spool = Spool(answer["spool"])
    return spool.whole and spool.losses is not None, f"{len(spool.calls)} calls", "whole, with its end"


def nvml_agrees(runner):
    """20: what NVML calls busy during matmul lies within 15 points of the union of kernels."""
    answer, spool = _traced(runner, "busy_by_nvml")
    kernels = zip(spool.kernels["start"], spool.kernels["duration"])
    busy = _union((start, start + duration) for start, duration in kernels)
    traced = 100 * busy / sum(stop - start for start, stop in spool.calls)
    told = sorted(answer["utilizations"])[len(answer["utilizations"]) // 2]
    return abs(told - traced) <= 15, f"NVML {told} %, traced {traced:.0f} %", "within 15 points"


def the_recorder_watches_the_device(runner):
    """20: a recording has clocks, power and activity of its device, or says why not."""
    recorded = processes.record_matmul(runner.folder)
    if recorded is None:
        raise Failed("no fusescope lies beside this script: only a bundle or a build can record")
    series = {one["name"]: one for monitor in recorded["monitors"] for one in monitor["series"]}
    missing = sorted({name for monitor in recorded["monitors"] for name in monitor["missing"]})
    told = {"sm_clock_mhz", "power_watts", "sm_active_ratio"} - set(series) - set(missing)
    busy = series.get("sm_active_ratio", {}).get("max")
    return not told, f"{len(series)} series, SM active {busy}, refused {missing}", "all, or told"


def pm_sampling_works_or_says_why(runner):
    """21: during matmul the SMs are active in most cycles; where counters are not permitted, a sentence."""
    answer = _answer(runner, "sampled_matmul")
    if "refused" in answer:
        return True, answer["refused"], "samples, or a sentence"
    active = answer["active"] or 0
    figure = f"{answer['samples']} samples{', some lost' if answer['lost'] else ''}, SM active {active:.2f}"
    return answer["samples"] > 1000 and 0.5 < active <= 1.01, figure, "> 1000, 0.5 to 1"


def a_second_session_is_refused(runner):
    """23"""
    reason = _answer(runner, "opened_twice")["reason"]
    return bool(reason), reason, "a sentence"


# What matters most comes first, for when time is short.
ALL = [
    one_cupti, one_kernel_a_launch, short_list_misses_nothing, graph_nodes, durations_agree_with_events, clocks_agree,
    agrees_with_torch_profiler, overhead_compute_bound, overhead_launch_bound, overhead_compiled, overhead_graph,
    millions_of_graph_kernels, backward_kernels_in_their_step, triton_is_seen, reduce_overhead_is_constant, graph_level_is_one_row,
    no_overlap_in_a_stream, copies_are_whole, a_starved_pool_is_told, beside_torch_profiler, outputs_are_the_same,
    killed_leaves_whole_chunks, terminated_ends_the_trace, a_second_session_is_refused, nvml_agrees,
    pm_sampling_works_or_says_why, the_recorder_watches_the_device, clocks_agree_after_idling,
]  # fmt: skip
