#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does `fusescope check` stop what it is for, and let the rest pass?

    tests/bench/long/gate_commits.py [NAME …] [--tries 10] [--program FILE] [--python PATH] [--backend aot_eager] [--budget 5m] [--keep FOLDER]

Makes a git repository with a model of 20 equal layers and commits that each change one thing, and checks every commit against
the first one: `break` and `recompile` by structure alone; `slower` (a layer more, which changes no result: 5 %) and `comments`
--tries times each, in lock step; `memory` (a buffer more, of 20 % of the peak that was measured) and `import` (it does not).
Limits: caught, caught, never fine, passed every time, caught, refused. Prints exit code, seconds and sentence of each.
About 80 minutes on two quiet cores. Exit 1: a limit is missed.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOLDS, REGRESSED, UNDECIDED, REFUSED = 0, 1, 2, 3
MORE_MEMORY = 0.2

MODEL = '''import torch

WIDTH = 256


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(WIDTH, WIDTH) for _ in range(20))

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


def make():
    torch.manual_seed(0)
    return Net().eval(), torch.randn(128, WIDTH)
'''
AFTER_LAYERS, BEFORE_RETURN = "range(20))\n", "        return x\n"


def with_lines(*lines: str, after: str = "", before: str = "") -> str:
    text = "".join(f"        {line}\n" for line in lines)
    return MODEL.replace(after, after + text, 1) if after else MODEL.replace(before, text + before, 1)


def slower() -> str:
    """What relu let through passes a layer of ones and zeros as it is."""
    return with_lines(
        "last = torch.nn.Linear(WIDTH, WIDTH)",
        "torch.nn.init.eye_(last.weight)",
        "torch.nn.init.zeros_(last.bias)",
        "self.layers.append(last)",
        after=AFTER_LAYERS,
    )


def recompiling() -> str:
    return with_lines("self.mode = 0", after=AFTER_LAYERS).replace(
        BEFORE_RETURN, "        self.mode = min(self.mode + 1, 2)\n        x = x * 1.0 if self.mode == 2 else x\n" + BEFORE_RETURN
    )


def commented(number: int) -> str:
    return f"# Try {number}.\n" + with_lines(f"# and {number} is its number", before=BEFORE_RETURN)


def with_more_memory(peak: float) -> str:
    more = int(MORE_MEMORY * peak)
    return with_lines(f'self.register_buffer("kept", torch.ones({more}, dtype=torch.uint8))', after=AFTER_LAYERS)


@dataclass
class Ended:
    code: int
    seconds: float
    sentence: str
    checks: list

    def outcome_of(self, check: str) -> str:
        return next((each["outcome"] for each in self.checks if each["check"] == check), "not asked")

    def peak(self) -> float:
        return next(each["before"] for each in self.checks if each["check"] == "memory")


class Repository:
    def __init__(self, folder: pathlib.Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder, options
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet")
        plan = {
            "schema": 1,
            "workload": {"spec": "model.py:make"},
            "python": options.python,
            "numeric": {"threads": 1},
            "variants": [
                {"name": "eager"},
                {"name": "compiled", "kind": "compiled", "compile": {"backend": options.backend}},
            ],
        }
        (folder / "fusescope-check.json").write_text(json.dumps(plan, indent=2) + "\n")
        self.commit("base", MODEL)
        self.git("tag", "base")

    def git(self, *words: str) -> None:
        who = ("-c", "user.name=gate", "-c", "user.email=gate@localhost")
        subprocess.run(["git", "-C", self.folder, *who, *words], check=True)

    def commit(self, name: str, model: str) -> None:
        if name != "base":
            self.git("checkout", "--quiet", "--detach", "base")
        (self.folder / "model.py").write_text(model)
        self.git("add", "model.py", "fusescope-check.json")
        self.git("commit", "--quiet", "--message", name)

    def check(self, name: str, model: str, *words: str) -> Ended:
        self.commit(name, model)
        command = [self.options.program, "check", "--against", "git:base", "--budget", self.options.budget, "--json", *words]
        begun = time.monotonic()
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        seconds = time.monotonic() - begun
        if done.stdout.startswith("{"):
            document = json.loads(done.stdout)
            ended = Ended(done.returncode, seconds, document["sentence"], document["checks"])
        else:
            ended = Ended(done.returncode, seconds, (done.stderr.strip().splitlines() or [""])[-1], [])
        worse = [f"{each['check']} {each['outcome']}" for each in ended.checks if each["outcome"] in ("regressed", "undecided")]
        print(f"{name:12} exit {ended.code}  {seconds:5.0f} s  {ended.sentence} {', '.join(worse)}", flush=True)
        return ended


def check_break(repository: Repository, _: int) -> bool:
    ended = repository.check("break", with_lines('print("step")', before=BEFORE_RETURN), "--structure")
    return ended.code == REGRESSED and ended.outcome_of("graph_breaks") == "regressed"


def check_recompile(repository: Repository, _: int) -> bool:
    ended = repository.check("recompile", recompiling(), "--structure")
    return ended.code == REGRESSED and ended.outcome_of("recompiles") == "regressed"


def check_slower(repository: Repository, tries: int) -> bool:
    outcomes = []
    for number in range(1, tries + 1):
        ended = repository.check(f"slower {number}", slower())
        outcomes.append((ended.code, ended.outcome_of("time")))
    caught = sum(outcome == (REGRESSED, "regressed") for outcome in outcomes)
    print(f"slower: caught in {caught} of {tries}")
    return all(code in (REGRESSED, UNDECIDED) and time in ("regressed", "undecided") for code, time in outcomes)


def check_comments(repository: Repository, tries: int) -> bool:
    codes = [repository.check(f"comments {number}", commented(number)).code for number in range(1, tries + 1)]
    print(f"comments: passed in {codes.count(HOLDS)} of {tries}")
    return codes.count(HOLDS) == tries


def check_memory(repository: Repository, _: int) -> bool:
    peak = repository.check("peak", commented(0)).peak()
    ended = repository.check("memory", with_more_memory(peak))
    return ended.code == REGRESSED and ended.outcome_of("memory") == "regressed"


def check_import(repository: Repository, _: int) -> bool:
    return repository.check("import", 'raise RuntimeError("broken")\n' + MODEL).code == REFUSED


CHECKS = {
    "break": check_break,
    "recompile": check_recompile,
    "import": check_import,
    "memory": check_memory,
    "slower": check_slower,
    "comments": check_comments,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(CHECKS), choices=[[], *CHECKS], metavar="NAME")
    parser.add_argument("--tries", type=int, default=10)
    parser.add_argument("--program", default=str(ROOT / "build/dev/bin/fusescope"))
    parser.add_argument("--python", default=str(ROOT / ".venv/bin/python"))
    parser.add_argument("--backend", default="aot_eager")
    parser.add_argument("--budget", default="5m")
    parser.add_argument("--keep", type=pathlib.Path, help="the repository is made there and stays")
    options = parser.parse_args()
    options.program, options.python = (str(pathlib.Path(each).absolute()) for each in (options.program, options.python))
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(options.keep or pathlib.Path(folder), options)
        for name in options.names:
            if not CHECKS[name](repository, options.tries):
                missed.append(name)
    print(f"gate_commits  {', '.join(missed) or 'nothing'} missed its limit  {'FAIL' if missed else 'ok'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
