// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/charts/palette.h"

#include <string>

namespace profiler {

/// The theme of the desktop program for a screen, a telephone and A4 paper.
[[nodiscard]] std::string reportStyle(ReportTheme theme);

} // namespace profiler
