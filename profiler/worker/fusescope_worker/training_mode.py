# SPDX-License-Identifier: Apache-2.0
"""Does it matter to a model whether it is in training mode?"""

import types

import torch


def modules_that_differ(module):
    """Names of the submodules in training mode whose code asks for the mode: dropout, batch
    normalisation, attention, the user's own. Without one of them training mode changes nothing."""
    return [name for name, each in module.named_modules() if each.training and _asks_for_mode(each)]


def _asks_for_mode(module):
    if isinstance(module, torch.jit.ScriptModule):
        return True  # its code is not Python's: not known
    if _drops_nothing(module):
        return False
    return any(_reads_training(code) for code in _own_code(type(module)))


def _drops_nothing(module):
    if isinstance(module, torch.nn.modules.dropout._DropoutNd):
        return module.p == 0
    if isinstance(module, torch.nn.RNNBase):
        return module.dropout == 0 or module.num_layers == 1
    return False


def _own_code(kind):
    """Of all methods that the class does not have from torch.nn.Module itself."""
    for base in kind.__mro__:
        if base is torch.nn.Module:
            return
        for value in vars(base).values():
            if isinstance(value, types.FunctionType):
                yield value.__code__


def _reads_training(code):
    nested = (value for value in code.co_consts if isinstance(value, types.CodeType))
    return "training" in code.co_names or any(_reads_training(each) for each in nested)
