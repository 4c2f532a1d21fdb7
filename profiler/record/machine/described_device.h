// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Of what torch sees, each as "cuda:0 NVIDIA H200 (GPU-…)", the one that a plan means: torch for
/// ROCm calls its devices cuda, and so may a plan. nullptr: torch sees no such device.
[[nodiscard]] const std::string* describedDevice(
    const std::vector<std::string>& described, std::string_view device);

/// "hip" of "hip:0 AMD Instinct MI300X".
[[nodiscard]] std::string_view wordOfDevice(std::string_view described);

/// Why torch has no such device, as a clause, and what it has instead.
[[nodiscard]] std::string whyNoDevice(
    const std::vector<std::string>& described, std::string_view device);

} // namespace profiler
