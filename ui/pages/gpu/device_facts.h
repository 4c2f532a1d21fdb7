// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/device/device_overview.h"
#include "profiler/report/sentences/device_text.h"
#include "ui/comparison/comparison_view.h"

#include <memory>
#include <vector>

namespace ui {

/// Everything the GPU page shows of one case, read and computed on a pool thread.
struct DeviceFacts {
    std::vector<profiler::VariantDevice> devices; ///< by variant
    std::vector<profiler::RepetitionCounters> host;
    std::vector<profiler::RepetitionCounters> device;
    std::vector<profiler::HostUse> hostUses; ///< by variant

    /// Some variant ran kernels on a device.
    [[nodiscard]] bool hasDevice() const;

    /// Of the device where it was watched, else of the host.
    [[nodiscard]] const std::vector<profiler::RepetitionCounters>& counters() const
    {
        return device.empty() ? host : device;
    }
};

[[nodiscard]] DeviceFacts deviceFacts(const ComparisonView& view);

} // namespace ui
