#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each engine of a recording beside a loop by hand: the same model as one program, made and called as torch's documents do.

    tests/bench/long/engines_by_hand.py [MODEL …] [--program PATH] [--python PATH] [--keep FOLDER]

MODEL is resnet18 or encoder. By hand three times before and three times after the recording, each engine in a process of its own;
prints the range and median of the processes' medians, their ratio to what was recorded and what the numeric check said. Exit 1: a ratio is further from 1 than 3 %, or results are not within tolerance.
A quarter of an hour a model on two quiet cores; other work on the machine is seen as a range of the loops by hand.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
ENGINES = ["eager", "default", "aoti", "torchscript", "onnx"]
LIMIT = 0.03
# Large pages for both sides: with 4 KiB pages the same program takes 22 to 35 ms from process to process, by where its weights lie.
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
MODELS = {
    "resnet18": ["torchvision:resnet18", "--input", "0=4x3x96x96:float32"],
    "encoder": [f"{pathlib.Path(__file__).resolve()}:encoder", "--input", "0=8x64x128:float32"],
}
GOOD = {"equal", "close", "as_accurate_as_eager", "within_tolerance"}


def encoder():
    """A transformer of two layers, for the program's workers and for the loop by hand."""
    import torch

    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(128, 4, 256, batch_first=True)
    return torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False).eval()


def loop_by_hand(model, engine):
    """In this process: the median of calls, in ns."""
    import torch

    if model == "encoder":
        module, example = encoder(), torch.randn(8, 64, 128)
    else:
        import torchvision

        module, example = torchvision.models.resnet18().eval(), torch.randn(4, 3, 96, 96)
    with torch.no_grad():
        call = _made(engine, module, example)
        end = time.perf_counter() + 2
        while time.perf_counter() < end:
            call()
        times, end = [], time.perf_counter() + 3
        while time.perf_counter() < end:
            start = time.perf_counter_ns()
            call()
            times.append(time.perf_counter_ns() - start)
    return statistics.median(times)


def _made(engine, module, example):
    import torch

    if engine == "eager":
        return lambda: module(example)
    if engine == "default":
        compiled = torch.compile(module)
        return lambda: compiled(example)
    if engine == "torchscript":
        program = torch.jit.freeze(torch.jit.trace(module, (example,)))
        return lambda: program(example)
    exported = torch.export.export(module, (example,))
    with tempfile.TemporaryDirectory() as folder:
        if engine == "aoti":
            package = torch._inductor.aoti_compile_and_package(exported, package_path=f"{folder}/model.pt2")
            program = torch._inductor.aoti_load_package(package)
            return lambda: program(example)
        import onnxruntime

        torch.onnx.export(exported, dynamo=True, verbose=False).save(f"{folder}/model.onnx")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = torch.get_num_threads()
        session = onnxruntime.InferenceSession(f"{folder}/model.onnx", options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda: torch.from_numpy(session.run(None, {name: example.numpy()})[0])


def by_hand(python, model):
    """Medians of processes by engine, which take turns."""
    return [{engine: one_by_hand(python, model, engine) for engine in ENGINES} for _ in range(3)]


def one_by_hand(python, model, engine):
    done = subprocess.run(
        [python, __file__, "--loop", model, engine], capture_output=True, text=True, env={**os.environ, **ENVIRONMENT}
    )
    if done.returncode != 0:
        sys.exit(f"the loop by hand of {engine} failed:\n{done.stderr[-2000:]}")
    return float(done.stdout.split()[-1])


def recorded(arguments, model, folder):
    """(median by variant in ns, status of results by variant)."""
    file = folder / f"{model}.fscope"
    variants = [word for engine in ENGINES for word in ("--variant", engine)]
    command = [arguments.program, "record", "--model", *MODELS[model], *variants, "--effort", "quick", "--without", "noise"]
    subprocess.run([*command, "--python", arguments.python, "-o", file], env={**os.environ, **ENVIRONMENT}, check=True)
    shown = subprocess.run([arguments.program, "compare", file, "--json"], capture_output=True, text=True)
    variants = json.loads(shown.stdout)["cases"][0]["variants"]
    return (
        {each["name"]: each["latency_ns"]["p50"] for each in variants if each.get("latency_ns")},
        {each["name"]: each["numerics"]["status"] for each in variants},
    )


def compared(arguments, model, folder):
    loops = by_hand(arguments.python, model)
    medians, results = recorded(arguments, model, folder)
    loops += by_hand(arguments.python, model)
    good = True
    for engine in ENGINES:
        hand = [loop[engine] for loop in loops]
        ratio = medians.get(engine, float("nan")) / statistics.median(hand)
        fine = abs(ratio - 1) <= LIMIT and (engine == "eager" or results[engine] in GOOD)
        good = good and fine
        print(
            f"{model:<10} {engine:<12} by hand {statistics.median(hand) / 1e6:8.3f} ms ({min(hand) / 1e6:.3f} to {max(hand) / 1e6:.3f}), "
            f"recorded {medians.get(engine, float('nan')) / 1e6:8.3f} ms, ratio {ratio:.3f}, results {results.get(engine)}"
            f"  {'ok' if fine else 'NOT WITHIN 3 %'}",
            flush=True,
        )
    return good


def main():
    if sys.argv[1:2] == ["--loop"]:
        print(loop_by_hand(*sys.argv[2:4]))
        return 0
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", default=list(MODELS))
    parser.add_argument("--program", default=str(ROOT / "build/dev/bin/fusescope"))
    parser.add_argument("--python", default=str(ROOT / ".venv/bin/python"))
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(arguments.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        return 0 if all([compared(arguments, model, folder) for model in arguments.models]) else 1


if __name__ == "__main__":
    sys.exit(main())
