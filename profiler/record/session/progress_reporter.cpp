// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/progress_reporter.h"

#include <algorithm>

namespace profiler {

void ProgressReporter::report(Progress progress)
{
    if (!m_listener)
        return;
    const auto left = m_estimate.left();
    const auto elapsed = m_estimate.elapsed();
    const auto whole = std::chrono::duration<double>(left + elapsed).count();
    if (progress.kind == ProgressKind::Finished)
        m_done = 1;
    else if (whole > 0)
        m_done = std::max(m_done, std::chrono::duration<double>(elapsed).count() / whole);
    progress.doneRatio = std::clamp(m_done, 0.0, 1.0);
    progress.left = progress.kind == ProgressKind::Finished ? nanoseconds {} : left;
    m_listener(progress);
}

} // namespace profiler
