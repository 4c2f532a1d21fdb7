// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/failure.h"

#include <cuda.h>

namespace profiler::collect {

/// NVIDIA's driver, asked before CUPTI: without one, each version of CUPTI fails in a way of its
/// own, some of them saying that all is well.
class Driver {
public:
    /// Refused: no driver, no device, or a CUDA context is there already. Makes no context.
    [[nodiscard]] static Outcome<Driver> find();

    [[nodiscard]] int version() const { return m_version; } ///< 13000

    [[nodiscard]] int deviceCount() const { return m_deviceCount; }

    /// The process ends and has shut the driver down.
    [[nodiscard]] bool isGone() const;

private:
    int m_version = 0;
    int m_deviceCount = 0;
    decltype(&cuCtxGetCurrent) m_currentContext = nullptr;
};

} // namespace profiler::collect
