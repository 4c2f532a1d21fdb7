# SPDX-License-Identifier: Apache-2.0
"""Tensors from the plan's specifications: made from the seed, or read from files."""

import zlib

import torch

from fusescope_worker import files, plain, trees
from fusescope_worker.errors import bad_input
from fusescope_worker.numeric_context import dtype_named
from fusescope_worker.pristine import os
from fusescope_worker.workload import InputSet

# Where nothing says how far an index may go.
_ASSUMED_RANGE = (0, 10)


class InputMaker:
    """Makes the same tensors in every lane: each has a seed of its own, by case, name and set."""

    def __init__(self, plan, module, working_directory, notices):
        self._numeric = plan.numeric
        self._module = module
        self._folder = working_directory
        self._notices = notices

    def input_set(self, case, specs, signature, number):
        """Digits name positional arguments, anything else parameters of the measured call."""
        positional, named = {}, {}
        for index, spec in enumerate(specs):
            tensor = self.tensor(case, spec, number)
            if spec.name.isdigit():
                positional[int(spec.name)] = tensor
            elif signature.takes(spec.name):
                named[spec.name] = tensor
            elif signature.any_args:  # only *args: names are for people
                positional[index] = tensor
            else:
                known = ", ".join(signature.names) or "none"
                raise bad_input(
                    f"The measured call has no parameter '{spec.name}' (case {case}); its parameters are {known}."
                )
        return InputSet(tuple(positional[index] for index in sorted(positional)), named)

    def tensor(self, case, spec, number):
        if spec.file:
            given = files.load_tensor(os.path.join(self._folder, spec.file), spec.key)
            return self._changed(case, given, number) if number > 0 else given
        dtype = dtype_named(spec.dtype)
        generator = torch.Generator()
        generator.manual_seed(self._seed(case, spec.name, number))
        shape = [int(size) for size in spec.shape]
        if dtype == torch.bool:
            return _mask(shape, generator)
        if dtype.is_floating_point or dtype.is_complex:
            wide = torch.complex64 if dtype.is_complex else torch.float32
            made = dtype if dtype in (torch.float64, torch.complex128) else wide
            return torch.randn(shape, generator=generator, dtype=made).to(dtype)
        low, high = spec.range or self._range(case, spec.name)
        if high <= low:
            raise bad_input(f"The range of input '{spec.name}' (case {case}) is empty: [{low},{high}).")
        return torch.randint(low, high, shape, generator=generator, dtype=torch.int64).to(dtype)

    def like(self, case, inputs, number):
        """Further inputs beside given ones: new floating numbers of the same mean and deviation."""

        def changed(tensor):
            return self._changed(case, tensor, number)

        return inputs.map(lambda value: trees.map_tensors(value, changed))

    def _changed(self, case, tensor, number):
        if not tensor.is_floating_point() or not tensor.numel() or not plain.is_plain(tensor):
            return tensor
        generator = torch.Generator()
        generator.manual_seed(self._seed(case, "", number))
        spread = tensor.float().std() if tensor.numel() > 1 else torch.ones((), dtype=torch.float32)
        noise = torch.randn(tensor.shape, generator=generator, dtype=torch.float32)  # fp64 draws other numbers
        return (noise * spread.cpu() + tensor.float().mean().cpu()).to(tensor.dtype)

    def _seed(self, case, name, number):
        word = zlib.crc32(f"{case}/{name}/{number}".encode())
        return (int(self._numeric.seed) * 1_000_003 + word) % 2**63

    def _range(self, case, name):
        """From the embedding that such an input indexes, by its name; else assumed, and said."""
        sizes = {}
        if self._module is not None:
            for path, module in self._module.named_modules():
                if isinstance(module, (torch.nn.Embedding, torch.nn.EmbeddingBag)):
                    sizes[path] = module.num_embeddings
        if "mask" in name:
            return (0, 2)
        for word in ("token_type", "position", "segment"):
            matching = [size for path, size in sizes.items() if word in path]
            if word in name and matching:
                return (0, min(matching))
        special = ("token_type", "position", "segment", "wpe")
        words = [size for path, size in sizes.items() if not any(word in path for word in special)]
        if words or sizes:
            return (0, min(words or sizes.values()))
        low, high = _ASSUMED_RANGE
        self._notices.add(
            "integer_range_assumed",
            f"Integers of input '{name}' are made from [{low},{high}): the model has no embedding that "
            f"says more; give a range such as {name}=8x128:int64[0,30522).",
            case,
        )
        return _ASSUMED_RANGE


def _mask(shape, generator):
    """A padding mask: each row begins with at least half of its places true."""
    if not shape or shape[-1] == 0:
        return torch.ones(shape, dtype=torch.bool)
    length = shape[-1]
    kept = torch.randint((length + 1) // 2, length + 1, shape[:-1] + [1], generator=generator)
    return torch.arange(length).expand(shape) < kept
