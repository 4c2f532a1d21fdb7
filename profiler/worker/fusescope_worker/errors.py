# SPDX-License-Identifier: Apache-2.0
"""Exceptions as the keys of the error catalogue, by the names over their class hierarchy.

Names and texts, not classes: torch moves and adds classes between versions, and importing them
would pull the compiler into eager workers.
"""

from fusescope_worker import user_frames
from fusescope_worker.pristine import os, re, traceback


_LONGEST_SENTENCE = 400

# First match wins: (key, names of classes, pattern in the message); either is enough.
_RULES = [
    ("no_torch", {"NoTorch"}, None),
    ("module_not_found", {"ModuleNotFoundError"}, None),
    (
        "out_of_memory",
        {"OutOfMemoryError", "MemoryError"},
        r"DefaultCPUAllocator: (can't|not enough) |you tried to allocate|CUDA out of memory|out of memory$",
    ),
    (
        "device_not_found",
        set(),
        r"not compiled with (CUDA|XPU)|invalid device ordinal|No (CUDA GPUs|XPU devices) are available|no NVIDIA driver",
    ),
    (
        "recompile_limit",
        {"FailOnRecompileLimitHit", "FailOnCacheLimitHit", "RecompileError"},
        r"[Rr]ecompile limit exceeded",
    ),
    ("invalid_backend", {"InvalidBackend"}, r"Invalid backend"),
    (
        "no_c_compiler",
        {"InvalidCxxCompiler"},
        r"No working C\+\+ compiler|Failed to find C compiler|Cannot find a working triton|"
        r"No such file or directory: '(g\+\+|gcc|clang|openssl)'|fatal error: Python\.h",
    ),
    ("generated_code_invalid", set(), r"C\+\+ compile error[\s\S]*\.cpp:\d+:\d+: error: "),
    (
        "missing_fake",
        {"UnsupportedOperatorException"},
        r"[Nn]o fake impl|does not have a fake|missing_fake_impl|no meta kernel|Missing .?FakeTensor|"
        r"running with fake tensors|unsupported operator:|[Uu]nsupported fake",
    ),
    (
        "shape_mismatch",
        set(),
        r"shapes cannot be multiplied|size mismatch|must match|same reduction dim|not broadcastable|"
        r"is invalid for input of size|"
        r"expected input\[|to have \d+ channels|Given (groups|normalized_shape)=|inconsistent tensor size|"
        r"[Ee]xpected .*\b(dimension|shape|size)",
    ),
    ("unsupported", {"Unsupported", "UserError", "UncapturedHigherOrderOpError"}, None),
    (
        "backend_failed",
        {
            "BackendCompilerFailed",
            "InductorError",
            "LoweringException",
            "CppCompileError",
            "SubprocException",
        },
        None,
    ),
]

# What may happen to anybody's code.
_WHOEVER_FAILS = {"out_of_memory", "module_not_found", "device_not_found"}

_PACKAGE = os.sep + "fusescope_worker" + os.sep
# Files that call the workload, or torch in its name: what fails behind them is the workload's.
_DOORS = {
    f"{name}.py"
    for name in (
        "cases", "commands", "compiling", "inputs", "library_models", "load", "losses", "measure", "numeric_context", "session",
        "sources", "target", "torch_settings", "training", "trial_compile", "workload",
    )
}  # fmt: skip


class WorkerError(Exception):
    """An error that the worker itself found: its key and its sentence are known."""

    def __init__(self, key, sentence):
        super().__init__(sentence)
        self.key = key


def bad_input(sentence):
    return WorkerError("bad_input", sentence)


def class_names(error):
    return [cls.__name__ for cls in type(error).__mro__]


def causes(error):
    """The exception and what it was raised from, outermost first."""
    seen = []
    while error is not None and error not in seen:
        seen.append(error)
        error = getattr(error, "inner_exception", None) or error.__cause__
    return seen


def classify(error):
    if isinstance(error, WorkerError):
        return error.key
    own_fault = place_of_own_fault(error) != ""
    for key, names, pattern in _RULES:
        if own_fault and key not in _WHOEVER_FAILS:
            continue
        for cause in causes(error):
            if names.intersection(class_names(cause)) or (pattern and re.search(pattern, str(cause))):
                return key
    return "own_fault" if own_fault else "user_exception"


def place_of_own_fault(error):
    """File and line of this package that failed, by itself or in what it asked of torch; empty where code of the
    workload, or what it was called for, did."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [index for index, frame in enumerate(frames) if _PACKAGE in frame.filename]
    if not ours:
        return ""
    innermost = frames[ours[-1]]
    called = frames[ours[-1] + 1 :]
    name = innermost.filename.partition(_PACKAGE)[2]
    at_door = name in _DOORS or name.startswith(("engines" + os.sep, "script" + os.sep))
    if at_door or any(not user_frames.is_foreign(frame.filename) for frame in called):
        return ""
    return f"{name}:{innermost.lineno}"


def sentence_of(error):
    """One line: what the exception says first, with its class when that adds something."""
    if isinstance(error, WorkerError):
        return str(error)
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = lines[0] if lines else type(error).__name__
    # Dynamo's first line only says that tracing failed; what failed stands further down.
    inner = re.search(r"got (\w+\((['\"]).{1,300}?\2\))", str(error))
    if inner:
        text = f"{text}: {inner.group(1)}"
    compiler = re.search(r":\d+:\d+: (?:fatal )?error: (.+)", str(error))
    if compiler:
        text = f"{text}: {compiler.group(1)}"
    if type(error).__name__ not in text:
        text = f"{type(error).__name__}: {text}"
    place = place_of_own_fault(error)
    return text[:_LONGEST_SENTENCE] + (f" (in fusescope_worker/{place})" if place else "")


def as_json(error, stage, case):
    name = f"{type(error).__module__}.{type(error).__qualname__}"
    return {
        "class": classify(error),
        "sentence": sentence_of(error),
        "exception": name.removeprefix("builtins."),
        "traceback": "".join(traceback.format_exception(type(error), error, error.__traceback__)),
        "stage": stage,
        "case": case,
    }
