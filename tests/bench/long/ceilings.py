#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ceiling that eager alone tells, against what compiling then reached: never below it.

    tests/bench/long/ceilings.py [--models mlp,resnet18,…] [--threads 1] [--more freezing] [--docs]

Records each model eager alone, and then eager with the default mode and one more. Exit status 1 if the high end of a
ceiling is below the lower end of a measured speedup's interval, or if the likely speedup is typically more than 1.5
times the measured one. Two to six minutes per model on two quiet cores. `--docs` writes the table into docs/method.md.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "build/dev/bin/fusescope"
OURS = pathlib.Path(__file__).with_name("ceiling_models.py")
METHOD = ROOT / "docs/method.md"
LIKELY_LIMIT = 1.5  # median over the models
MORE = {"freezing": "freezing=inductor.freezing:true", "max-autotune": "max-autotune-no-cudagraphs"}

PICTURE = ["--input", "0=1x3x64x64:float32"]
TOKENS = ["--input", "input_ids=1x64:int64[0,30522)"]
TWO_LAYERS = "num_hidden_layers=2,hidden_size=256,num_attention_heads=4,intermediate_size=1024"


def of_torchvision(*names):
    return {name: ["--model", f"torchvision:{name}", *PICTURE] for name in names}


def of_transformers(**settings):
    return {name: ["--model", f"transformers:{name},{values}", *TOKENS] for name, values in settings.items()}


def ours(*names):
    return {name: ["--model", f"{OURS}:{name}"] for name in names}


MODELS = {
    **{name: ["--model", f"builtin:{name}"] for name in ("mlp", "transformer_block", "lstm", "unet_block")},
    **ours("mlp_large", "mlp_deep", "elementwise", "norms", "softmax", "attention", "gru", "conv_1d", "mixer", "recommender", "vit"),
    **of_torchvision("resnet18", "resnet50", "mobilenet_v2", "squeezenet1_1", "densenet121", "efficientnet_b0"),
    **of_torchvision("shufflenet_v2_x1_0", "mnasnet1_0", "regnet_y_400mf", "convnext_tiny"),
    **of_transformers(
        bert=TWO_LAYERS, roberta=TWO_LAYERS, llama=TWO_LAYERS, gpt2="n_layer=2,n_embd=256,n_head=4", distilbert="n_layers=2,dim=256,n_heads=4,hidden_dim=1024"
    ),
}


def run(*arguments: str) -> str:
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(arguments)}\n{done.stderr.strip().splitlines()[-1]}")
    return done.stdout


def recorded(options, name, variants, file):
    words = [word for variant in variants for word in ("--variant", variant)]
    if not file.exists():
        run("record", *MODELS[name], *words, "--effort", "quick", "--processes", str(options.processes),
            "--rounds", str(options.rounds), "--without", "cold,check,noise", "--python", options.python,
            "-o", str(file))  # fmt: skip
    return json.loads(run("compare", str(file), "--json"))["cases"][0]


def row_of(options, name, folder):
    """The alone one's ceiling, and the largest measured speed-up with its interval and variant."""
    alone = recorded(options, name, ["eager"], folder / f"{name}-eager.fscope")
    both = recorded(options, name, ["eager", "default", MORE[options.more]], folder / f"{name}.fscope")
    measured = [(variant["speedup"], variant["name"]) for variant in both["variants"] if variant["speedup"]]
    if alone["ceiling"] is None or not measured:
        raise SystemExit(f"{name}: {alone.get('ceiling_reason') or 'nothing was measured'}")
    return alone, max(measured, key=lambda each: each[0]["estimate"])


def times(value):
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def line_of(name, alone, speedup, variant):
    ceiling = alone["ceiling"]
    holds = ceiling["high"] >= speedup["low"]
    mark = ("ok" if ceiling["high"] >= speedup["high"] else "ok, touches") if holds else "FAIL"
    bound = alone["bound_by"].replace("_", " ")
    cells = [
        name,
        bound,
        f"{ceiling['median_ns'] / 1e6:.2f}",
        f"{times(ceiling['estimate'])} ({times(ceiling['low'])}–{times(ceiling['high'])})",
        f"{times(speedup['estimate'])} ({times(speedup['low'])}–{times(speedup['high'])})",
        variant,
        mark,
    ]
    return holds, "| " + " | ".join(cells) + " |"


def likely_over_reached(alone, speedup):
    return alone["ceiling"]["estimate"] / speedup["estimate"]


def write_docs(lines):
    text = METHOD.read_text(encoding="utf-8")
    table = "\n".join(lines)
    pattern = r"(<!-- ceilings:[^\n]*-->\n).*?(<!-- /ceilings -->)"
    METHOD.write_text(re.sub(pattern, lambda found: f"{found[1]}{table}\n{found[2]}", text, flags=re.S), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--more", default="freezing", choices=MORE)
    parser.add_argument("--threads", default="1")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--python", default=os.environ.get("FUSESCOPE_PYTHON", str(ROOT / ".venv/bin/python")))
    parser.add_argument("--keep", help="folder for the recordings; those that are there are taken")
    parser.add_argument("--docs", action="store_true")
    options = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = options.threads
    lines = ["| Model | Bound by | Eager, ms | Ceiling: likely (cautious–at most) | Reached (95 % interval) | By | |",
             "|---|---|---|---|---|---|---|"]  # fmt: skip
    print("\n".join(lines))
    beyond = 0
    likely = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        for name in options.models.split(","):
            alone, (speedup, variant) = row_of(options, name, folder)
            holds, line = line_of(name, alone, speedup, variant)
            beyond += not holds
            likely.append(likely_over_reached(alone, speedup))
            lines.append(line)
            print(line, flush=True)
    if options.docs:
        write_docs(lines)
    typical = statistics.median(likely)
    print(f"ceilings  {beyond} below the measured interval  0  {'ok' if not beyond else 'FAIL'}")
    print(f"ceilings  median of likely / reached {typical:.2f}  {LIKELY_LIMIT}  {'ok' if typical <= LIKELY_LIMIT else 'FAIL'}")
    return 1 if beyond or typical > LIKELY_LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
