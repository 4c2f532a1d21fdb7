// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/statistics/duration_histogram.h"

#include <QString>

#include <array>

namespace ui {

/// What DurationChart draws.
struct DurationSeries {
    profiler::DurationHistogram histogram;
    std::array<QString, 2> names; ///< of the sides' variants
    std::array<int, 2> variants {}; ///< index into Plan::variants
    QString whyEmpty; ///< instead of a histogram without durations
};

} // namespace ui
