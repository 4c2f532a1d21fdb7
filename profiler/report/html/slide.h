// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/charts/svg.h"
#include "profiler/report/document/report_options.h"

#include <optional>
#include <string>

/// One picture that says it all: for a talk.
namespace profiler {

struct ComparisonData;
struct ComparisonResult;

struct SlideOptions {
    ReportTheme theme = ReportTheme::Light;
    bool transparent = false; ///< no ground; the theme still says which ink
    std::optional<std::string> title = {};
    std::optional<std::string> summary = {};
    std::string file = {}; ///< the database, for the line below
};

inline constexpr double slideWidth = 1920; ///< 13.33 in: 2 units are 1 pt
inline constexpr double slideHeight = 1080;
inline constexpr double smallestSlideText = 28; ///< 14 pt

/// The sentence, up to three charts in a row, one line about the method.
[[nodiscard]] Picture slidePicture(
    const ComparisonResult& result, const ComparisonData& data, const SlideOptions& options = {});

/// The slide of a report: its title, sentence and theme.
[[nodiscard]] SlideOptions slideOptionsOf(const ReportOptions& options, bool transparent);

} // namespace profiler
