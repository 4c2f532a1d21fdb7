// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_reader.h"

#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/trace.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/comparison/shown_file.h"
#include "ui/text/text.h"

#include <utility>

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
        .missing = {},
        .shares = profiler::deviceShares(traced.trace->calls, *rows),
        .calls = traced.trace->calls.size()};
}

bool isOfSame(const ComparisonView& one, const ComparisonView& other)
{
    return one.comparison == other.comparison && one.caseIndex == other.caseIndex
        && one.file == other.file;
}

} // namespace

WorkReading readWork(const ComparisonView& view, const std::vector<int>& variants)
{
    WorkReading reading;
    for (const int variant : variants)
        reading.emplace(variant, readSide(view, variant));
    return reading;
}

WorkReader::WorkReader(QObject* parent)
    : QObject(parent)
{
}

void WorkReader::want(const ComparisonView& view, const std::vector<int>& variants)
{
    if (!isOfSame(view, m_view)) {
        forget();
        m_view = view;
    }
    std::vector<int> unread;
    for (const int variant : variants)
        if (!m_reading.contains(variant))
            unread.push_back(variant);
    if (unread == m_awaited)
        return;
    m_awaited = unread;
    if (unread.empty()) {
        m_job.drop();
        return;
    }
    m_job.start([view, unread] { return readWork(view, unread); },
        [this](WorkReading read) {
            m_reading.merge(std::move(read));
            m_awaited.clear();
            Q_EMIT arrived();
        });
}

void WorkReader::forget()
{
    m_job.drop();
    m_view = {};
    m_reading.clear();
    m_awaited.clear();
}

} // namespace ui
