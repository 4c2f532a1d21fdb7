// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_lighting.h"

#include "profiler/evidence/ledger/ledger_parts.h"
#include "profiler/evidence/ledger/lit_events.h"
#include "profiler/report/sentences/ledger_text.h"
#include "ui/charts/chart_text.h"
#include "ui/pages/timeline/rows/timeline_text.h"
#include "ui/text/text.h"
#include "ui/widgets/button.h"

#include <utility>

namespace ui {

namespace {

/// Everything that a pool thread needs to find what is lit.
struct Search {
    std::shared_ptr<const profiler::Ledger> ledger;
    std::vector<std::shared_ptr<const profiler::TimelineTracks>> tracks; ///< by run
    std::vector<const profiler::LedgerTrace*> traces; ///< of the ledger; null: of no side
    std::vector<std::size_t> rows;
};

std::shared_ptr<const TimelineLight> lightOf(const Search& search)
{
    auto light = std::make_shared<TimelineLight>();
    for (std::size_t run = 0; run < search.tracks.size(); ++run)
        light->runs.push_back(search.tracks[run] == nullptr || search.traces[run] == nullptr
                ? profiler::LitEvents {}
                : profiler::litEvents(*search.tracks[run], *search.traces[run], search.rows));
    return light;
}

} // namespace

TimelineLighting::TimelineLighting(TimelineCanvas& canvas, Button& chip, QObject* parent)
    : QObject(parent)
    , m_canvas(canvas)
    , m_chip(chip)
    , m_ledgers(this)
{
    m_chip.hide();
    connect(&canvas, &TimelineCanvas::selectionChanged, this, &TimelineLighting::takePick);
    connect(&chip, &Button::clicked, this, &TimelineLighting::clear);
    connect(&m_ledgers, &LedgerReader::arrived, this, &TimelineLighting::takeLedger);
}

void TimelineLighting::showView(const ComparisonView& view)
{
    m_view = view;
    m_hasRuns = true;
    if (!m_rows.empty())
        m_ledgers.want(m_view);
    if (m_ledgers.reading() != nullptr)
        takeLedger();
}

void TimelineLighting::forget()
{
    m_hasRuns = false;
    clear();
}

void TimelineLighting::light(std::vector<std::size_t> rows)
{
    m_fromPick = false;
    m_rows = std::move(rows);
    if (m_hasRuns)
        showView(m_view);
}

bool TimelineLighting::clear()
{
    const bool any = !m_rows.empty();
    m_rows.clear();
    show(nullptr);
    return any;
}

/// Work alone has the same on the other side; what a module or a launch is selected for stays.
void TimelineLighting::takePick()
{
    const auto& pick = m_canvas.picked();
    if (!m_hasRuns || m_view.focus == 0 || !hasGeneratedCode(m_view))
        return;
    if (!pick || !isWorkRow(m_canvas.scene().rowOf(*pick).row.kind)) {
        if (m_fromPick)
            clear();
        return;
    }
    m_fromPick = true;
    m_ledgers.want(m_view);
    if (m_ledgers.reading() != nullptr)
        takeLedger();
}

void TimelineLighting::takeLedger()
{
    const auto* reading = m_ledgers.reading();
    if (!m_hasRuns || reading == nullptr || reading->ledger == nullptr)
        return;
    if (m_fromPick)
        m_rows = rowsOfPick(*reading->ledger);
    if (m_rows.empty())
        show(nullptr);
    else
        look();
}

const profiler::LedgerTrace* TimelineLighting::traceOf(
    const profiler::Ledger& ledger, std::size_t run) const
{
    const int variant = m_canvas.runs().at(run).variant;
    if (variant == 0)
        return &ledger.eagerTrace;
    return variant == m_view.focus ? &ledger.compiledTrace : nullptr;
}

std::vector<std::size_t> TimelineLighting::rowsOfPick(const profiler::Ledger& ledger) const
{
    const auto& pick = m_canvas.picked();
    if (!pick)
        return {};
    const auto& placed = m_canvas.scene().rowOf(*pick);
    const auto* trace = traceOf(ledger, placed.run);
    if (trace == nullptr)
        return {};
    const auto rows = placed.row.kind == TimelineRowKind::Kernels
        ? trace->ofKernel(pick->what.row)
        : trace->ofOperator(pick->what.row);
    return {rows.begin(), rows.end()};
}

void TimelineLighting::look()
{
    Search search {.ledger = m_ledgers.reading()->ledger, .rows = m_rows};
    for (std::size_t run = 0; run < m_canvas.runs().size(); ++run) {
        search.tracks.push_back(m_canvas.runs()[run].tracks);
        search.traces.push_back(traceOf(*search.ledger, run));
    }
    m_job.start([search = std::move(search)] { return lightOf(search); },
        [this](const std::shared_ptr<const TimelineLight>& light) { show(light); });
}

/// "Lit: conv2d · 2.87 → 1.29 ms  ×".
QString TimelineLighting::words(const profiler::Ledger& ledger) const
{
    profiler::LedgerSum sum;
    for (const auto row : m_rows)
        if (row < ledger.rows.size())
            sum.add(profiler::timeOf(ledger, ledger.rows[row]));
    const auto text = [](const std::optional<double>& ns) {
        return ns ? durationText(*ns) : QStringLiteral("–");
    };
    const QString name = m_rows.size() == 1 && m_rows.front() < ledger.rows.size()
        ? qt(profiler::ledgerTitle(ledger.rows[m_rows.front()]))
        : tr("%1 rows of work").arg(m_rows.size());
    return tr("Lit: %1 · %2 → %3  ×").arg(name, text(sum.eagerNs), text(sum.compiledNs));
}

void TimelineLighting::show(const std::shared_ptr<const TimelineLight>& light)
{
    if (light == nullptr)
        m_job.drop();
    m_canvas.setLight(light);
    m_chip.setVisible(light != nullptr);
    if (light != nullptr)
        m_chip.setText(words(*m_ledgers.reading()->ledger));
}

} // namespace ui
