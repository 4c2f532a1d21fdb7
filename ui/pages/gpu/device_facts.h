// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/device/device_overview.h"
#include "profiler/evidence/ranks/device_shares.h"
#include "profiler/report/sentences/device_text.h"
#include "ui/comparison/comparison_view.h"

#include <memory>
#include <optional>
#include <vector>

namespace ui {

/// A device of a traced process.
struct DeviceOfProcess {
    int variant = 0;
    std::optional<int> rank; ///< of a job of several
    std::size_t calls = 0; ///< traced
    profiler::DeviceShare share;
};

/// Everything the GPU page shows of one case, read and computed on a pool thread.
struct DeviceFacts {
    std::vector<profiler::VariantDevice> devices; ///< by variant
    std::vector<profiler::RepetitionCounters> host;
    std::vector<profiler::RepetitionCounters> device;
    std::vector<profiler::HostUse> hostUses; ///< by variant
    std::vector<DeviceOfProcess> shares; ///< by variant, rank and device

    /// More to tell than one device that keeps to itself.
    [[nodiscard]] bool hasSeveralDevices() const;

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
