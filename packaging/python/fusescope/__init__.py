# SPDX-License-Identifier: Apache-2.0
"""Says what torch.compile changed in a model, and whether it is worth it.

    recording = fusescope.record(model, inputs, variants=["eager", "default"])
    recording.verdict
"""

from fusescope.magic import load_ipython_extension
from fusescope.program import FusescopeError
from fusescope.recording import Recording, record

__all__ = ["FusescopeError", "Recording", "load_ipython_extension", "record"]
