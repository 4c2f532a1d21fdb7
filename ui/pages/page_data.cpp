// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_data.h"

#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/report/sentences/loss_text.h"
#include "ui/text/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace ui {

namespace {

template <typename Has>
bool anyVariant(const ComparisonView& view, Has has)
{
    const auto& variants = view.caseResult()->variants;
    return std::any_of(variants.begin(), variants.end(), has);
}

template <typename Has>
bool anyProcess(const ComparisonView& view, Has has)
{
    const auto& processes = view.comparison->data.processes;
    return std::any_of(processes.begin(), processes.end(), has);
}

} // namespace

bool hasData(PageId page, const ComparisonView& view)
{
    if (!needsComparison(page))
        return true;
    if (view.caseResult() == nullptr || !whyNotInFile(page, view).isEmpty())
        return false;
    switch (page) {
    case PageId::Latency:
        return anyVariant(view, [](const auto& variant) { return variant.latency.has_value(); });
    case PageId::CompileTime:
        return anyVariant(view, [](const auto& variant) {
            return variant.compileCold || variant.compileWarm;
        }) || anyProcess(view, [](const auto& process) { return !process.compiles.empty(); });
    case PageId::Gpu:
        return std::ranges::any_of(view.comparison->data.monitors, [](const auto& monitor) {
            return monitor.rows > 0 && monitor.start.source == profiler::MonitorSource::Device;
        }) || anyProcess(view, [](const auto& process) {
            return std::ranges::any_of(
                process.traces, [](const auto& trace) { return !trace.deviceCalls.empty(); });
        });
    case PageId::Timeline:
    case PageId::Kernels:
        return anyVariant(view, [&view](const auto& variant) {
            return !profiler::endedTraces(view.comparison->data, variant.variant, view.caseIndex,
                profiler::TracePass::Operators)
                        .empty();
        });
    case PageId::Numerics:
        return anyProcess(view, [](const auto& process) { return !process.numerics.empty(); });
    case PageId::Memory:
        return anyProcess(view, [](const auto& process) { return !process.memory.empty(); });
    default:
        return true;
    }
}

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("PageData", text);
}

/// What each imported file is, and whether any of them is so.
template <typename Is>
bool anyImport(const ComparisonView& view, Is is)
{
    const auto& variants = view.comparison->result.imported->variants;
    return std::any_of(variants.begin(), variants.end(), is);
}

bool hasSteps(const profiler::ImportedVariantFacts& facts)
{
    return facts.trace.hasTrace;
}

bool hasLog(const profiler::ImportedVariantFacts& facts)
{
    return facts.log.hasLog;
}

bool hasDevice(const profiler::ImportedVariantFacts& facts)
{
    return facts.trace.hasTrace && facts.trace.noDevice.empty();
}

bool hasMemory(const profiler::ImportedVariantFacts& facts)
{
    return facts.memory.hasMemory;
}

} // namespace

QString whyNotInFile(PageId page, const ComparisonView& view)
{
    if (view.comparison == nullptr || !view.comparison->result.imported)
        return {};
    switch (page) {
    case PageId::Results:
        return tr("Which setting is best follows from calls that were timed in turns. Imported "
                  "files hold none.");
    case PageId::Latency:
        return tr("Steps under a profiler are no latencies: it slows the host, and there are few "
                  "of them. A recording times calls without one.");
    case PageId::Numerics:
        return tr("Nobody compared results here: only a recording does.");
    case PageId::CompileTime:
        return anyImport(view, hasLog)
            ? QString()
            : tr("A kernel trace does not hold compile times. Record, or "
                 "import the TORCH_TRACE log of the same run beside it.");
    case PageId::GraphBreaks:
        return anyImport(view, hasLog)
            ? QString()
            : tr("A kernel trace does not hold graph breaks. Record, or "
                 "import the TORCH_TRACE log of the same run beside it.");
    case PageId::Gpu:
        return anyImport(view, hasDevice) ? QString()
                                          : tr("Nothing ran on a device in these files.");
    case PageId::Memory:
        return anyImport(view, hasMemory)
            ? QString()
            : tr("These files hold no readings of an allocator. Profile with profile_memory=True, "
                 "or import a memory snapshot of torch beside them.");
    case PageId::Timeline:
    case PageId::Kernels:
        return anyImport(view, hasSteps) ? QString() : tr("These files hold no calls.");
    default:
        return {};
    }
}

QString whatTellsIt(PageId page)
{
    switch (page) {
    case PageId::Results:
    case PageId::Latency:
    case PageId::Numerics:
        return QStringLiteral(
            "fusescope record --model FILE.py:NAME --variant eager --variant default");
    case PageId::CompileTime:
    case PageId::GraphBreaks:
        return QStringLiteral("fusescope import --variant NAME=TRACE.json.gz "
                              "--variant NAME=TORCH_TRACE_FOLDER -o FILE.fscope");
    case PageId::Memory:
        return QStringLiteral("fusescope import --variant NAME=TRACE.json.gz "
                              "--variant NAME=SNAPSHOT.pickle -o FILE.fscope");
    default:
        return {};
    }
}

bool needsComparison(PageId page)
{
    constexpr std::array pages {PageId::Overview, PageId::Results, PageId::Latency,
        PageId::CompileTime, PageId::Timeline, PageId::Kernels, PageId::GraphBreaks, PageId::Gpu,
        PageId::Numerics, PageId::Memory, PageId::Configuration, PageId::Log, PageId::Reports};
    return std::find(pages.begin(), pages.end(), page) != pages.end();
}

PageId pageOf(const profiler::Finding& finding)
{
    switch (finding.page) {
    case profiler::FindingPage::Breaks:
        return PageId::GraphBreaks;
    case profiler::FindingPage::Latency:
        return PageId::Latency;
    case profiler::FindingPage::Log:
        return PageId::Log;
    case profiler::FindingPage::Memory:
        return PageId::Memory;
    case profiler::FindingPage::Numerics:
        return PageId::Numerics;
    case profiler::FindingPage::Configuration:
        break;
    }
    return PageId::Configuration; // notices of the recording: training mode, inputs, agent
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
