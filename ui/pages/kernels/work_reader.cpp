// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_reader.h"

#include <utility>

namespace ui {

namespace {

bool isOfSame(const ComparisonView& one, const ComparisonView& other)
{
    return one.comparison == other.comparison && one.caseIndex == other.caseIndex
        && one.file == other.file;
}

} // namespace

WorkReader::WorkReader(QObject* parent)
    : QObject(parent)
    , m_job(this)
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
