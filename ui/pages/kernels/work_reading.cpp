// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_reading.h"

#include "profiler/evidence/trace/ended_traces.h"
#include "ui/comparison/shown_file.h"
#include "ui/text/text.h"

namespace ui {

namespace {

WorkSide readSide(const ComparisonView& view, int variant)
{
    const auto& data = view.comparison->data;
    const auto traced = profiler::tracedCallsOf(data, variant, view.caseIndex);
    if (traced.trace == nullptr)
        return {.details = nullptr,
            .missing = qt(profiler::whyNotTraced(data, variant, view.caseIndex))};
    const auto rows = loadShownRows(view.file.toStdString(), data.info, traced.index);
    if (!rows)
        return {.details = nullptr, .missing = qt(rows.error().message)};
    return {.details = std::make_shared<const profiler::WorkDetails>(
                profiler::workDetails(*traced.trace, *rows)),
        .missing = {}};
}

} // namespace

WorkReading readWork(const ComparisonView& view, const std::vector<int>& variants)
{
    WorkReading reading;
    for (const int variant : variants)
        reading.emplace(variant, readSide(view, variant));
    return reading;
}

} // namespace ui
