# SPDX-License-Identifier: Apache-2.0
"""CUPTI's PM sampling through ctypes: how active the SMs were, a sample every 0.1 ms.

It needs the permission for performance counters, which most shared machines do not give, and nobody else who
samples (DCGM). Structures as in cupti_pmsampling.h, cupti_profiler_host.h and cupti_target.h of CUDA 13.
"""

import ctypes

METRICS = (b"sm__cycles_active.avg", b"sm__cycles_elapsed.max")
_PM_SAMPLING = 1  # CUPTI_PROFILER_TYPE_PM_SAMPLING
_SYSCLK_INTERVAL = 0  # CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_SYSCLK_INTERVAL: the one that every device knows
_CYCLES = 200_000  # of the system clock: about 0.1 ms
_HARDWARE_BUFFER = 64 << 20
_MOST_SAMPLES = 50_000

_SIZE, _POINTER = ctypes.c_size_t, ctypes.c_void_p
_NAMES = [("ppMetricNames", _POINTER), ("numMetrics", _SIZE)]
_HOST = [("pHostObject", _POINTER)]
_SAMPLER = [("pPmSamplingObject", _POINTER)]

# Of each function the fields after structSize and pPriv.
FUNCTIONS = {
    "Profiler_Initialize": [],
    "Device_GetChipName": [("deviceIndex", _SIZE), ("pChipName", ctypes.c_char_p)],
    "PmSampling_GetCounterAvailability": [
        ("deviceIndex", _SIZE),
        ("counterAvailabilityImageSize", _SIZE),
        ("pCounterAvailabilityImage", _POINTER),
    ],
    "Profiler_Host_Initialize": [
        ("profilerType", ctypes.c_int),
        ("pChipName", ctypes.c_char_p),
        ("pCounterAvailabilityImage", _POINTER),
        *_HOST,
    ],
    "Profiler_Host_ConfigAddMetrics": [*_HOST, *_NAMES],
    "Profiler_Host_GetConfigImageSize": [*_HOST, ("configImageSize", _SIZE)],
    "Profiler_Host_GetConfigImage": [*_HOST, ("configImageSize", _SIZE), ("pConfigImage", _POINTER)],
    "Profiler_Host_EvaluateToGpuValues": [
        *_HOST,
        ("pCounterDataImage", _POINTER),
        ("counterDataImageSize", _SIZE),
        ("rangeIndex", _SIZE),
        *_NAMES,
        ("pMetricValues", _POINTER),
    ],
    "Profiler_Host_Deinitialize": [*_HOST],
    "PmSampling_Enable": [("deviceIndex", _SIZE), *_SAMPLER],
    "PmSampling_SetConfig": [
        *_SAMPLER,
        ("configSize", _SIZE),
        ("pConfig", _POINTER),
        ("hardwareBufferSize", _SIZE),
        ("samplingInterval", ctypes.c_uint64),
        ("triggerMode", ctypes.c_int),
        ("hwBufferAppendMode", ctypes.c_int),
    ],
    "PmSampling_GetCounterDataSize": [
        *_SAMPLER,
        ("pMetricNames", _POINTER),
        ("numMetrics", _SIZE),
        ("maxSamples", ctypes.c_uint32),
        ("counterDataSize", _SIZE),
    ],
    "PmSampling_CounterDataImage_Initialize": [*_SAMPLER, ("counterDataSize", _SIZE), ("pCounterData", _POINTER)],
    "PmSampling_Start": [*_SAMPLER],
    "PmSampling_Stop": [*_SAMPLER],
    "PmSampling_DecodeData": [
        *_SAMPLER,
        ("pCounterDataImage", _POINTER),
        ("counterDataImageSize", _SIZE),
        ("decodeStopReason", ctypes.c_int),
        ("overflow", ctypes.c_uint8),
    ],
    "PmSampling_GetCounterDataInfo": [
        ("pCounterDataImage", _POINTER),
        ("counterDataImageSize", _SIZE),
        ("numTotalSamples", _SIZE),
        ("numPopulatedSamples", _SIZE),
        ("numCompletedSamples", _SIZE),
    ],
    "PmSampling_Disable": [*_SAMPLER],
}


class Refused(Exception):
    """CUPTI will not; the text says at which step and why."""


def params_of(name):
    """The structure that a function takes, and the size that CUPTI wants to read in it."""
    fields = [("structSize", _SIZE), ("pPriv", _POINTER), *FUNCTIONS[name]]
    structure = type(name, (ctypes.Structure,), {"_fields_": fields})
    last = getattr(structure, fields[-1][0])
    return structure, last.offset + last.size


class PmSampler:
    """Samples METRICS between start() and stop() on one device; Refused from any step."""

    def __init__(self, cupti_file, device=0):
        self._library = ctypes.CDLL(cupti_file)
        self._names = (ctypes.c_char_p * len(METRICS))(*METRICS)
        self._call("Profiler_Initialize")
        chip = self._call("Device_GetChipName", deviceIndex=device).pChipName
        self._host = self._host_for(chip, device)
        self._sampler = self._call("PmSampling_Enable", deviceIndex=device).pPmSamplingObject
        self._configure()

    def start(self):
        self._call("PmSampling_Start", pPmSamplingObject=self._sampler)

    def stop(self):
        """Of each sample the share of its cycles in which an SM was active; and whether samples were lost."""
        self._call("PmSampling_Stop", pPmSamplingObject=self._sampler)
        decoded = self._call("PmSampling_DecodeData", pPmSamplingObject=self._sampler, **self._image())
        info = self._call("PmSampling_GetCounterDataInfo", **self._image())
        shares = [self._share(sample) for sample in range(info.numCompletedSamples)]
        self._call("PmSampling_Disable", pPmSamplingObject=self._sampler)
        self._call("Profiler_Host_Deinitialize", pHostObject=self._host)
        return shares, bool(decoded.overflow)

    def _host_for(self, chip, device):
        asked = self._call("PmSampling_GetCounterAvailability", deviceIndex=device)
        image = self._available = ctypes.create_string_buffer(asked.counterAvailabilityImageSize)  # CUPTI reads it later
        self._call(
            "PmSampling_GetCounterAvailability",
            deviceIndex=device,
            counterAvailabilityImageSize=len(image),
            pCounterAvailabilityImage=ctypes.addressof(image),
        )
        return self._call(
            "Profiler_Host_Initialize",
            profilerType=_PM_SAMPLING,
            pChipName=chip,
            pCounterAvailabilityImage=ctypes.addressof(image),
        ).pHostObject

    def _configure(self):
        names = {"numMetrics": len(METRICS)}
        self._call("Profiler_Host_ConfigAddMetrics", pHostObject=self._host, ppMetricNames=self._at(), **names)
        size = self._call("Profiler_Host_GetConfigImageSize", pHostObject=self._host).configImageSize
        self._config = ctypes.create_string_buffer(size)
        at = ctypes.addressof(self._config)
        self._call("Profiler_Host_GetConfigImage", pHostObject=self._host, configImageSize=size, pConfigImage=at)
        self._call(
            "PmSampling_SetConfig",
            pPmSamplingObject=self._sampler,
            configSize=size,
            pConfig=at,
            hardwareBufferSize=_HARDWARE_BUFFER,
            samplingInterval=_CYCLES,
            triggerMode=_SYSCLK_INTERVAL,
        )
        size = self._call(
            "PmSampling_GetCounterDataSize",
            pPmSamplingObject=self._sampler,
            pMetricNames=self._at(),
            maxSamples=_MOST_SAMPLES,
            **names,
        ).counterDataSize
        self._counters = ctypes.create_string_buffer(size)
        self._call(
            "PmSampling_CounterDataImage_Initialize",
            pPmSamplingObject=self._sampler,
            counterDataSize=size,
            pCounterData=ctypes.addressof(self._counters),
        )

    def _share(self, sample):
        values = (ctypes.c_double * len(METRICS))()
        self._call(
            "Profiler_Host_EvaluateToGpuValues",
            pHostObject=self._host,
            rangeIndex=sample,
            ppMetricNames=self._at(),
            numMetrics=len(METRICS),
            pMetricValues=ctypes.addressof(values),
            **self._image(),
        )
        active, elapsed = values
        return active / elapsed if elapsed > 0 else 0.0

    def _image(self):
        return {
            "pCounterDataImage": ctypes.addressof(self._counters),
            "counterDataImageSize": len(self._counters),
        }

    def _at(self):
        return ctypes.addressof(self._names)

    def _call(self, name, **given):
        structure, size = params_of(name)
        function = getattr(self._library, "cupti" + name.replace("_", ""), None)
        if function is None:
            raise Refused(f"this CUPTI has no cupti{name.replace('_', '')}")
        params = structure(structSize=size, **given)
        status = function(ctypes.byref(params))
        if status != 0:
            raise Refused(f"cupti{name.replace('_', '')}: {self._reason(status)}")
        return params

    def _reason(self, status):
        text = ctypes.c_char_p()
        self._library.cuptiGetResultString(status, ctypes.byref(text))
        said = (text.value or b"").decode(errors="replace")
        return f"error {status}{' ' + said if said else ''}"


def median_active(shares):
    """Over the samples in which anything ran; None: nothing did."""
    active = sorted(share for share in shares if share > 0)
    return active[len(active) // 2] if active else None
