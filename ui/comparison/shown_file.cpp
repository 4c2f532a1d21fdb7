// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/shown_file.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant.h"
#include "profiler/report/text/shown_texts.h"
#include "storage/file/library.h"

namespace ui {

namespace {

using profiler::cutTexts;

void cutTexts(std::vector<storage::ComparisonSummary>& summaries)
{
    using profiler::cutText;
    using profiler::longestName;
    for (auto& summary : summaries) {
        auto& info = summary.info;
        cutText(info.stopReason, profiler::longestSentence);
        cutText(info.command, profiler::longestSetting);
        for (auto* text :
            {&info.name, &info.toolVersion, &summary.workload, &summary.device, &summary.torch})
            cutText(*text, longestName);
        for (auto* names : {&summary.cases, &summary.variants, &summary.tags})
            for (auto& name : *names)
                cutText(name, longestName);
    }
}

template <typename Read>
profiler::Result<Read> cut(profiler::Result<Read> read)
{
    if (read)
        cutTexts(*read);
    return read;
}

} // namespace

profiler::Result<profiler::ComparisonData> loadShown(
    const std::filesystem::path& file, const std::string& selector)
{
    return cut(storage::loadComparison(file, selector));
}

profiler::Result<std::vector<storage::ComparisonSummary>> listShown(
    const std::filesystem::path& file)
{
    return cut(storage::listComparisons(file));
}

profiler::Result<std::vector<storage::ComparisonSummary>> listShownDeleted(
    const std::filesystem::path& file)
{
    return cut(storage::listDeleted(file));
}

profiler::Result<profiler::TraceRows> loadShownRows(const std::filesystem::path& file,
    const profiler::ComparisonInfo& info, profiler::TraceIndex trace)
{
    return cut(storage::loadTraceRows(file, info.id, trace, info.started));
}

} // namespace ui
