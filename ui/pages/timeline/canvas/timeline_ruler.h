// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/number_text.h"
#include "ui/pages/timeline/canvas/timeline_camera.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace ui {

/// The ticks of the ruler over one stretch of time, and the one unit that it and the cursor have.
class TimelineRuler {
public:
    explicit TimelineRuler(const TimelineWindow& window);

    [[nodiscard]] const std::vector<std::int64_t>& ticks() const { return m_ticks; } ///< ns

    /// "12.5 ms", with the digits that neighbouring ticks need.
    [[nodiscard]] QString tickText(std::int64_t ns) const;
    /// The same unit, a digit finer.
    [[nodiscard]] QString cursorText(std::int64_t ns) const;

private:
    [[nodiscard]] QString text(std::int64_t ns, int decimals) const;

    profiler::TimeUnit m_unit;
    int m_decimals = 0;
    std::vector<std::int64_t> m_ticks;
};

} // namespace ui
