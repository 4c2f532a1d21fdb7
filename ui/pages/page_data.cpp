// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_data.h"

#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/findings/finding_order.h"
#include "profiler/model/finding.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/text/loss_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/text.h"

#include <array>
#include <set>

namespace ui {

bool hasEndedTraces(const ComparisonView& view)
{
    return anyVariant(view, [&view](const auto& variant) {
        return !profiler::endedTraces(
            view.comparison->data, variant.variant, view.caseIndex, profiler::TracePass::Operators)
                    .empty();
    });
}

ImportNeed needOfCalls(const QString& otherwise)
{
    return {
        .isMet = [](const auto& facts) { return facts.trace.hasTrace; }, .otherwise = otherwise};
}

ImportNeed needOfLog(const QString& otherwise)
{
    return {.isMet = [](const auto& facts) { return facts.log.hasLog; },
        .otherwise = otherwise,
        .command = QStringLiteral("fusescope import --variant NAME=TRACE.json.gz "
                                  "--variant NAME=TORCH_TRACE_FOLDER -o FILE.fscope")};
}

ImportNeed needOfRecording(const QString& otherwise)
{
    return {.otherwise = otherwise,
        .command = QStringLiteral(
            "fusescope record --model FILE.py:NAME --variant eager --variant default")};
}

PageId pageOf(const profiler::Finding& finding)
{
    constexpr std::array pages {PageId::GraphBreaks, PageId::Latency, PageId::Log, PageId::Memory,
        PageId::Numerics,
        PageId::Configuration, // notices of the recording: training mode, inputs, agent
        PageId::CompileTime, PageId::Kernels,
        PageId::Gpu}; // notices of the recording: training mode, inputs, agent
    return pages.at(static_cast<std::size_t>(finding.page));
}

std::vector<profiler::Finding> findingsOn(PageId page, const ComparisonView& view, int variant)
{
    auto findings = profiler::findingsOfCase(view.comparison->result, view.caseIndex);
    std::erase_if(findings, [&](const profiler::Finding& finding) {
        return finding.variant != variant || pageOf(finding) != page;
    });
    return findings;
}

std::filesystem::path outputOf(const ComparisonView& view)
{
    return std::filesystem::absolute(view.file.toStdString());
}

QString withLosses(
    const QString& note, const ComparisonView& view, const std::vector<int>& variants)
{
    const std::set<int> once(variants.begin(), variants.end());
    const auto losses = profiler::incompleteTraces(
        view.comparison->data, view.caseIndex, {once.begin(), once.end()});
    if (losses.empty())
        return note;
    return note.isEmpty() ? qt(losses) : note + QStringLiteral(" · ") + qt(losses);
}

} // namespace ui
