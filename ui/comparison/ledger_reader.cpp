// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/ledger_reader.h"

#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_rows.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/comparison/shown_file.h"
#include "ui/text/text.h"

#include <algorithm>
#include <fstream>
#include <utility>

namespace ui {

namespace {

bool isOfSame(const ComparisonView& one, const ComparisonView& other)
{
    return one.comparison == other.comparison && one.caseIndex == other.caseIndex
        && one.file == other.file && one.focus == other.focus;
}

constexpr std::streamsize longestFile = std::streamsize {8} << 20U;

/// Of what is no file here nothing is known.
bool isChangedHere(
    const std::vector<profiler::SourceFact>& sources, const profiler::SourceFileWork& work)
{
    if (work.text != profiler::SourceText::Stored)
        return false;
    std::ifstream file(work.file, std::ios::binary);
    std::string now(longestFile, '\0');
    if (!file.read(now.data(), longestFile) && file.gcount() == 0)
        return false;
    now.resize(static_cast<std::size_t>(file.gcount()));
    return profiler::isChangedSince(sources, work.file, now);
}

std::shared_ptr<const LedgerViews> viewsOf(
    const profiler::Ledger& ledger, const std::vector<profiler::SourceFact>& sources)
{
    auto views = std::make_shared<LedgerViews>(
        LedgerViews {.sources = profiler::sourceLedger(ledger, sources),
            .model = profiler::moduleLedger(ledger),
            .changed = {}});
    for (const auto& file : views->sources.files)
        if (isChangedHere(sources, file))
            views->changed.insert(file.file);
    return views;
}

} // namespace

bool hasGeneratedCode(const ComparisonView& view)
{
    return std::ranges::any_of(view.comparison->data.processes,
        [](const profiler::ProcessRecord& process) { return !process.code.empty(); });
}

LedgerReading readLedger(const ComparisonView& view)
{
    const auto& data = view.comparison->data;
    auto ledger
        = profiler::ledgerOf(data, *view.caseResult(), view.focus, [&](profiler::TraceIndex trace) {
              return loadShownRows(view.file.toStdString(), data.info, trace);
          });
    if (!ledger)
        return {.ledger = nullptr, .views = nullptr, .missing = qt(ledger.error())};
    auto views = viewsOf(*ledger, data.sources);
    return {.ledger = std::make_shared<const profiler::Ledger>(std::move(*ledger)),
        .views = std::move(views),
        .missing = {}};
}

LedgerReader::LedgerReader(QObject* parent)
    : QObject(parent)
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
