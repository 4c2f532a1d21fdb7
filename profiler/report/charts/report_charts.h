// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/training/loss_curves.h"
#include "profiler/report/charts/svg.h"

#include <string>
#include <vector>

/// The charts of reports and slides as SVG. Every number in them comes from analysis.
namespace profiler {

struct CaseResult;
struct ComparisonData;
struct ComparisonResult;

/// How large a chart is and what it looks like.
struct ChartLook {
    double width = 720;
    double height = 252; ///< of curves, axis included, legend not
    double text = 12;
    double small = 11; ///< axes and notes
    ReportTheme theme = ReportTheme::Light;
    bool legend = true;
    double mostHeight = 0; ///< of rows that else are as high as they like; 0: no bound
    std::vector<int> styles = {}; ///< which style a variant wears, by its place; empty = its own

    [[nodiscard]] int styleOf(int variant) const;

    /// Too narrow for names beside bars.
    [[nodiscard]] bool isNarrow() const { return width < 40 * text; }
};

/// For a telephone.
[[nodiscard]] inline ChartLook narrowLook(ChartLook look)
{
    look.width = 360;
    look.height = 240;
    return look;
}

/// How many times faster each variant is, with its interval, and the band too small to matter.
[[nodiscard]] Picture forestChart(
    const ComparisonResult& result, const CaseResult& caseResult, const ChartLook& look = {});

/// The same of one variant in every case.
[[nodiscard]] Picture casesChart(
    const ComparisonResult& result, int variant, const ChartLook& look = {});

/// Time saved minus compile time against calls; empty cache solid, kept cache dashed.
[[nodiscard]] Picture paybackChart(
    const ComparisonResult& result, const CaseResult& caseResult, const ChartLook& look = {});

/// Latency against percentile, the tail stretched.
[[nodiscard]] Picture latencyChart(const ComparisonResult& result, const ComparisonData& data,
    const CaseResult& caseResult, const ChartLook& look = {});

/// The loss of each step, of every variant and of the baseline in fp64.
[[nodiscard]] Picture lossChart(
    const ComparisonResult& result, const LossCurves& curves, const ChartLook& look = {});

/// Where the difference of two imported traces comes from; the bars add up to it.
[[nodiscard]] Picture differenceChart(
    const ComparisonResult& result, int variant, const ChartLook& look = {});

/// Marker, line and name of each variant, for several charts side by side.
[[nodiscard]] Picture legendPicture(const ComparisonResult& result, const ChartLook& look);

/// The variant that a chart or a page of one case speaks of: the one advised, else the first.
[[nodiscard]] int subjectVariant(const ComparisonResult& result, const CaseResult& caseResult);

} // namespace profiler
