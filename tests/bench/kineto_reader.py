#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CPU time and memory of reading a trace of torch.profiler, against Python's json, HolisticTraceAnalysis and a
bare pass of simdjson over the same file, in turn in one run.

The file is as large as traces of real runs: half a gigabyte. The slow ones read it once, in minutes; a disturbance can
only make them slower, by far less than their distance to the limits.
FUSESCOPE_BENCH_GPU_EVENTS sets how many events on the GPU the made file holds (each is about 1.5 kB of it).
FUSESCOPE_BUILD names the build to take, "build/dev" if it is not set.
"""

import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("FUSESCOPE_BUILD", "build/dev")
GENERATOR = ROOT.parent / "shared/tools/make_trace.py"
HTA = ROOT / "build/bench-hta"
HTA_PACKAGES = ["HolisticTraceAnalysis==0.5.0", "pandas==2.3.3"]
GPU_EVENTS = os.environ.get("FUSESCOPE_BENCH_GPU_EVENTS", "335000")
RUNS = 5  # of three the least still spreads over a tenth, which is all the room that gz_per_plain_cpu has

READ_JSON = "import json, sys; json.load(open(sys.argv[1]))"
READ_HTA = ("import sys; from hta.common.trace import Trace; "
            "t = Trace(trace_files={0: sys.argv[1]}, trace_dir=''); t.parse_traces(use_multiprocessing=False)")


def cost(command: list[str]) -> tuple[float, int]:
    """CPU seconds and peak bytes of a process."""
    with open(os.devnull, "w") as nowhere:
        process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:2])} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def hta_python() -> pathlib.Path | None:
    python = HTA / "bin/python"
    if not python.exists():
        made = subprocess.run([sys.executable, "-m", "venv", HTA], capture_output=True)
        if made.returncode != 0:
            return None
    if subprocess.run([python, "-c", "import hta"], capture_output=True).returncode == 0:
        return python
    installed = subprocess.run([python, "-m", "pip", "-q", "install", *HTA_PACKAGES], capture_output=True)
    return python if installed.returncode == 0 else None


def report(name: str, figure: float, limit: float, good: bool) -> bool:
    print(f"{name}  {figure:.2f}  {limit}  {'ok' if good else 'FAIL'}", flush=True)
    return good


def least(commands: dict[str, list[str]]) -> dict[str, tuple[float, int]]:
    """Of several runs in turn, so that all meet the same machine: the one that was disturbed least."""
    costs = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, command in commands.items():
            costs[name].append(cost(command))
    return {name: min(several) for name, several in costs.items()}


def main() -> int:
    reader = BUILD / "bench/passes/kineto_pass"
    if not GENERATOR.exists() or not reader.exists():
        print(f"kineto_reader is skipped: it needs {GENERATOR if reader.exists() else reader}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace.json"
        subprocess.run([sys.executable, GENERATOR, "--out", trace, "--gpu-events", GPU_EVENTS], check=True)
        packed = pathlib.Path(folder) / "trace.json.gz"
        with open(trace, "rb") as plain, gzip.open(packed, "wb", compresslevel=6) as out:
            shutil.copyfileobj(plain, out)
        return compare(str(reader), trace, packed)


def compare(reader: str, trace: pathlib.Path, packed: pathlib.Path) -> int:
    commands = {"ours": [reader, "ours", str(trace)], "packed": [reader, "ours", str(packed)]}
    if subprocess.run([reader, "simdjson", trace], capture_output=True).returncode == 0:
        commands["simdjson"] = [reader, "simdjson", str(trace)]
    costs = least(commands)
    seconds, peak = costs["ours"]
    size = trace.stat().st_size
    print(f"reading {size / 1e6:.0f} MB took {seconds:.2f} s of CPU time, {size / seconds / 1e6:.0f} MB/s")
    python_json = cost([sys.executable, "-c", READ_JSON, str(trace)])[0] / seconds
    good = report("json_load_per_ours_cpu", python_json, 8, python_json >= 8)
    if python := hta_python():
        hta = cost([str(python), "-c", READ_HTA, str(trace)])[0] / seconds
        good &= report("hta_per_ours_cpu", hta, 30, hta >= 30)
    else:
        print("hta_per_ours_cpu is skipped: HolisticTraceAnalysis cannot be installed")
    if "simdjson" in costs:
        ratio = seconds / costs["simdjson"][0]
        good &= report("ours_per_bare_simdjson_cpu", ratio, 3, ratio <= 3)
    else:
        print("ours_per_bare_simdjson_cpu is skipped: apt-get install libsimdjson-dev and build again")
    good &= report("peak_memory_per_file", peak / size, 1.0, peak <= size)
    gz = costs["packed"][0] / seconds
    good &= report("gz_per_plain_cpu", gz, 1.5, gz <= 1.5)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
