#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Decides which of the long suites (tests/long_suites.txt) a run of the tests leaves out.

    left_out_suites.py BUILD SKIPPED.JSON

Prints a regular expression for ctest -E, or nothing. SKIPPED.JSON gets name, number of tests and reason of each suite,
for the closing lines. A suite runs if a file below its paths differs from the commit that FUSESCOPE_CHANGED_SINCE
names. By default this is the merge base with the main branch or, on the main branch itself, the twentieth commit
before, since a push brings more than its last commit. Without such a commit, as in a shallow clone, all suites run.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMITS_OF_A_PUSH = 20


def git(*words: str) -> str | None:
    ended = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False)
    return ended.stdout.strip() if ended.returncode == 0 else None


def table(text: str) -> dict[str, list[str]]:
    """Name -> paths; a line that begins with a space continues the one before."""
    suites, name = {}, ""
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if words and not line[0].isspace():
            name = words.pop(0)
        if words:
            suites.setdefault(name, []).extend(words)
    return suites


def base() -> str | None:
    if given := os.environ.get("FUSESCOPE_CHANGED_SINCE"):
        return git("rev-parse", "--verify", f"{given}^{{commit}}")
    common = git("merge-base", "HEAD", "origin/main")
    if common and common == git("rev-parse", "HEAD"):
        return git("rev-parse", "--verify", f"HEAD~{COMMITS_OF_A_PUSH}")
    return common


def has_changed(since: str, paths: list[str]) -> bool:
    changed = git("diff", "--name-only", since, "--", *paths)
    return changed is None or bool(changed + (git("ls-files", "--others", "--exclude-standard", "--", *paths) or ""))


def stale_paths(suites: dict[str, list[str]]) -> list[str]:
    """Nothing ever changes below a path that was renamed: its suite would never run again."""
    return [path for paths in suites.values() for path in paths if not git("ls-files", "--", path)]


def commands(build: str) -> dict[str, list[list[str]]]:
    """What ctest runs, by name up to the first dot: "cli_remote_test.1of4" is one of four shards of cli_remote_test,
    "worker.trace" one of the programs of worker."""
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, check=True)
    found: dict[str, list[list[str]]] = {}
    for test in json.loads(listed.stdout)["tests"]:
        found.setdefault(test["name"].partition(".")[0], []).append(test.get("command", []))
    return found


def count_all(programs: list[list[str]]) -> int:
    """Shards of a program count once: each lists all of its tests."""
    by_program = {tuple(word for word in command if "--gtest_output=" not in word): command for command in programs}
    return sum(count(command) for command in by_program.values())


def count(command: list[str]) -> int:
    """How many single tests the command runs."""
    if any(word.startswith("--gtest_output=") for word in command):
        listed = subprocess.run([command[0], "--gtest_list_tests"], capture_output=True, text=True, check=False)
        return sum(line.startswith("  ") for line in listed.stdout.splitlines()) or 1
    if any(word.endswith("/run_unittests.py") for word in command):
        place = pathlib.Path(command[-1])
        files = place.glob("*_test.py") if place.is_dir() else [place]
        return sum(file.read_text(encoding="utf-8").count("    def test_") for file in files)
    return 1


def left_out(suites: dict[str, list[str]], since: str, build: str) -> list[dict]:
    known = commands(build)
    reason = f"nothing that it tests has changed since {git('rev-parse', '--short', since)}; ./dev test --all runs it"
    return [
        {"name": name, "tests": count_all(known[name]), "reason": reason}
        for name, paths in suites.items()
        if name in known and not has_changed(since, paths)
    ]


def main(build: str, file: str) -> int:
    suites = table((ROOT / "tests/long_suites.txt").read_text(encoding="utf-8"))
    if stale := stale_paths(suites):
        print("tests/long_suites.txt names paths that do not exist:", *stale, file=sys.stderr)
        return 1
    since = base()
    found = left_out(suites, since, build) if since else []
    pathlib.Path(file).write_text(json.dumps(found), encoding="utf-8")
    if found:
        print(rf"^({'|'.join(suite['name'] for suite in found)})(\.|$)")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
