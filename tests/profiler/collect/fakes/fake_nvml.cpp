// SPDX-License-Identifier: Apache-2.0
// A library that looks like NVIDIA's management library, with one GPU of made-up values. Failures
// come from the environment: FAKE_NVML_FAIL="nvmlDeviceGetPowerUsage=3".
#include "profiler/collect/counters/nvml_api.h"

#include <cstdlib>
#include <cstring>
#include <string>

namespace {

namespace nvml = profiler::collect::nvml;

int answerOf(const char* function)
{
    const char* failures = std::getenv("FAKE_NVML_FAIL"); // NOLINT(concurrency-mt-unsafe)
    const std::string text = failures == nullptr ? "" : std::string(failures) + ",";
    const auto at = text.find(std::string(function) + "=");
    return at == std::string::npos ? 0 : std::stoi(text.substr(text.find('=', at) + 1));
}

int gpu = 0;
int samples = 0;

/// What a device answers is for that device alone.
int answerOf(const char* function, nvml::Device device)
{
    return device == &gpu ? answerOf(function) : 2; // invalid argument
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): C names
extern "C" {

int nvmlInit_v2()
{
    return answerOf("nvmlInit_v2");
}

int nvmlShutdown()
{
    return 0;
}

const char* nvmlErrorString(int answer)
{
    switch (answer) {
    case nvml::NotSupported:
        return "Not Supported";
    case nvml::NoPermission:
        return "Insufficient Permissions";
    case 6:
        return "Not Found";
    default:
        return "Unknown Error";
    }
}

int nvmlDeviceGetHandleByUUID(const char* uuid, nvml::Device* device)
{
    *device = &gpu;
    return std::strcmp(uuid, "GPU-1234") == 0 ? 0 : 6;
}

int nvmlDeviceGetClockInfo(nvml::Device device, int type, unsigned* megahertz)
{
    *megahertz = type == nvml::SmClock ? 1980 : 2619;
    return answerOf("nvmlDeviceGetClockInfo", device);
}

int nvmlDeviceGetPowerUsage(nvml::Device device, unsigned* milliwatts)
{
    *milliwatts = 350'500;
    return answerOf("nvmlDeviceGetPowerUsage", device);
}

int nvmlDeviceGetTotalEnergyConsumption(nvml::Device device, unsigned long long* millijoules)
{
    *millijoules = 5'000'000'000'000ULL;
    return answerOf("nvmlDeviceGetTotalEnergyConsumption", device);
}

int nvmlDeviceGetTemperature(nvml::Device device, int /*sensor*/, unsigned* degrees)
{
    *degrees = 61;
    return answerOf("nvmlDeviceGetTemperature", device);
}

// The older name: a driver before 535.
int nvmlDeviceGetCurrentClocksThrottleReasons(nvml::Device device, unsigned long long* reasons)
{
    *reasons = 4;
    return answerOf("nvmlDeviceGetCurrentClocksThrottleReasons", device);
}

int nvmlDeviceGetUtilizationRates(nvml::Device device, nvml::Utilization* use)
{
    *use = {.gpu = 75, .memory = 20};
    return answerOf("nvmlDeviceGetUtilizationRates", device);
}

int nvmlDeviceGetMemoryInfo(nvml::Device device, nvml::Memory* memory)
{
    *memory = {.total = 80ULL << 30U, .free = 70ULL << 30U, .used = 10ULL << 30U};
    return answerOf("nvmlDeviceGetMemoryInfo", device);
}

int nvmlDeviceGetComputeRunningProcesses_v3(
    nvml::Device device, unsigned* count, nvml::ProcessInfo* processes)
{
    *count = 2;
    processes[0].pid = 10;
    processes[1].pid = 11;
    return answerOf("nvmlDeviceGetComputeRunningProcesses_v3", device);
}

int nvmlGpmQueryDeviceSupport(nvml::Device device, nvml::GpmSupport* support)
{
    support->isSupported = answerOf("gpm_supported") == 0 ? 1 : 0;
    return answerOf("nvmlGpmQueryDeviceSupport", device);
}

int nvmlGpmSampleAlloc(nvml::Sample* sample)
{
    *sample = new int(0); // NOLINT(cppcoreguidelines-owning-memory): a C function
    return 0;
}

int nvmlGpmSampleFree(nvml::Sample sample)
{
    delete static_cast<int*>(sample); // NOLINT(cppcoreguidelines-owning-memory): a C function
    return 0;
}

int nvmlGpmSampleGet(nvml::Device device, nvml::Sample sample)
{
    *static_cast<int*>(sample) = ++samples;
    return answerOf("nvmlGpmSampleGet", device);
}

/// Percent; wrong when the samples come in the wrong order.
int nvmlGpmMetricsGet(nvml::GpmMetrics* metrics)
{
    const int apart = *static_cast<int*>(metrics->later) - *static_cast<int*>(metrics->earlier);
    for (unsigned i = 0; i < metrics->count; ++i) {
        metrics->metrics[i].answer = 0;
        metrics->metrics[i].value = apart == 1 ? metrics->metrics[i].id : -1;
    }
    return metrics->version == 1 ? 0 : 2;
}
}
// NOLINTEND(readability-identifier-naming)
