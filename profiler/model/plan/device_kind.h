// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

/// The devices that a plan knows, and what each gives. The worker's half is
/// fusescope_worker/devices.py; docs/devices.md prints this table.
namespace profiler {

enum class DeviceKind { Cpu, Cuda, Hip, Xpu, Mps };

/// What is empty is given; else it says in a clause why it is not.
struct DeviceTraits {
    DeviceKind kind = DeviceKind::Cpu;
    std::string_view word; ///< as a plan writes it: "hip" of "hip:0"
    std::string_view whose; ///< "AMD's, by torch for ROCm"
    std::string_view times; ///< what waits for its work, and what times parts of a step
    std::string_view noKernels;
    std::string_view noMemoryPeaks;
    std::string_view noGraphs; ///< modes of Inductor that record CUDA graphs
    std::string_view noClocks; ///< clocks, power, temperature, other processes
    std::string_view noCounters; ///< `profile-kernel`'s command line
};

[[nodiscard]] std::span<const DeviceTraits> knownDevices();

/// Of a plan's device, "cuda:0" or "cpu"; nullptr: no kind has that name, or its number is none.
[[nodiscard]] const DeviceTraits* deviceTraits(std::string_view device);

/// Whether kernels, clocks and memory are the CPU's own. An empty name is the CPU's, too.
[[nodiscard]] bool isCpuDevice(std::string_view device);

/// "cuda" → "cuda:0"; others, and what has a number, as they are.
[[nodiscard]] std::string withDeviceNumber(std::string_view device);

/// "cpu, cuda:0, hip:0, xpu:0 or mps"
[[nodiscard]] std::string knownDeviceList();

} // namespace profiler
