# SPDX-License-Identifier: Apache-2.0
"""Each part of a check in a fresh process: a collector is one a process."""

import importlib.util
import json
import pathlib
import subprocess
import sys

_HERE = pathlib.Path(__file__).resolve()


def _first(paths):
    return next((str(path) for path in paths if path.exists()), "")


def shipped_collector():
    """Of the bundle this script lies in (lib/fusescope/acceptance/…), else of the build beside it."""
    bundle = [parent / "libfusescope_collector.so" for parent in _HERE.parents[:4]]
    builds = [_HERE.parents[3] / f"build/{name}/lib/libfusescope_collector.so" for name in ("dev", "release", "headless")]
    return _first([*bundle, *builds])


def load_shim():
    """fusescope_worker/collector.py, without the rest of the worker."""
    places = [parent / "worker/fusescope_worker/collector.py" for parent in _HERE.parents[:4]]
    path = _first([*places, _HERE.parents[3] / "profiler/worker/fusescope_worker/collector.py"])
    spec = importlib.util.spec_from_file_location("fusescope_collector_shim", path)
    shim = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(shim)
    return shim


def mapped_cupti():
    """The files of libcupti that this process has mapped."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return sorted({line.split()[-1] for line in maps if "libcupti.so" in line})


def record_matmul(folder):
    """What `show gpu` tells of a short recording of matmuls; None: there is no fusescope here."""
    programs = [parent / "bin/fusescope" for parent in _HERE.parents[:5]]
    program = _first([*programs, *(_HERE.parents[3] / f"build/{name}/bin/fusescope" for name in ("dev", "release", "headless"))])
    if not program:
        return None
    model, file = folder / "matmul.py", folder / "matmul.fscope"
    model.write_text(_MATMUL, encoding="utf-8")
    options = ["--variant", "eager", "--variant", "compiled=backend:eager", "--device", "cuda:0", "--effort", "quick"]
    options += ["--processes", "1", "--rounds", "4", "--without", "cold,check,noise", "--python", sys.executable]
    _run([program, "record", "--model", f"{model}:make", *options, "-o", str(file)])
    return json.loads(_run([program, "show", str(file), "gpu", "--json"]))


def _run(command):
    ended = subprocess.run(command, capture_output=True, text=True, timeout=240)
    if ended.returncode != 0:
        raise RuntimeError((ended.stderr.strip().splitlines() or ["nothing was said"])[-1])
    return ended.stdout


_MATMUL = """
import torch

class Matmul(torch.nn.Module):
    def forward(self, x):
        for _ in range(20):
            x = torch.nn.functional.normalize(x @ x)
        return x

def make():
    return Matmul(), (torch.randn(4096, 4096),)
"""


class Runner:
    def __init__(self, script, collector, cupti, folder):
        self._script = script
        self._given = {"collector": collector, "cupti": cupti}
        self.folder = pathlib.Path(folder)
        self._count = 0

    def run(self, part, timeout=240, **given):
        """What the part answers, or {"error": …, "code": …}."""
        self._count += 1
        answer = self.folder / f"{self._count}.json"
        spool = self.folder / f"{self._count}.spool"
        given = {**self._given, "spool": str(spool), **given}
        command = [sys.executable, "-X", "faulthandler", self._script, "--part", part]
        command += ["--given", json.dumps(given), "--answer", str(answer)]
        try:
            ended = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return {"error": f"{part} took longer than {timeout} s", "code": None, "spool": str(spool)}
        if answer.exists():
            return {**json.loads(answer.read_text(encoding="utf-8")), "spool": str(spool)}
        said = ended.stderr.strip().splitlines() or ["nothing was said"]
        frames = [line.strip() for line in said if line.startswith("  File ")]  # of a crash: what Python was calling
        last = "; ".join(frames[:4]) if ended.returncode < 0 and frames else said[-1]
        return {"error": f"{part} ended with {ended.returncode}: {last}", "code": ended.returncode, "spool": str(spool)}
