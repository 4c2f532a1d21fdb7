// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/document/report_model.h"

namespace profiler {

struct ComparisonData;
struct ComparisonResult;

/// The report of a judged comparison. Sections without anything to say are left out.
[[nodiscard]] Report buildReport(
    const ComparisonResult& result, const ComparisonData& data, const ReportOptions& options = {});

/// The comparison's name, or what was measured.
[[nodiscard]] std::string titleOf(const ComparisonResult& result);
/// The sentence on top, with ** around what carries it: what an edited summary begins from.
[[nodiscard]] std::string summaryOf(
    const ComparisonResult& result, const ComparisonData& data, ReportTemplate kind);

/// Which style each variant wears: a variant keeps its own when another baseline is chosen.
[[nodiscard]] std::vector<int> stylesOf(const ComparisonData& data);

} // namespace profiler
