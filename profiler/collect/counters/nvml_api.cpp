// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counters/nvml_api.h"

#include <dlfcn.h>

namespace profiler::collect::nvml {

namespace {

template <typename Function>
void resolve(void* library, Function& function, const char* name)
{
    if (function == nullptr)
        function = reinterpret_cast<Function>(::dlsym(library, name));
}

} // namespace

Result<Api> load()
{
    void* library = ::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return failure(ErrorKind::Unavailable,
            "clocks, power and temperature of the GPU were not read: NVIDIA's management library "
            "(libnvidia-ml.so.1) is not here; it comes with the driver");
    Api api;
    resolve(library, api.init, "nvmlInit_v2");
    resolve(library, api.shutdown, "nvmlShutdown");
    resolve(library, api.errorString, "nvmlErrorString");
    resolve(library, api.handleByUuid, "nvmlDeviceGetHandleByUUID");
    resolve(library, api.clock, "nvmlDeviceGetClockInfo");
    resolve(library, api.power, "nvmlDeviceGetPowerUsage");
    resolve(library, api.energy, "nvmlDeviceGetTotalEnergyConsumption");
    resolve(library, api.temperature, "nvmlDeviceGetTemperature");
    resolve(library, api.clockReasons, "nvmlDeviceGetCurrentClocksEventReasons");
    resolve(library, api.clockReasons, "nvmlDeviceGetCurrentClocksThrottleReasons"); // before 535
    resolve(library, api.utilization, "nvmlDeviceGetUtilizationRates");
    resolve(library, api.memory, "nvmlDeviceGetMemoryInfo");
    resolve(library, api.processes, "nvmlDeviceGetComputeRunningProcesses_v3");
    resolve(library, api.gpmSupport, "nvmlGpmQueryDeviceSupport");
    resolve(library, api.gpmAllocate, "nvmlGpmSampleAlloc");
    resolve(library, api.gpmFree, "nvmlGpmSampleFree");
    resolve(library, api.gpmGet, "nvmlGpmSampleGet");
    resolve(library, api.gpmMetrics, "nvmlGpmMetricsGet");
    if (api.init == nullptr || api.shutdown == nullptr || api.handleByUuid == nullptr)
        return failure(ErrorKind::Unavailable,
            "clocks, power and temperature of the GPU were not read: this libnvidia-ml.so.1 is "
            "older than what is needed; update the driver");
    return api;
}

} // namespace profiler::collect::nvml
