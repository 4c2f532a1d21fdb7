# SPDX-License-Identifier: Apache-2.0
"""What runs in the processes: workloads, with the collector, with torch.profiler or with nothing."""

import contextlib
import ctypes
import hashlib
import json
import os
import pathlib
import signal
import sys
import time
from collections import Counter

from acceptance import processes
from acceptance.nvml import Nvml
from acceptance.pm_sampling import PmSampler, Refused, median_active

PARTS = {}


def part(function):
    PARTS[function.__name__] = function
    return function


def answer(name, given, path):
    """The part's answer as a file; an exception is its answer, too."""
    try:
        result = PARTS[name](given)
    except Exception as error:  # noqa: BLE001: the parent tells it
        result = {"error": f"{type(error).__name__}: {error}"}
    pathlib.Path(path).write_text(json.dumps(result), encoding="utf-8")
    return 0


@part
def probe(given):
    """Before CUDA starts, as a worker does it."""
    import torch

    collector, reason = processes.load_shim().load(given["collector"], given["cupti"])
    if reason:
        return {"error": reason}
    mapped = processes.mapped_cupti()
    device = torch.cuda.get_device_name()
    collector.stop()
    return {
        "device": device,
        "driver": collector.driver_version,
        "versions": {
            "torch": torch.__version__,
            "cuda": torch.version.cuda,
            "cupti": collector.cupti_version,
            "cupti_file": collector.cupti_file,
        },
        "mapped": mapped,
    }


class Traced:
    """A collector that is open, and a trace around the calls of a body."""

    def __init__(self, given):
        self.collector, reason = processes.load_shim().load(
            given["collector"], given["cupti"], given.get("all_apis", False), given.get("graph_level", False)
        )
        if reason:
            raise RuntimeError(reason)
        self._spool = given["spool"]

    def __call__(self, body, calls=1):
        import torch

        torch.cuda.synchronize()
        self.collector.begin_trace(self._spool)
        for index in range(calls):
            with self.collector.call():
                body(index)
                torch.cuda.synchronize()
            self.collector.flush()
        return self.collector.end_trace()


@part
def adds(given):
    """Launches of one kernel, one after the other."""
    import torch

    traced = Traced(given)
    x = torch.zeros(1024, device="cuda")
    x.add_(1)

    def body(_):
        for _ in range(given["launches"]):
            x.add_(1)

    return {"stats": traced(body)}


@part
def triton_kernel(given):
    import torch

    traced = Traced(given)
    compiled = torch.compile(lambda x: torch.nn.functional.gelu(x) * 2 + 1)
    x = torch.randn(1 << 16, device="cuda")
    for _ in range(3):
        compiled(x)
    return {"stats": traced(lambda _: compiled(x), calls=20)}


def added_once(elements=1024):
    """A tensor whose kernel is loaded."""
    import torch

    x = torch.zeros(elements, device="cuda")
    x.add_(1)
    torch.cuda.synchronize()
    return x


@part
def graph_replays(given):
    import torch

    traced = Traced(given)
    x = added_once(given.get("elements", 1024))
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(given["nodes"]):
            x.add_(1)

    before = torch.cuda.mem_get_info()[0]

    def body(_):
        for _ in range(given["replays"]):
            graph.replay()

    stats = traced(body, calls=given.get("calls", 1))
    return {"stats": stats, "device_bytes": before - torch.cuda.mem_get_info()[0]}


@part
def spins(given):
    """Kernels of a known length, measured by events at the same time, each after one that keeps the device busy:
    on an idle device the first event is done before the kernel has been launched."""
    import torch

    traced = Traced(given)
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda._sleep(1000)
    torch.cuda.synchronize()
    start.record()
    torch.cuda._sleep(10_000_000)
    end.record()
    torch.cuda.synchronize()
    cycles_of_a_ms = 10_000_000 / start.elapsed_time(end)
    events = []

    def body(index):
        milliseconds = (0.1, 1, 10)[index % 3]
        torch.cuda._sleep(int(cycles_of_a_ms * 2))
        start.record()
        torch.cuda._sleep(int(cycles_of_a_ms * milliseconds))
        end.record()
        torch.cuda.synchronize()
        events.append((milliseconds, start.elapsed_time(end)))

    stats = traced(body, calls=15)
    return {"stats": stats, "events": events}


@part
def copies(given):
    import torch

    traced = Traced(given)
    sizes = [1 << 20, 64 << 20, 1 << 30]
    host = torch.empty(sizes[-1], dtype=torch.uint8, pin_memory=True)
    device = torch.empty(sizes[-1], dtype=torch.uint8, device="cuda")
    other = torch.empty_like(device)

    def body(index):
        size = sizes[index]
        device[:size].copy_(host[:size], non_blocking=True)
        host[:size].copy_(device[:size], non_blocking=True)
        other[:size].copy_(device[:size])
        device[:size].zero_()

    return {"stats": traced(body, calls=3), "sizes": sizes}


@part
def after_idling(given):
    traced = Traced(given)
    x = added_once()
    time.sleep(given["seconds"])
    return {"stats": traced(lambda _: x.add_(1), calls=50)}


def workload(name):
    """(step, tensors whose bits have to agree): compute-bound, launch-bound, compiled, graph, training."""
    import torch

    torch.manual_seed(0)
    if name == "compute":
        a = torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16)
        return lambda: a @ a, lambda out: [out]
    if name in ("eager", "compiled", "graph"):
        layers = [torch.nn.Linear(64, 64) for _ in range(50)]
        net = torch.nn.Sequential(*(m for layer in layers for m in (layer, torch.nn.GELU()))).cuda().eval()
        x = torch.randn(16, 64, device="cuda")
        if name != "eager":
            net = torch.compile(net, mode="reduce-overhead" if name == "graph" else "default")

        def infer():
            with torch.no_grad():
                return net(x)

        return infer, lambda out: [out]
    if name == "training":
        net = torch.nn.Sequential(torch.nn.Linear(256, 1024), torch.nn.GELU(), torch.nn.Linear(1024, 256)).cuda()
        optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
        x = torch.randn(64, 256, device="cuda")

        def step():
            optimizer.zero_grad()
            loss = net(x).square().mean()
            loss.backward()
            optimizer.step()
            return loss

        return step, lambda out: [out, *net.parameters()]
    raise ValueError(name)


def warm_up(step, calls=12):
    import torch

    for _ in range(calls):
        step()
    torch.cuda.synchronize()


def digest(tensors):
    import torch

    bits = hashlib.sha256()
    for tensor in tensors:
        bits.update(tensor.detach().flatten().view(torch.uint8).cpu().numpy().tobytes())  # view wants a dimension
    return bits.hexdigest()


@part
def run_workload(given):
    """Traced, or with nothing: median time of a step, the bits of its outputs."""
    import torch

    traced = Traced(given) if given["traced"] else None
    step, outputs = workload(given["workload"])
    warm_up(step)
    times, last = [], []

    def body(_):
        start = time.perf_counter()
        last[:] = [step()]
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)

    stats = None
    if traced:
        stats = traced(body, calls=given["calls"])
    else:
        for index in range(given["calls"]):
            body(index)
    middle = sorted(times)[len(times) // 2]
    return {"stats": stats, "median_s": middle, "bits": digest(outputs(last[0]))}


@part
def under_torch_profiler(given):
    """Names and counts of kernels by torch.profiler, for the same steps."""
    import torch

    collector = None
    if given.get("beside_the_collector"):
        collector = Traced(given)
    step, _ = workload(given["workload"])
    warm_up(step)
    activities = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=activities) as profile:
        for _ in range(given["calls"]):
            step()
        torch.cuda.synchronize()
    kernels = [
        event
        for event in profile.events()
        if event.device_type == torch.autograd.DeviceType.CUDA
        and not event.name.startswith(("Memcpy", "Memset"))
        and not event.is_user_annotation  # "Optimizer.step#SGD.step" stands on the device's row as well
    ]
    answer = {
        "counts": Counter(event.name for event in kernels),
        "total_us": sum(event.time_range.elapsed_us() for event in kernels),
    }
    if collector:
        answer["stats"] = collector(lambda _: step(), calls=given["calls"])
    return answer


@part
def after_torch_profiler(given):
    """The collector in a process where torch.profiler has CUPTI already."""
    import torch

    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]):
        torch.zeros(8, device="cuda").add_(1)
        torch.cuda.synchronize()
    _, reason = processes.load_shim().load(given["collector"], given["cupti"])
    return {"reason": reason}


@part
def starved(given):
    """Two small buffers for very many kernels."""
    import torch

    shim = processes.load_shim()
    library = ctypes.CDLL(given["collector"])
    library.collector_error.restype = ctypes.c_char_p
    config = shim._Config(size=ctypes.sizeof(shim._Config), buffer_bytes=1 << 16, pool_buffers=2, pool_most=2)
    if library.collector_open(ctypes.byref(config), None) or library.collector_start():
        return {"error": library.collector_error().decode()}
    x = torch.zeros(1024, device="cuda")
    torch.cuda.synchronize()
    library.collector_trace_begin(given["spool"].encode())
    for _ in range(50_000):
        x.add_(1)
    torch.cuda.synchronize()
    stats = shim._Stats(size=ctypes.sizeof(shim._Stats))
    library.collector_trace_end(ctypes.byref(stats))
    total = x.sum().item()
    return {"refused": stats.refused, "complete": stats.complete, "right": total == 50_000 * 1024.0}


@part
def killed(given):
    """Dies in the middle of its trace."""
    import torch

    traced = Traced(given)
    x = torch.zeros(1024, device="cuda")
    torch.cuda.synchronize()
    traced.collector.begin_trace(given["spool"])
    for _ in range(5):
        with traced.collector.call():
            for _ in range(200):
                x.add_(1)
            torch.cuda.synchronize()
        traced.collector.flush()
        time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGKILL)


@part
def terminated(given):
    """The same with SIGTERM, handled as a worker does: the exception ends the trace on its way out."""
    import torch

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    traced = Traced(given)
    x = torch.zeros(1024, device="cuda")
    torch.cuda.synchronize()
    traced.collector.begin_trace(given["spool"])
    try:
        for number in range(1000):
            with traced.collector.call():
                x.add_(1)
                torch.cuda.synchronize()
            if number == 5:
                os.kill(os.getpid(), signal.SIGTERM)
    finally:
        traced.collector.stop()


@part
def opened_twice(given):
    traced = Traced(given)
    _, reason = processes.load_shim().load(given["collector"], given["cupti"])
    with contextlib.suppress(Exception):
        traced.collector.stop()
    return {"reason": reason}


@part
def busy_by_nvml(given):
    """Five seconds of matmul: how busy NVML calls the device at 50 ms, and what the trace says."""
    import torch

    traced = Traced(given)
    nvml = Nvml(torch.cuda.get_device_properties(0).uuid)
    a = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
    torch.mm(a, a)
    torch.cuda.synchronize()
    traced.collector.begin_trace(given["spool"])
    utilizations, end = [], time.monotonic() + 5
    while time.monotonic() < end:
        with traced.collector.call():
            sampled = time.monotonic() + 0.05
            while time.monotonic() < sampled:
                for _ in range(10):
                    torch.mm(a, a)
                torch.cuda.synchronize()
        utilizations.append(nvml.utilization())
        traced.collector.flush()
    return {"stats": traced.collector.end_trace(), "utilizations": utilizations}


@part
def sampled_matmul(given):
    """A second of matmul under PM sampling, in a process without the collector."""
    import torch

    a = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
    torch.mm(a, a)
    torch.cuda.synchronize()
    try:
        sampler = PmSampler((processes.mapped_cupti() or [given["cupti"]])[0])
        sampler.start()
        end = time.monotonic() + 1
        while time.monotonic() < end:
            for _ in range(10):
                torch.mm(a, a)
            torch.cuda.synchronize()
        shares, lost = sampler.stop()
    except Refused as error:
        return {"refused": str(error)}
    return {"samples": len(shares), "lost": lost, "active": median_active(shares)}
