// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>

namespace profiler {

/// Whether other programs leave the machine alone, told from one reading a second.
class QuietWatch {
public:
    /// Cores that other programs kept busy in the last second.
    void take(double cores);

    /// For ten seconds they used a tenth of one core at most.
    [[nodiscard]] bool isQuiet() const;

    /// Mean of the last ten seconds, or of those that were read.
    [[nodiscard]] double cores() const;

private:
    std::deque<double> m_last;
};

} // namespace profiler
