# SPDX-License-Identifier: Apache-2.0
"""Exceptions as the keys of the error catalogue, by the names over their class hierarchy.

Names and texts, not classes: torch moves and adds classes between versions, and importing them
would pull the compiler into eager workers.
"""

from fusescope_worker.pristine import re, traceback


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
    for key, names, pattern in _RULES:
        for cause in causes(error):
            if names.intersection(class_names(cause)) or (pattern and re.search(pattern, str(cause))):
                return key
    return "user_exception" if _raised_by_workload(error) else "other"


def _raised_by_workload(error):
    """Some frame below ours belongs neither to the worker nor to the standard library."""
    for frame in traceback.extract_tb(error.__traceback__):
        if "fusescope_worker" not in frame.filename and not frame.filename.startswith("<"):
            return True
    return False


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
    return text[:_LONGEST_SENTENCE]


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
