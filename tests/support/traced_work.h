// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {
struct ComparisonData;
} // namespace profiler

namespace tests {

enum class TracedDevice { Cpu, Gpu };

/// Adds a trace process with 20 traced calls of every case to each variant: a transformer's
/// operators with compiled kernels, or kernels on a device under the long names that they have.
/// Traced calls take 1.08 times the judged median.
void addTracedWork(profiler::ComparisonData& data, TracedDevice device);

} // namespace tests
