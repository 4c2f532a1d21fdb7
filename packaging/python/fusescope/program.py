# SPDX-License-Identifier: Apache-2.0
"""The program behind the package: where it is, and what it answers. Its answers are read as JSON, never as prose."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

NOT_ALL_VARIANTS = 4  # some variants failed; the rest is there


class FusescopeError(RuntimeError):
    """One sentence: what happened and what to do."""


def program():
    """FUSESCOPE_PROGRAM, or the one that the wheel brought."""
    chosen = os.environ.get("FUSESCOPE_PROGRAM")
    path = pathlib.Path(chosen) if chosen else pathlib.Path(__file__).parent / "native/bin/fusescope"
    if not os.access(path, os.X_OK):
        raise FusescopeError(
            f"there is no program {path}: install the wheel for this platform, or set FUSESCOPE_PROGRAM"
        )
    return str(path)


def environment(**more):
    """Workers run in this very interpreter unless something else was chosen."""
    return {"FUSESCOPE_PYTHON": sys.executable, **os.environ, **more}


def script_words(words):
    """The words of `record` for `run`: its own options end where a script (`train.py` or `-m module`) begins."""
    for index, word in enumerate(words):
        if word == "-m" and index + 1 < len(words):
            return ["record", *words[:index], "--script-module", words[index + 1], "--", *words[index + 2 :]]
        if word.endswith(".py") or os.path.basename(word) == "torchrun":  # which `record` answers in words
            return ["record", *words[:index], "--script", word, "--", *words[index + 1 :]]
    raise FusescopeError("run needs a script: python -m fusescope run [options of record] train.py ARGS")


def last_sentence(errors):
    """What the program said last, without its name."""
    lines = [line for line in errors.splitlines() if line.strip()]
    return lines[-1].removeprefix("fusescope: ") if lines else "fusescope ended without a word"


def as_json(words):
    """With the option that asks for JSON: what stands behind `--` is a script's own."""
    cut = words.index("--") if "--" in words else len(words)
    return [program(), *words[:cut], "--json", *words[cut:]]


def answer(*words):
    """The JSON document that a command prints."""
    ended = subprocess.run(as_json(words), env=environment(), capture_output=True, text=True)
    if ended.returncode != 0:
        raise FusescopeError(last_sentence(ended.stderr))
    return json.loads(ended.stdout)


def record_events(words, show, **more_environment):
    """Runs a command that records, hands each event to `show` and returns the last, which says where it is stored.

    The first Ctrl-C stops it after the running block, and what was recorded is there.
    """
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            as_json(words),
            env=environment(**more_environment),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,  # a Ctrl-C in the terminal reaches it once, through us
        )
        with process:
            last, interrupted = _read_events(process, show)
        if interrupted:
            raise KeyboardInterrupt
        if process.returncode not in (0, NOT_ALL_VARIANTS):
            errors.seek(0)
            raise FusescopeError(last_sentence(errors.read()))
        return last


def _read_events(process, show):
    last, interrupted = {}, False
    while True:
        try:
            for line in process.stdout:
                last = json.loads(line)
                show(last)
            return last, interrupted
        except KeyboardInterrupt:
            interrupted = True
            process.send_signal(signal.SIGINT)
