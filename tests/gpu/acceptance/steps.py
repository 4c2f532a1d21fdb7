# SPDX-License-Identifier: Apache-2.0
"""What is worth running in a short time on a GPU, and how each step is kept within its time."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

_HERE = pathlib.Path(__file__).resolve()
_LARGEST_BYTES = 16 << 20  # a larger file may not come back from a lent machine
_SHORTEST_S = 45  # less is not worth the start of a step
_TO_CLOSE_S = 20  # from the request to stop until a recording is closed and stored
_MODES = ("--variant", "eager", "--variant", "default", "--variant", "reduce-overhead")
_BREAKS = f"{_HERE.parents[1] / 'models/breaks.py'}:make"
_RESNET = ("torchvision:resnet50", "--input", "0=32x3x224x224:float32")
_BERT = ("transformers:bert", "--input", "input_ids=8x128:int64", "--dtype", "bfloat16")


@dataclass(frozen=True)
class Step:
    """Records `model` (a specification, then options of its inputs) with `options` into `file`, or makes `checks`
    (names with commas; "" = all) of the collector."""

    name: str
    limit_s: int
    purpose: str
    model: tuple = ()
    options: tuple = ()
    file: str = ""
    checks: str = ""
    always: bool = True


# Seen on an H200 with 16 cores: ResNet-50 in three variants 17 s a repetition and 13 s more for the first;
# max-autotune of GPT-2 compiles longer than 190 s, so it runs by name alone.
ALL = (
    Step(
        "new_checks",
        150,
        "checks that have not passed on a GPU yet",
        checks="overhead_compiled,nvml_agrees,the_recorder_watches_the_device,agrees_with_torch_profiler",
    ),
    Step("gpt2", 190, "GPT-2, three repetitions", ("transformers:gpt2",), _MODES, "gpt2"),
    Step("bert", 190, "BERT in bfloat16, three repetitions", _BERT, _MODES, "bert"),
    Step("resnet50", 190, "ResNet-50, three repetitions", _RESNET, _MODES, "resnet50"),
    Step(
        "breaks",
        190,
        "a model with graph breaks, three repetitions",
        (_BREAKS,),
        (*_MODES, "--variant", "scalars=dynamo.capture_scalar_outputs:true"),
        "breaks",
    ),
    Step(
        "aoti",
        100,
        "an AOTInductor package called from Python, with the stack should it crash",
        _RESNET,
        ("--variant", "eager", "--variant", "aoti", "--processes", "1", "--without", "cold"),
        "more",
    ),
    Step(
        "load",
        80,
        "latency under load",
        _BERT,
        ("--variant", "eager", "--variant", "reduce-overhead", "--processes", "1", "--without", "cold,check,trace")
        + ("--load", "auto", "--load-time", "3s", "--load-processes", "1"),
        "more",
    ),
    Step(
        "memory",
        80,
        "memory over a training step",
        (_BREAKS,),
        ("--task", "training", "--variant", "eager", "--variant", "default", "--processes", "1", "--without", "cold"),
        "more",
    ),
    Step(
        "autotune",
        240,
        "max-autotune-no-cudagraphs of ResNet-50",
        _RESNET,
        ("--variant", "eager", "--variant", "max-autotune-no-cudagraphs", "--processes", "1"),
        "more",
    ),
    Step("checks", 600, "all checks of the collector", checks="", always=False),
    Step(
        "gpt2_autotuned",
        600,
        "GPT-2 with max-autotune",
        ("transformers:gpt2",),
        (*_MODES, "--variant", "max-autotune"),
        "more",
        always=False,
    ),
    Step(
        "vit",
        300,
        "ViT-B/16: float32 against TF32, bfloat16 and channels_last",
        ("torchvision:vit_b_16", "--input", "0=32x3x224x224:float32"),
        ("--variant", "eager", "--variant", "default", "--variant", "tf32=default,tf32:true")
        + ("--variant", "bf16=default,dtype:bf16")
        + ("--variant", "bf16_channels_last=default,dtype:bf16,memory_format:channels_last"),
        "more",
        always=False,
    ),
    Step(
        "sweep",
        300,
        "BERT in sixteen shapes, three ways",
        ("transformers:bert,num_hidden_layers=4", "--input", "input_ids=batchxseq:int64"),
        ("--sweep", "batch=1,8", "--sweep", "seq=64:512:64", "--rounds", "5", "--processes", "1", "--no-trace")
        + ("--variant", "eager", "--variant", "default", "--variant", "dynamic=dynamic:true"),
        "more",
        always=False,
    ),
)


def named(names):
    """These steps, or those that always run. Raises KeyError with the name that is none."""
    known = {step.name: step for step in ALL}
    return [known[name] for name in names] if names else [step for step in ALL if step.always]


def shipped_program():
    """Of the bundle this lies in, else of the build beside it; "" where there is none."""
    root = _HERE.parents[3]
    places = [parent / "bin/fusescope" for parent in _HERE.parents[:4]]
    places += [root / f"build/{name}/bin/fusescope" for name in ("dev", "release", "headless")]
    return next((str(path) for path in places if path.exists()), "")


def _accept():
    return next(path for path in (_HERE.parents[1] / "accept", _HERE.parents[1] / "accept-gpu") if path.exists())


class Run:
    """Steps that share a folder and an end."""

    def __init__(self, out, seconds, program, device, model=None):
        self._out, self._program, self._device, self._model = pathlib.Path(out), program, device, model
        self._end = time.monotonic() + seconds
        self.results = []
        self._out.mkdir(parents=True, exist_ok=True)
        self._log = self._out / "log.txt"

    def step(self, step):
        """Runs it where time is left, and returns and stores {name, state, said, …}; state is done, cut, failed or
        no time."""
        left = self._end - time.monotonic() - _TO_CLOSE_S
        if left < min(_SHORTEST_S, step.limit_s):
            result = {"name": step.name, "state": "no time", "said": ""}
        else:
            result = self._run(step, min(step.limit_s, left))
        self.results.append(result)
        self._store()
        return result

    def _run(self, step, limit_s):
        begun = time.monotonic()
        answer = self._out / ".checks.json"
        command = self._recording(step) if step.file else self._checking(step, answer, limit_s)
        with self._log.open("a", encoding="utf-8") as log:
            print(f"\n=== {step.name}: {' '.join(command)}", file=log, flush=True)
            said_from = log.tell()
            code, cut = _limited(command, limit_s, log)
        result = {"name": step.name, "state": "cut" if cut else "done" if code == 0 else "failed"}
        result |= {"exit_code": code, "seconds": round(time.monotonic() - begun, 1), "said": _last_line(self._log, said_from)}
        if step.file:
            result |= self._recorded(step)
        elif answer.exists():
            result["acceptance"] = json.loads(answer.read_text(encoding="utf-8"))
            answer.unlink()
        return result

    def _recording(self, step):
        model = (self._model,) if self._model else step.model
        settings = ("--device", self._device, "--effort", "quick", "--name", step.name, "--python", sys.executable)
        file = self._out / f"{step.file}.fscope"
        return [self._program, "record", "--model", *model, *step.options, *settings, "-o", str(file)]

    def _checking(self, step, answer, limit_s):
        only = ("--only", step.checks) if step.checks else ()
        return [sys.executable, str(_accept()), *only, "--json", str(answer), "--minutes", f"{limit_s / 60:.2f}"]

    def _recorded(self, step):
        """The file and what it concludes: readable even where the file itself does not come back."""
        file = self._out / f"{step.file}.fscope"
        if not file.exists():
            return {"file": None}
        size = file.stat().st_size
        told = {"file": file.name, "bytes": size, "too_large": size > _LARGEST_BYTES}
        command = [self._program, "compare", str(file), "--json"]
        compared = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        if compared.returncode != 0:
            return told | {"said": (compared.stderr.strip().splitlines() or ["compare said nothing"])[-1]}
        whole = json.loads(compared.stdout)
        return told | {"said": whole["recommended"]["sentence"], "variants": _figures(whole)}

    def _store(self):
        whole = {"device": self._device, "python": sys.version.split()[0], "steps": self.results}
        part = self._out / ".results.json"
        part.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
        part.replace(self._out / "results.json")


def _limited(command, limit_s, log):
    """(exit code, whether it was stopped at the limit). A recording that is asked to stop closes its file; what does
    not is ended with all its processes."""
    # In an image without bytecode each process would import torch in 10 s.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment.setdefault("PYTHONPYCACHEPREFIX", "/tmp/pycache")
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True
    )
    for signal_number, wait_s in ((None, limit_s), (signal.SIGINT, _TO_CLOSE_S - 5), (signal.SIGTERM, 3)):
        if signal_number is not None:
            process.send_signal(signal_number)
        try:
            return process.wait(wait_s), signal_number is not None
        except subprocess.TimeoutExpired:
            continue
    os.killpg(process.pid, signal.SIGKILL)
    return process.wait(), True


def _figures(comparison):
    """[{case, variant, verdict, median_ns, speedup}] of a document of `compare --json`."""
    return [
        {
            "case": case["name"],
            "variant": variant["name"],
            "verdict": variant["verdict"],
            "median_ns": (variant["latency_ns"] or {}).get("p50"),
            "speedup": variant["speedup"],
        }
        for case in comparison["cases"]
        for variant in case["variants"]
    ]


def _last_line(log, begin):
    """The last line that stands in the log after its first `begin` bytes."""
    lines = log.read_bytes()[begin:].decode(errors="replace").strip().splitlines()
    return lines[-1].strip()[:160] if lines else ""
