# SPDX-License-Identifier: Apache-2.0
"""An AOTInductor package of the user's own: does it take the inputs? By itself it does not look."""

import contextlib
import tempfile

import torch

from fusescope_worker.errors import WorkerError
from fusescope_worker.pristine import os, re

_LOOKS = "AOTI_RUNTIME_CHECK_INPUTS"
_TOLD = re.compile(r"^Error: input_handles\[(\d+)\]: (.+)$", re.M)


def refuse_inputs_outside(path, cases):
    """One call of each case by a copy of the package that looks at its inputs; the one that is timed does not."""
    os.environ[_LOOKS] = "1"  # read at a copy's first call
    try:
        looking = torch._inductor.aoti_load_package(path)
        for case in cases:
            for inputs in case.sets:
                _refuse(looking, inputs, case.name)
    finally:
        del os.environ[_LOOKS]


def _refuse(looking, inputs, case):
    with tempfile.TemporaryFile() as told:
        try:
            with _standard_error_to(told), torch.no_grad():
                looking(*inputs.args, **inputs.kwargs)
            return
        except RuntimeError as error:
            told.seek(0)
            text = told.read().decode(errors="replace")
            reason = _TOLD.search(text)
            if reason is None:
                raise  # a failure of its own, as every call will have it
            raise WorkerError(
                "outside_range",
                f"The inputs of case {case} lie outside what the package takes: tensor {reason[1]}, {reason[2]}.",
            ) from error


@contextlib.contextmanager
def _standard_error_to(file):
    """The package writes its reason there, past Python."""
    kept = os.dup(2)
    os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
