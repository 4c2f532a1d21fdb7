# SPDX-License-Identifier: Apache-2.0
"""Peaks of one phase: host (VmHWM), children while compiling (sampled), device and host allocators."""

import threading

import torch

from fusescope_worker import process_tree

_SAMPLE_SECONDS = 0.02


class ChildrenSampler(threading.Thread):
    """Compilers and Inductor's pool come and go: only sampling sees their peak."""

    def __init__(self):
        super().__init__(name="fusescope-children", daemon=True)
        self._ended = threading.Event()
        self.peak_bytes = None

    def run(self):
        while not self._ended.wait(_SAMPLE_SECONDS):
            size = process_tree.children_bytes()
            if size is not None:
                self.peak_bytes = max(self.peak_bytes or 0, size)

    def end(self):
        self._ended.set()
        self.join()


class PhasePeaks:
    """Context of one phase: resets the peaks, then reads them. Not for timed calls with children."""

    def __init__(self, phase, case, device, children=False, agent=None):
        self._phase, self._case, self._device, self._agent = phase, case, device, agent
        self._sampler = ChildrenSampler() if children else None
        self.entry = {"phase": phase, "case": case}

    def __enter__(self):
        self._host_reset = process_tree.reset_host_peak()
        if self._device is not None and self._device.type == "cuda":
            torch.cuda.reset_peak_memory_stats(self._device)
        self._counting = self._agent is not None and self._agent.start_memory()
        if self._sampler:
            self._sampler.start()
        return self

    def __exit__(self, *_):
        if self._sampler:
            self._sampler.end()
            self._set("children_peak_bytes", self._sampler.peak_bytes)
        if self._host_reset:
            self._set("host_peak_bytes", process_tree.host_peak_bytes())
        if self._device is not None and self._device.type == "cuda":
            self._set("device_peak_bytes", torch.cuda.max_memory_allocated(self._device))
            self._set("device_reserved_bytes", torch.cuda.max_memory_reserved(self._device))
        if self._counting:
            host = self._agent.read_memory().get("host") or {}
            self._set("host_allocator_peak_bytes", host.get("peak"))
            self._agent.stop_memory()

    def _set(self, key, value):
        if value is not None:
            self.entry[key] = value
