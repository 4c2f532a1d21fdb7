// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/report/charts/report_charts.h"
#include "profiler/report/document/report_model.h"

#include <string>
#include <vector>

namespace profiler {
struct ComparisonData;
} // namespace profiler

/// The sections of a report. For .cpp files of this folder only.
namespace profiler::report_parts {

struct Context {
    const ComparisonResult& result;
    const ComparisonData& data;
    const ReportOptions& options;
    ChartLook look; ///< of wide charts

    [[nodiscard]] bool manyCases() const { return result.cases.size() > 1; }

    [[nodiscard]] bool onePage() const { return options.kind == ReportTemplate::OnePage; }
};

using Blocks = std::vector<Block>;

inline constexpr auto absent = "–";

[[nodiscard]] Blocks summaryBlocks(const Context& context);
[[nodiscard]] Blocks noteBlocks(const Context& context);
[[nodiscard]] Blocks caseBlocks(const Context& context);
[[nodiscard]] Blocks changeBlocks(const Context& context);

/// Of one variant alone: what binds its call, how far compiling can go, what to try first.
[[nodiscard]] Blocks outlookBlocks(const Context& context);
/// Empty where the comparison is no search.
[[nodiscard]] Blocks tuneBlocks(const Context& context);
[[nodiscard]] Blocks variantBlocks(const Context& context);
[[nodiscard]] Blocks oneCallBlocks(const Context& context);
[[nodiscard]] Blocks paybackBlocks(const Context& context);
/// Of variants that are one program; empty where none is.
[[nodiscard]] Blocks programBlocks(const Context& context, int caseIndex);
[[nodiscard]] Blocks latencyBlocks(const Context& context);
/// Empty where no requests were offered.
[[nodiscard]] Blocks servingBlocks(const Context& context);
[[nodiscard]] Blocks resultBlocks(const Context& context);

[[nodiscard]] Blocks findingBlocks(const Context& context);
[[nodiscard]] Blocks numericsBlocks(const Context& context);
/// In which module results part, and how far they lie apart; empty where nobody looked.
[[nodiscard]] Blocks moduleBlocks(const Context& context, const CaseResult& caseResult);
[[nodiscard]] Blocks memoryBlocks(const Context& context);
[[nodiscard]] Blocks breakBlocks(const Context& context);

/// Of training: where a step's time goes, and the losses of several; empty else.
[[nodiscard]] Blocks stepBlocks(const Context& context, const CaseResult& caseResult, int variant);
[[nodiscard]] Blocks lossBlocks(const Context& context, const CaseResult& caseResult, int variant);

[[nodiscard]] Blocks methodBlocks(const Context& context);
[[nodiscard]] Blocks configurationBlocks(const Context& context);
[[nodiscard]] Blocks commandBlocks(const Context& context);
/// Without a plan: it holds nothing to record.
[[nodiscard]] Blocks importCommandBlocks(const Context& context);

/// Of what other tools recorded; sections that only a recording has are empty.
[[nodiscard]] Blocks importedBlocks(const Context& context, ReportSection section);
[[nodiscard]] std::string importedSectionTitle(
    const ComparisonResult& result, ReportSection section);

/// "b32: x: f32[32,3,224,224]" above what is shown of one case; nothing where it says nothing.
void addCaseHeading(const Context& context, const CaseResult& caseResult, Blocks& blocks);

/// The number, or a dash.
template <typename Value, typename Format>
[[nodiscard]] std::string measured(const Value& value, Format format)
{
    return value ? format(*value) : std::string(absent);
}

/// One unit for a column of times: that of the fastest median.
[[nodiscard]] TimeUnit unitOf(const ComparisonResult& result);

/// A part of a file's name: letters and digits of the case.
[[nodiscard]] std::string fileWord(const CaseResult& caseResult);

} // namespace profiler::report_parts
