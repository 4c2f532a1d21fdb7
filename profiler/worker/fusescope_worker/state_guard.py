# SPDX-License-Identifier: Apache-2.0
"""Finds a model that changes its inputs or its own buffers in a call, and restores them before each.

Changed in inference means that call 1000 does other work than call 1. In training only the inputs
are watched: parameters and statistics change by right.
"""

import contextlib

import torch

from fusescope_worker import plain, trees

# Of what is kept to restore from; beyond it the change is only told.
_MOST_BYTES_KEPT = 1 << 28


def _version(tensor):
    try:
        return tensor._version
    except RuntimeError:  # inference tensors count no versions
        return None


class StateGuard:
    """Of one case: `arm` before its first call, `look` after it."""

    def __init__(self, sets, module, training, user_reset):
        self._watched = {}
        for index, inputs in enumerate(sets):
            prefix = f"input {index}." if len(sets) > 1 else "input "
            for path, leaf in trees.leaves(dict(inputs.items())):
                if isinstance(leaf, torch.Tensor):
                    self._watched[prefix + path] = leaf
        if module is not None and not training:
            self._watched.update((f"buffer {name}", buffer) for name, buffer in module.named_buffers())
        self._user_reset = user_reset
        self._kept = {}
        self.changed = []

    def arm(self):
        if self._user_reset is not None:
            self._user_reset()  # what it brings back is no change
        self._versions = {name: _version(tensor) for name, tensor in self._watched.items()}
        if sum(map(plain.size_of, self._watched.values())) <= _MOST_BYTES_KEPT:
            self._kept = {}
            for name, tensor in self._watched.items():
                with contextlib.suppress(plain.NoValues):  # its version must do
                    self._kept[name] = plain.copied(tensor)

    def look(self):
        """Names of what the call changed and the user's reset does not bring back."""
        if self._user_reset is not None:
            self._user_reset()
        self.changed = [name for name, tensor in self._watched.items() if self._differs(name, tensor)]
        self._kept = {name: self._kept[name] for name in self.changed if name in self._kept}
        return self.changed

    def _differs(self, name, tensor):
        if name in self._kept:
            with contextlib.suppress(plain.NoValues):
                return not plain.equal(self._kept[name], tensor)
        version = _version(tensor)
        return version is not None and version != self._versions[name]

    def sentence(self):
        names = ", ".join(self.changed[:3]) + (" and more" if len(self.changed) > 3 else "")
        restored = "it is restored before each call, untimed"
        if not self._kept:
            restored = "it cannot be kept, so that later calls begin from another state; give a 'reset'"
        return f"A call changes {names}; {restored}."

    def reset(self):
        """The untimed function before each call; None when there is nothing to bring back."""
        if not self._kept:
            return self._user_reset
        pairs = [(self._watched[name], value) for name, value in self._kept.items()]
        user_reset = self._user_reset

        def restore():
            if user_reset is not None:
                user_reset()
            with torch.no_grad():
                for tensor, value in pairs:
                    tensor.copy_(value)

        return restore
