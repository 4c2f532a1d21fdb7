# SPDX-License-Identifier: Apache-2.0
"""Inductor's check of vector instructions without a second import of torch.

Before its first C++ kernel, Inductor builds small libraries for AVX-512's extensions and asks for each
whether it loads: in a new interpreter that imports torch first, up to three times in every process, also
with a warm cache. Here torch is imported already, so the library is
loaded in this process: the same answer, since loading runs none of its functions. Cold processes leave
torch as it is, because their users pay for that check.
"""

import importlib
import types

from fusescope_worker.pristine import ctypes, re

_LIBRARY = re.compile(r'LoadLibrary\("(.+)"\)')


def load_in_this_process():
    """Nothing changes where this version of torch has no such check, or another one."""
    try:
        isa = importlib.import_module("torch._inductor.cpu_vec_isa")
    except ImportError:
        return
    real = getattr(isa, "subprocess", None)
    if hasattr(real, "check_call") and hasattr(isa, "VecISA"):
        isa.subprocess = types.SimpleNamespace(**{**vars(real), "check_call": _check_call(real.check_call)})


def _check_call(real):
    def check_call(command, *arguments, **named):
        library = _LIBRARY.search(str(command[-1]))
        if library is None:
            return real(command, *arguments, **named)
        ctypes.CDLL(library.group(1))  # an OSError is "no" to the caller, as a failed process is
        return 0

    return check_call
