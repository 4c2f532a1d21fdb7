// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_reading.h"

#include "profiler/analysis/ended_traces.h"
#include "storage/run_database.h"
#include "ui/models/text.h"

namespace ui {

namespace {

void readSide(WorkReading& reading, std::size_t side, const ComparisonView& view, int variant)
{
    const auto& data = view.comparison->data;
    const auto traced = profiler::tracedCallsOf(data, variant, view.caseIndex);
    if (traced.trace == nullptr) {
        reading.missing.at(side) = qt(profiler::whyNotTraced(data, variant, view.caseIndex));
        return;
    }
    const auto rows = storage::loadTraceRows(
        view.file.toStdString(), data.info.id, traced.index, data.info.started);
    if (!rows) {
        reading.missing.at(side) = qt(rows.error().message);
        return;
    }
    reading.sides.at(side) = std::make_shared<const profiler::WorkDetails>(
        profiler::workDetails(*traced.trace, *rows));
}

} // namespace

WorkReading readWork(const ComparisonView& view)
{
    WorkReading reading;
    readSide(reading, 0, view, 0);
    if (view.focus != 0)
        readSide(reading, 1, view, view.focus);
    return reading;
}

} // namespace ui
