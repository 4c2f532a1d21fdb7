# SPDX-License-Identifier: Apache-2.0
"""Peaks of one phase: host (VmHWM), children while compiling (sampled), device and host allocators."""

from fusescope_worker import devices, process_tree
from fusescope_worker.pristine import threading, time

_SAMPLE_SECONDS = 0.02
# Reading many children takes long: sampling gets at most this share of the time.
_LARGEST_SHARE = 0.1


class ChildrenSampler:
    """Compilers and Inductor's pool come and go, so only sampling sees their peak; it runs only
    while something compiles."""

    def __init__(self):
        self._compiling = threading.Event()
        self._thread = None
        self.peak_bytes = None

    def start(self):
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="fusescope-children", daemon=True)
            self._thread.start()
        self._compiling.set()

    def pause(self):
        self._compiling.clear()

    def take_peak(self):
        peak, self.peak_bytes = self.peak_bytes, None
        return peak

    def _run(self):
        while True:
            self._compiling.wait()
            start = time.monotonic()
            size = process_tree.children_bytes()
            if size is not None:
                self.peak_bytes = max(self.peak_bytes or 0, size)
            time.sleep(max(_SAMPLE_SECONDS, (time.monotonic() - start) / _LARGEST_SHARE))


class Peaks:
    """Reads and resets the peaks of a process, and of the device where it is this one."""

    def __init__(self, device, sampler=None, agent=None, process="self"):
        here = process == "self"
        self._device = device if here else None
        self._process = process
        self._sampler, self._agent = sampler, agent
        self.reset()

    def reset(self):
        self._host_known = process_tree.reset_host_peak(self._process)
        if self._device is not None:
            devices.reset_peaks(self._device)
        if self._sampler is not None:
            self._sampler.take_peak()
        if self._agent is not None:
            self._agent.reset_memory()

    def read(self, phase, case):
        """One entry of the answer's `memory`; what is unknown is absent."""
        entry = {"phase": phase, "case": case}
        if self._host_known:
            entry["host_peak_bytes"] = process_tree.host_peak_bytes(self._process)
        if self._sampler is not None:
            entry["children_peak_bytes"] = self._sampler.take_peak()
        if self._device is not None:
            entry.update(devices.memory_peaks(self._device))
        if self._agent is not None:
            host = self._agent.read_memory().get("host") or {}
            entry["host_allocator_peak_bytes"] = host.get("peak")
        return {key: value for key, value in entry.items() if value is not None or key == "case"}


def merge(entries):
    """Entries of one phase and case as one: the largest of each peak."""
    merged = {}
    for entry in entries:
        into = merged.setdefault((entry["phase"], entry["case"]), dict(entry))
        for key, value in entry.items():
            if key.endswith("_bytes"):
                into[key] = max(into.get(key, 0), value)
    return list(merged.values())
