# SPDX-License-Identifier: Apache-2.0
"""What a device gives, and how torch is asked for it: one row for each kind that a plan knows (docs/devices.md).

torch calls an AMD device `cuda`, too; a plan may say `hip`, and facts say it. What a kind does not give is never a
zero: it is absent, and where it would stand the sentence of its kind does.
"""

import contextlib
from collections import namedtuple

import torch

from fusescope_worker.errors import WorkerError

# module: of torch, asked when needed. events: that time work within its stream. peaks: its allocator keeps them.
# streams: calls of several threads run beside each other. graphs: Inductor records them (torch 2.9 to 2.11 ask for
# the type "cuda"). no_kernels: why the collector sees none; empty = it does.
Kind = namedtuple("Kind", "word type module events peaks streams graphs no_kernels")

_NOT_CUPTI = (
    "kernels are not collected on {word}: the collector speaks CUPTI, which knows NVIDIA's devices alone; record a "
    "call with torch.profiler and import its trace by `fusescope import`"
)
_METAL = (
    "kernels are not collected on {word}: Metal tells no program but Xcode's Instruments when a kernel ran "
    "(torch.mps.profiler.profile)"
)
KINDS = (
    Kind("cpu", "cpu", None, False, False, False, False, "the calls ran on the CPU"),
    Kind("cuda", "cuda", "cuda", True, True, True, True, ""),
    Kind("hip", "cuda", "cuda", True, True, True, True, _NOT_CUPTI.format(word="hip")),
    Kind("xpu", "xpu", "xpu", True, True, True, False, _NOT_CUPTI.format(word="xpu")),
    Kind("mps", "mps", "mps", False, False, False, False, _METAL.format(word="mps")),
)


def _is_rocm():
    return bool(getattr(torch.version, "hip", None))


def _kind_named(word):
    return next((kind for kind in KINDS if kind.word == word), None)


def kind_of(device):
    """Of a torch.device; one that no plan knows is like a CPU that cannot be waited for."""
    if device.type == "cuda" and _is_rocm():
        return _kind_named("hip")
    return _kind_named(device.type) or _kind_named("cpu")


def _module(device):
    name = kind_of(device).module
    return getattr(torch, name) if name else None


def resolve(name):
    """The plan's device as torch names it, made the current one; or one sentence on why it is not here."""
    word, _, number = name.partition(":")
    kind = _kind_named(word)
    if kind is None or (number and not number.isdigit()):
        known = ", ".join(each.word for each in KINDS)
        raise WorkerError("device_not_found", f"'{name}' is no device that is known; known are {known}.")
    if kind.word == "cpu":
        return torch.device("cpu")
    if kind.word == "hip" and not _is_rocm():
        built = "CUDA" if getattr(torch.version, "cuda", None) else "the CPU"
        raise _not_here(name, f"this torch was built for {built}, and hip is what torch for ROCm has")
    return _present(name, kind, int(number or 0))


def _present(name, kind, index):
    module = getattr(torch, kind.module, None)
    if module is None or not _available(module):
        raise _not_here(name, f"this torch sees no {kind.word} device")
    count = module.device_count()
    if index >= count:
        raise _not_here(name, f"this torch sees {count} {kind.word} device{'s' if count != 1 else ''}")
    if not hasattr(module, "set_device"):  # mps has one
        return torch.device(kind.type)
    device = torch.device(kind.type, index)
    module.set_device(device)
    return device


def _available(module):
    if hasattr(module, "is_available"):
        return module.is_available()
    return module.device_count() > 0


def _not_here(name, why):
    return WorkerError(
        "device_not_found", f"The device {name} is not here: {why}; `fusescope doctor` names those that are."
    )


def named(device):
    """As a plan names it: "hip:0" where torch says cuda."""
    kind = kind_of(device)
    return str(device) if kind.word == device.type else f"{kind.word}:{device.index or 0}"


def will_collect_kernels(name):
    """Told before anything touches the device: CUPTI would miss what was there already."""
    return name.partition(":")[0] == "cuda" and not _is_rocm()


def why_no_kernels(device):
    return kind_of(device).no_kernels


def synchronizer(device):
    """Waits for the device; nothing to wait for on the CPU."""
    module = _module(device)
    if module is None:
        return lambda: None
    if device.type == "mps":  # takes no device
        return module.synchronize
    return lambda: module.synchronize(device)


def records_graphs(device):
    """CUDA graphs, and those of HIP: of the others Inductor makes none."""
    return kind_of(device).graphs


class Marks:
    """Moments in the work of a device: events in its stream, or where it has none the host's clock behind it."""

    def __init__(self, device):
        self._event = _module(device).Event if kind_of(device).events else None
        self._synchronize = synchronizer(device) if self._event is None else None

    @property
    def are_events(self):
        return self._event is not None

    def take(self):
        """An event, or None after everything before it is done."""
        if self._event is None:
            self._synchronize()
            return None
        event = self._event(enable_timing=True)
        event.record()
        return event


def reset_peaks(device):
    if kind_of(device).peaks:
        _module(device).reset_peak_memory_stats(device)


def memory_peaks(device):
    """Since they were reset; what its allocator does not keep is absent."""
    if not kind_of(device).peaks:
        return {}
    module = _module(device)
    return {
        "device_peak_bytes": module.max_memory_allocated(device),
        "device_reserved_bytes": module.max_memory_reserved(device),
    }


def random_states(device):
    states = [torch.get_rng_state()]
    if _module(device) is not None:
        states.append(_module(device).get_rng_state(device))
    return states


def set_random_states(states, device):
    torch.set_rng_state(states[0])
    if _module(device) is not None:
        _module(device).set_rng_state(states[1], device)


@contextlib.contextmanager
def own_stream(device):
    """What waits for the calls of this thread alone, where a device has streams."""
    if not kind_of(device).streams:
        yield synchronizer(device)
        return
    module = _module(device)
    stream = module.Stream(device)
    with module.stream(stream):
        yield stream.synchronize


def facts(device):
    """Fields of a recording that tell which device it was; a CPU's name is not torch's to tell."""
    return _FACTS[kind_of(device).word](device)


def _cuda_facts(device):
    properties = torch.cuda.get_device_properties(device)
    return {
        "device_name": properties.name,
        "device_uuid": getattr(properties, "uuid", None),
        "compute_capability": f"{properties.major}.{properties.minor}",
        "multiprocessors": properties.multi_processor_count,
    }


def _hip_facts(device):
    """AMD counts its capabilities on its own: the name of the instruction set tells what compute capability does."""
    properties = torch.cuda.get_device_properties(device)
    return {
        "device_name": properties.name,
        "device_uuid": getattr(properties, "uuid", None),
        "architecture": getattr(properties, "gcnArchName", None),
        "multiprocessors": properties.multi_processor_count,
        "hip": torch.version.hip,
    }


def _xpu_facts(device):
    properties = torch.xpu.get_device_properties(device)
    return {
        "device_name": properties.name,
        "device_uuid": getattr(properties, "uuid", None),
        "driver": getattr(properties, "driver_version", None),
        "multiprocessors": getattr(properties, "gpu_subslice_count", None),
    }


def _mps_facts(_device):
    """get_name is of torch 2.10."""
    names = torch.backends.mps
    return {
        "device_name": names.get_name() if hasattr(names, "get_name") else "Apple GPU",
        "multiprocessors": names.get_core_count() if hasattr(names, "get_core_count") else None,
    }


_FACTS = {"cpu": lambda _device: {}, "cuda": _cuda_facts, "hip": _hip_facts, "xpu": _xpu_facts, "mps": _mps_facts}
