// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/device_kind.h"

#include <algorithm>
#include <array>

namespace profiler {

namespace {

constexpr std::string_view notCupti
    = "CUPTI knows NVIDIA's devices alone; import a trace of torch.profiler";
constexpr std::string_view notNvml = "NVML knows NVIDIA's devices alone";
constexpr std::string_view notNcu = "Nsight Compute knows NVIDIA's devices alone";

constexpr std::array devices {
    DeviceTraits {.kind = DeviceKind::Cpu,
        .word = "cpu",
        .whose = "the processor",
        .times = "calls return when they are done; the host's clock",
        .noKernels = "operators and Inductor's C++ kernels are what is traced",
        .noMemoryPeaks = "the host's memory is what is measured",
        .noGraphs = "there are no CUDA graphs on a CPU",
        .noClocks = "its clocks are read, its power is not",
        .noCounters = notNcu},
    DeviceTraits {.kind = DeviceKind::Cuda,
        .word = "cuda",
        .whose = "NVIDIA's",
        .times = "torch.cuda.synchronize; torch.cuda.Event",
        .noKernels = {},
        .noMemoryPeaks = {},
        .noGraphs = {},
        .noClocks = {},
        .noCounters = {}},
    DeviceTraits {.kind = DeviceKind::Hip,
        .word = "hip",
        .whose = "AMD's, by torch for ROCm, which calls it cuda",
        .times = "torch.cuda.synchronize; torch.cuda.Event",
        .noKernels = notCupti,
        .noMemoryPeaks = {},
        .noGraphs = {},
        .noClocks = notNvml,
        .noCounters = notNcu},
    DeviceTraits {.kind = DeviceKind::Xpu,
        .word = "xpu",
        .whose = "Intel's",
        .times = "torch.xpu.synchronize; torch.xpu.Event",
        .noKernels = notCupti,
        .noMemoryPeaks = {},
        .noGraphs = "Inductor records CUDA graphs for cuda and hip alone",
        .noClocks = notNvml,
        .noCounters = notNcu},
    DeviceTraits {.kind = DeviceKind::Mps,
        .word = "mps",
        .whose = "Apple's",
        .times = "torch.mps.synchronize; the host's clock behind it",
        .noKernels = "Metal tells Xcode's Instruments alone when a kernel ran",
        .noMemoryPeaks = "torch.mps tells what is allocated now and keeps no peak",
        .noGraphs = "Inductor records CUDA graphs for cuda and hip alone",
        .noClocks = notNvml,
        .noCounters = notNcu},
};

bool hasNumber(std::string_view number)
{
    constexpr std::size_t mostDigits = 3;
    return !number.empty() && number.size() <= mostDigits
        && number.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Of a CPU there is one and no number; of Apple's there is one, and its number is 0.
bool isNumbered(DeviceKind kind, std::string_view rest)
{
    if (kind == DeviceKind::Cpu)
        return rest.empty();
    if (kind == DeviceKind::Mps)
        return rest.empty() || rest == ":0";
    return rest.starts_with(':') && hasNumber(rest.substr(1));
}

} // namespace

std::span<const DeviceTraits> knownDevices()
{
    return devices;
}

const DeviceTraits* deviceTraits(std::string_view device)
{
    const auto* const found = std::ranges::find_if(devices, [&](const DeviceTraits& each) {
        return device.starts_with(each.word)
            && isNumbered(each.kind, device.substr(each.word.size()));
    });
    return found == devices.end() ? nullptr : found;
}

bool isCpuDevice(std::string_view device)
{
    return device.empty() || device == "cpu";
}

std::string withDeviceNumber(std::string_view device)
{
    const bool numbered = device == "cuda" || device == "hip" || device == "xpu";
    return numbered ? std::string(device) + ":0" : std::string(device);
}

std::string knownDeviceList()
{
    return "cpu, cuda:0, hip:0, xpu:0 or mps";
}

} // namespace profiler
