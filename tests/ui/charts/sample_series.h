// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/compile/payback_series.h"
#include "ui/figure/chart.h"

#include <QImage>

/// Series as a recording would give them: the sample of the design's pictures, and ugly ones.
namespace ui::test {

/// default, reduce-overhead (focused, index 2) and max-autotune, horizon of 100 000 calls.
[[nodiscard]] profiler::PaybackSeries designPayback();
/// Seven variants that all pay back at nearly the same call, with names of 200 characters.
[[nodiscard]] profiler::PaybackSeries crowdedPayback();

/// The chart as the screen shows it, at a size and pixel ratio. Also kept as a picture to look at
/// when FUSESCOPE_PICTURES names a folder.
[[nodiscard]] QImage grabbed(Chart& chart, const Theme& theme, const QSize& size, double pixelRatio,
    const char* pictureName);

[[nodiscard]] bool isBlank(const QImage& image);

} // namespace ui::test
