// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <array>
#include <cstdint>
#include <string>

/// NVIDIA's management library, declared by hand: it comes with the driver, its header only with
/// the toolkit. Names and layouts are nvml.h's.
namespace profiler::collect::nvml {

using Device = void*;
using Sample = void*;

enum Answer : int {
    Success = 0,
    NotSupported = 3,
    NoPermission = 4,
    InsufficientSize = 7,
};

struct Utilization {
    unsigned gpu = 0; ///< percent of the time during which a kernel ran
    unsigned memory = 0;
};

struct Memory {
    unsigned long long total = 0;
    unsigned long long free = 0;
    unsigned long long used = 0;
};

struct ProcessInfo {
    unsigned pid = 0;
    unsigned long long usedBytes = 0;
    unsigned gpuInstance = 0;
    unsigned computeInstance = 0;
};

struct GpmSupport {
    unsigned version = 1;
    unsigned isSupported = 0;
};

struct GpmMetric {
    unsigned id = 0;
    int answer = 0;
    double value = 0;
    const char* shortName = nullptr;
    const char* longName = nullptr;
    const char* unit = nullptr;
};

struct GpmMetrics {
    unsigned version = 1;
    unsigned count = 0;
    Sample earlier = nullptr;
    Sample later = nullptr;
    std::array<GpmMetric, 512> metrics; ///< more than any version has
};

enum ClockType : int { SmClock = 1, MemoryClock = 2 };

/// Functions that an older driver lacks are null; those that every driver has are not.
struct Api {
    int (*init)() = nullptr;
    int (*shutdown)() = nullptr;
    const char* (*errorString)(int) = nullptr;
    int (*handleByUuid)(const char*, Device*) = nullptr;
    int (*clock)(Device, int, unsigned*) = nullptr;
    int (*power)(Device, unsigned*) = nullptr; ///< milliwatts
    int (*energy)(Device, unsigned long long*) = nullptr; ///< millijoules since the driver's start
    int (*temperature)(Device, int, unsigned*) = nullptr;
    int (*clockReasons)(Device, unsigned long long*) = nullptr;
    int (*utilization)(Device, Utilization*) = nullptr;
    int (*memory)(Device, Memory*) = nullptr;
    int (*processes)(Device, unsigned*, ProcessInfo*) = nullptr;
    int (*gpmSupport)(Device, GpmSupport*) = nullptr;
    int (*gpmAllocate)(Sample*) = nullptr;
    int (*gpmFree)(Sample) = nullptr;
    int (*gpmGet)(Device, Sample) = nullptr;
    int (*gpmMetrics)(GpmMetrics*) = nullptr;
};

/// Opened, not initialised.
[[nodiscard]] Result<Api> load();

} // namespace profiler::collect::nvml
