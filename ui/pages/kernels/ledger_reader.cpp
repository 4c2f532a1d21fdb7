// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/ledger_reader.h"

#include "ui/comparison/shown_file.h"
#include "ui/text/text.h"

#include <utility>

namespace ui {

namespace {

bool isOfSame(const ComparisonView& one, const ComparisonView& other)
{
    return one.comparison == other.comparison && one.caseIndex == other.caseIndex
        && one.file == other.file && one.focus == other.focus;
}

} // namespace

LedgerReading readLedger(const ComparisonView& view)
{
    const auto& data = view.comparison->data;
    auto ledger
        = profiler::ledgerOf(data, *view.caseResult(), view.focus, [&](profiler::TraceIndex trace) {
              return loadShownRows(view.file.toStdString(), data.info, trace);
          });
    if (!ledger)
        return {.ledger = nullptr, .missing = qt(ledger.error())};
    return {.ledger = std::make_shared<const profiler::Ledger>(std::move(*ledger)), .missing = {}};
}

LedgerReader::LedgerReader(QObject* parent)
    : QObject(parent)
    , m_job(this)
{
}

void LedgerReader::want(const ComparisonView& view)
{
    if (isOfSame(view, m_view))
        return;
    forget();
    m_view = view;
    m_job.start([view] { return readLedger(view); },
        [this](LedgerReading read) {
            m_reading = std::move(read);
            m_isRead = true;
            Q_EMIT arrived();
        });
}

void LedgerReader::forget()
{
    m_job.drop();
    m_view = {};
    m_reading = {};
    m_isRead = false;
}

} // namespace ui
