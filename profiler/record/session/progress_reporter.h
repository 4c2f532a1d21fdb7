// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/progress.h"
#include "profiler/record/session/time_estimate.h"

#include <string>

namespace profiler {

/// Gives the listener each step with what is done and the time that is left.
class ProgressReporter {
public:
    ProgressReporter(const ProgressListener& listener, TimeEstimate& estimate)
        : m_listener(listener)
        , m_estimate(estimate)
    {
    }

    void report(Progress progress);

    [[nodiscard]] TimeEstimate& estimate() { return m_estimate; }

private:
    const ProgressListener& m_listener;
    TimeEstimate& m_estimate;
    double m_done = 0; ///< never goes back
};

} // namespace profiler
