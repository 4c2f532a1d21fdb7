// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/serving/serving_page.h"

#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/quantity.h"
#include "profiler/report/serving/serving_sentences.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/load_chart.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/pages/serving/serving_tables.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

bool hasLoads(const profiler::ComparisonData& data)
{
    return std::ranges::any_of(
        data.processes, [](const auto& process) { return !process.loads.empty(); });
}

/// Of what the conclusion speaks of: the variant that serves the most.
Status statusOf(const profiler::ServedCase& served)
{
    const auto has = [&](profiler::ServingVerdict verdict) {
        return std::ranges::find(served.variants, verdict, &profiler::ServedVariant::verdict)
            != served.variants.end();
    };
    using profiler::HighestRate;
    const bool noneMeets = std::ranges::all_of(served.variants, [](const auto& variant) {
        return !variant.served() || variant.withinLimit.kind == HighestRate::Kind::None;
    });
    if (noneMeets)
        return Status::Warning;
    return has(profiler::ServingVerdict::MoreLoad) ? Status::Good : Status::Neutral;
}

QString captionOf(const profiler::Serving& serving, const LoadChart& chart)
{
    QString arrivals;
    switch (serving.arrivals) {
    case profiler::Arrivals::Poisson:
        arrivals = ServingPage::tr("random arrivals");
        break;
    case profiler::Arrivals::Constant:
        arrivals = ServingPage::tr("arrivals in equal distances");
        break;
    case profiler::Arrivals::Replay:
        arrivals = ServingPage::tr("arrivals of a trace");
        break;
    }
    return ServingPage::tr("from the planned moment to the answer, %1 · %2 · %3 · %4")
        .arg(unitText(chart.unit()), arrivals,
            qt(profiler::countText(serving.concurrency, "call", "calls"))
                + ServingPage::tr(" at once"),
            qt(profiler::countText(serving.repetitions, "process", "processes")));
}

} // namespace

PageDescriptor ServingPage::descriptor()
{
    auto page = describedPage<ServingPage>({"serving"}, PageGroup::Production, Icon::Serving,
        {tr("Serving"), tr("Does it hold under load?"),
            tr("Requests at given rates: latency from the moment each was planned, how many each "
               "variant serves within a limit of p99, and what held the slowest up.")},
        needOfRecording(tr("Nobody offered requests here: only a recording with --load does.")));
    page.isRecorded = [](const ComparisonView& view) { return hasLoads(view.comparison->data); };
    return page;
}

ServingPage::ServingPage(const Theme& theme)
    : ColumnPage(theme, tr("Serving"))
{
    createPanels();
    addPanel(m_chartPanel);
    addPanel(m_variantPanel);
    addPanel(m_ratePanel);
    addPanel(m_slowPanel);
}

void ServingPage::createPanels()
{
    m_chartPanel = new Panel(theme(), tr("Latency by rate of requests"));
    m_limitField = new TextField(theme(), tr("Limit of p99, such as 50ms"));
    m_limitField->setPlaceholderText(tr("p99 limit, 50ms"));
    m_limitField->setFixedWidth(130);
    m_chartPanel->addControls({m_limitField});
    m_chart = new LoadChart(theme());
    m_chart->setMinimumHeight(320);
    m_chartPanel->add({{m_chart, 1}});
    connect(m_limitField, &QLineEdit::editingFinished, this, &ServingPage::takeLimit);

    m_variantPanel = new Panel(theme(), tr("How many requests are served"));
    m_variants = new DataTable(theme(), tr("Requests a second that each variant serves"));
    addWithCopy(*m_variantPanel, m_variants);
    m_notes = makeNote();
    m_variantPanel->add({m_notes});
    connect(m_variants, &DataTable::rowChosen, this,
        [this](int variant) { Q_EMIT caseRequested(m_view.caseIndex, variant); });

    m_ratePanel = new Panel(theme(), tr("All rates"));
    m_rates = new DataTable(theme(), tr("Latencies by variant and rate of requests"));
    m_rates->setMostRows(16);
    addWithCopy(*m_ratePanel, m_rates);
    connect(m_rates, &DataTable::rowChosen, this,
        [this](int variant) { Q_EMIT caseRequested(m_view.caseIndex, variant); });

    m_slowPanel = new Panel(theme(), tr("Slowest requests"));
    m_slow = new DataTable(theme(), tr("Slowest requests of each rate and what held them up"));
    m_slow->setMostRows(16);
    addWithCopy(*m_slowPanel, m_slow);
}

void ServingPage::showView(const ComparisonView& view)
{
    const bool other = view.comparison != m_view.comparison;
    m_view = view;
    if (!showPanelsOf(view))
        return;
    if (other) {
        m_serving.reset();
        m_reading.drop();
        m_laidOut = true;
        if (!hasLoads(view.comparison->data)) {
            m_serving.emplace();
            showServed();
            return;
        }
        read();
        return;
    }
    if (m_serving)
        showServed();
}

/// Intervals within one process are drawn from its requests, which takes a moment.
void ServingPage::read()
{
    m_laidOut = false;
    m_reading.start([comparison = m_view.comparison,
                        limit = m_limit] { return profiler::servingOf(comparison->data, limit); },
        [this](profiler::Serving serving) {
            m_serving = std::move(serving);
            showServed();
            QTimer::singleShot(0, this, [this] { m_laidOut = true; }); // layouts come before it
        });
}

void ServingPage::setLimit(const QString& text)
{
    m_limitField->setText(text);
    takeLimit();
}

void ServingPage::takeLimit()
{
    const auto text = m_limitField->text().trimmed();
    const auto limit = profiler::duration(text.toStdString());
    const bool good = text.isEmpty() || (limit && limit->count() > 0);
    m_limitField->setProblem(
        good ? QString() : tr("Expected a time above 0 with its unit, such as 50ms."));
    const auto wanted = text.isEmpty() ? std::nullopt : limit;
    if (!good || wanted == m_limit)
        return;
    m_limit = wanted;
    if (m_view.comparison && hasLoads(m_view.comparison->data))
        read();
}

/// When the focused variant is ready to serve, and what makes the figures doubtful.
void ServingPage::showNotes(const profiler::ServedCase& served)
{
    QString text;
    for (const auto& note : {profiler::readySentence(served, m_view.focus),
             profiler::servingDoubts(*m_serving, served)})
        if (!note.empty())
            text
                += (text.isEmpty() ? QString() : QStringLiteral("<br>")) + plainParagraph(qt(note));
    m_notes->setText(text);
    m_notes->setVisible(!text.isEmpty());
}

void ServingPage::showServed()
{
    const auto* served = m_serving->of(m_view.caseIndex);
    if (served == nullptr) {
        showNothing();
        sentence().setContent(
            {.sentence = m_serving->isEmpty() ? qt(profiler::howToRecordLoad) + u'.'
                                              : tr("No requests were offered to this case.")});
        return;
    }
    showPanels();
    sentence().setContent({.status = statusOf(*served),
        .sentence = qt(profiler::servingConclusion(*m_serving, *served)),
        .note = qt(profiler::servingSentence(*served, m_view.focus))});
    m_chart->setServed(*served, m_view.focus, m_view.hidden);
    m_chartPanel->setCaption(captionOf(*m_serving, *m_chart));
    m_variants->setContent(servedVariantTable(m_view, *served));
    m_variants->selectKey(m_view.focus);
    showNotes(*served);
    m_variantPanel->setCaption(tr("limit of p99: %1").arg(qt(profiler::limitText(*served))));
    m_rates->setContent(offeredRateTable(m_view, *served));
    m_slow->setContent(slowRequestTable(m_view, *served));
    const auto& focused = served->variants.at(static_cast<std::size_t>(m_view.focus));
    m_slowPanel->setCaption(
        tr("of %1, the %2 slowest of each rate").arg(qt(focused.name)).arg(profiler::slowestShown));
}

} // namespace ui
