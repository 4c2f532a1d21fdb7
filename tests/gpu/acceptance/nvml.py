# SPDX-License-Identifier: Apache-2.0
"""Readings that do not come from us: libnvidia-ml through ctypes."""

import ctypes


class Nvml:
    """One device."""

    class _Utilization(ctypes.Structure):
        _fields_ = [("gpu", ctypes.c_uint), ("memory", ctypes.c_uint)]

    def __init__(self, uuid):
        self._library = ctypes.CDLL("libnvidia-ml.so.1")
        self._check(self._library.nvmlInit_v2())
        self._device = ctypes.c_void_p()
        name = f"GPU-{uuid}".encode()
        self._check(self._library.nvmlDeviceGetHandleByUUID(name, ctypes.byref(self._device)))

    def utilization(self):
        """Percent of the last sample period in which a kernel ran."""
        read = self._Utilization()
        self._check(self._library.nvmlDeviceGetUtilizationRates(self._device, ctypes.byref(read)))
        return read.gpu

    @staticmethod
    def _check(status):
        if status != 0:
            raise RuntimeError(f"NVML answered {status}")
