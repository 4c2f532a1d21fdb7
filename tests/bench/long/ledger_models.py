#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ledger of known models: how much of the compiled time is matched, and whether its sums are the trace's.

    tests/bench/long/ledger_models.py [--keep FOLDER] [--python PYTHON] [MODEL…]

Records eager and default of a ResNet-18, a BERT of two layers, an LSTM, a small ViT and a training step on the CPU,
each with as few repetitions as a trace needs, and prints a line each: the matched share of the compiled time, what
both sides' rows sum up to beside what the ledger has of the trace (the test of stored recordings counts that anew), how
much of it each kind of row has. One to three minutes a model on two cores. Exit 1 where less than 90 % are matched or sums differ.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "build/dev/bin/fusescope"
LEAST_MATCHED = 0.9

LSTM = """
import torch

class Tagger(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = torch.nn.LSTMCell(64, 128)
        self.head = torch.nn.Linear(128, 10)

    def forward(self, x):
        h = x.new_zeros(x.shape[0], 128)
        c = x.new_zeros(x.shape[0], 128)
        for step in range(x.shape[1]):
            h, c = self.cell(x[:, step], (h, c))
        return self.head(torch.relu(h))

def model():
    return Tagger().eval()
"""

TRAINING = """
import torch

def model():
    return torch.nn.Sequential(
        torch.nn.Linear(256, 512), torch.nn.GELU(), torch.nn.LayerNorm(512), torch.nn.Linear(512, 64)
    )
"""

MODELS = {
    "resnet18": ["--model", "torchvision:resnet18", "--input", "x=8x3x64x64:float32"],
    "bert": ["--model", "transformers:bert,num_hidden_layers=2,hidden_size=256,num_attention_heads=4,intermediate_size=1024",
             "--input", "input_ids=4x64:int64[0,30522)"],
    "lstm": ["--model", "lstm.py:model", "--input", "x=8x12x64:float32"],
    "vit": ["--model", "transformers:vit,num_hidden_layers=12,hidden_size=192,num_attention_heads=3,intermediate_size=768",
            "--input", "pixel_values=2x3x224x224:float32"],
    "training": ["--model", "training.py:model", "--input", "input=64x256:float32", "--task", "training"],
}
FILES = {"lstm.py": LSTM, "training.py": TRAINING}


def run(*arguments, folder):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, cwd=folder)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip() or f"{arguments[0]} ended with {done.returncode}")
    return done.stdout


def record(model, folder, python):
    file = folder / f"{model}.fscope"
    if not file.exists():
        run("record", *MODELS[model], "--variant", "eager", "--variant", "default", "--effort", "quick",
            "--processes", "1", "--rounds", "2", "--without", "cold,check,noise", "--python", python, "-o", str(file), folder=folder)
    return file


def shares(ledger):
    """Of the compiled time, by kind of row."""
    by_kind = collections.Counter()
    for row in ledger:
        by_kind[row["kind"]] += row.get("compiled_trace_ns") or 0
    whole = sum(by_kind.values()) or 1
    return ", ".join(f"{kind} {100 * ns / whole:.1f} %" for kind, ns in by_kind.most_common(5) if ns)


def check(model, folder, python):
    document = json.loads(run("show", str(record(model, folder, python)), "ledger", "--json", folder=folder))
    side = document["sides"][0]
    ratio = side["matched_ratio"]
    if ratio is None:
        print(f"{model:10} no ledger: {side['matched_ratio_reason']}")
        return False
    good = ratio >= LEAST_MATCHED
    words = []
    for name in ("eager", "compiled"):
        rows = sum(row.get(f"{name}_trace_ns") or 0 for row in document["ledger"])
        trace = side[f"{name}_trace_ns"]
        good = good and rows == trace
        words.append(f"{name}: rows {rows} ns, trace {trace} ns")
    print(f"{model:10} matched {100 * ratio:.1f} %  {'; '.join(words)}  {'ok' if good else 'FAIL'}")
    print(f"{'':10} {len(document['ledger'])} rows; {shares(document['ledger'])}", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", default=list(MODELS), metavar="MODEL")
    parser.add_argument("--keep", type=pathlib.Path, help="where recordings stay; those there are not made again")
    parser.add_argument("--python", default=os.environ.get("FUSESCOPE_PYTHON", str(ROOT / ".venv/bin/python")))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.keep or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in FILES.items():
            (folder / name).write_text(text)
        good = [check(model, folder, options.python) for model in options.models]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
