// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/unique_fd.h"
#include "profiler/model/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Held by one recording for each device: two on one device would measure each other.
class DeviceLock {
public:
    /// `device` as in the plan; `described` the interpreter's devices, which name a GPU's UUID.
    [[nodiscard]] static DeviceLock take(
        const std::string& device, const std::vector<std::string>& described);

    /// The process that holds it; nullopt = we do. 0 = somebody who cannot be told.
    [[nodiscard]] std::optional<int> holder() const { return m_holder; }

private:
    UniqueFd m_file;
    std::optional<int> m_holder;
};

/// "cpu", or the UUID in "cuda:0 NVIDIA H200 (GPU-…)"; the device's own name when it has none.
[[nodiscard]] std::string lockNameOf(
    const std::string& device, const std::vector<std::string>& described);

} // namespace profiler
