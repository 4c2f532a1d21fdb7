// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/case_settings.h"
#include "profiler/model/number_text.h"
#include "profiler/report/text/mark.h"
#include "profiler/report/text/text_table.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// The Results table. A column stands once, for the report and for the window.
namespace profiler {

struct VariantResult;

/// One variant in one case.
struct ResultsRow {
    const ComparisonResult& result;
    const CaseResult& caseResult;
    const VariantResult& variant;

    [[nodiscard]] bool isRecommended() const;
};

struct ResultsCell {
    std::string text; ///< "–": missing
    std::optional<double> value; ///< that `text` rounds, times of columns with a unit in ns
    std::string reason; ///< why it is missing, or what it means
    std::optional<Mark> mark = {};
    bool strong = false; ///< in the last row
};

enum class ResultsShown { Everywhere, InReport, InWindow };

struct ResultsColumn {
    std::string name;
    ResultsShown shown = ResultsShown::Everywhere;
    Align align = Align::Left;
    std::optional<TimeUnit> unit = {};
    bool quiet = false; ///< beside the others
    int yields = 0; ///< where there is no room the smallest is hidden first; 0: never
    int narrowest = 0; ///< to which it may be shortened; 0: not at all
    bool fills = false; ///< takes the room that is left over
    std::string explanation = {};
    std::function<ResultsCell(const ResultsRow&)> cell;
    std::function<ResultsCell(const MeanSpeedUp&)> mean = {}; ///< in the last row; none: nothing
};

/// Of the report or of the window, in their order.
[[nodiscard]] std::vector<ResultsColumn> resultsColumns(
    const ComparisonResult& result, ResultsShown where);

} // namespace profiler
