// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/suite/suite_page.h"

#include "profiler/model/number_text.h"
#include "profiler/report/suite/suite_documents.h"
#include "ui/pages/page_services.h"
#include "ui/pages/suite/suite_table.h"
#include "ui/pages/suite/suite_tables.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/legend_strip.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

#include <QHideEvent>
#include <QLabel>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

/// By what a list of comparisons shows that it is another one.
QString listed(const std::vector<storage::ComparisonSummary>& runs)
{
    QString text;
    for (const auto& run : runs)
        text += QString::number(run.info.id.value) + u':'
            + QString::number(run.info.ended ? run.info.ended->ns : 0) + u' ';
    return text;
}

} // namespace

PageDescriptor SuitePage::descriptor()
{
    auto page = describedPage<SuitePage>({"suite"}, PageGroup::Production, Icon::Suite,
        {tr("Suite"), tr("Does it hold on all models?"),
            tr("The recordings of the open file beside each other: times faster than eager with "
               "verdicts, geometric means over models, what each family gains, and what failed by "
               "cause. A row opens its recording.")});
    page.needsComparison = false;
    page.showsViewAlone = false;
    page.make = [](PageServices& services) -> Page* {
        auto* made = newPage<SuitePage>(services);
        made->showRuns(services.runs(), services.file());
        connect(made, &SuitePage::recordingChosen, &services, &PageServices::recordingChosen);
        return made;
    };
    return page;
}

SuitePage::SuitePage(const Theme& theme)
    : ColumnPage(theme, tr("Suite"))
{
    createModelsPanel();
    createFamiliesPanel();
    createFailuresPanel();
    addPanel(m_modelsPanel);
    addPanel(m_failuresPanel);
    addPanel(m_familiesPanel);
    connect(&m_judging, &SuiteJudging::changed, this, &SuitePage::showSuite);
    connect(&m_judging, &SuiteJudging::failed, this, [this](const QString& sentence) {
        m_suite.reset();
        showTables();
        showSentence(Status::Neutral, sentence);
    });
}

void SuitePage::createModelsPanel()
{
    m_modelsPanel = new Panel(theme(), tr("Models"));
    m_suites = new Choice(theme(), tr("Suite"));
    m_figures = new Choice(theme(), tr("Whose compile time, memory and breaks are shown"));
    m_filter = new TextField(theme(), tr("Filter models"));
    m_filter->setPlaceholderText(tr("Filter: words, family:cnn, verdict:slower"));
    m_filter->setToolTip(tr("Words and key:value, all of which must hold. Keys: model, family, "
                            "device, type, case, verdict."));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(300);
    m_stop = makeCompactButton(theme(), tr("Stop judging"));
    m_modelsPanel->addControls({m_stop, m_suites, m_figures, m_filter});
    m_models = new SuiteTable(theme());
    constexpr int mostRows = 24;
    m_models->setMostRows(mostRows);
    addWithCopy(*m_modelsPanel, m_models);
    m_legend = new LegendStrip(theme());
    m_nothing = makeNote();
    m_modelsPanel->add({m_legend, m_nothing});
    connect(m_models, &TableView::rowChosen, this, &SuitePage::open);
    connect(
        m_models, &SuiteTable::seenChanged, this, [this] { m_judging.prefer(m_models->seen()); });
    connect(m_stop, &Button::clicked, this,
        [this] { m_judging.isRunning() ? stopJudging() : judgeRest(); });
    connect(m_filter, &QLineEdit::textChanged, this, &SuitePage::showModels);
    connect(m_figures, &QComboBox::activated, this, &SuitePage::showModels);
    connect(m_suites, &QComboBox::activated, this, [this] {
        m_name = m_suites->currentData().toString().toStdString();
        read();
    });
}

void SuitePage::createFamiliesPanel()
{
    m_familiesPanel = new Panel(theme(), tr("What each family gains"));
    m_families = new DataTable(theme(), tr("Ranges of each family"));
    addWithCopy(*m_familiesPanel, m_families);
    m_familyNote = makeNote();
    m_familiesPanel->add({m_familyNote, stretch()});
}

void SuitePage::createFailuresPanel()
{
    m_failuresPanel = new Panel(theme(), tr("What failed or was broken off, by cause"));
    m_failures = new DataTable(theme(), tr("What failed"));
    addWithCopy(*m_failuresPanel, m_failures);
    connect(m_failures, &DataTable::rowChosen, this, &SuitePage::open);
}

void SuitePage::showView(const ComparisonView& view)
{
    if (!view.file.isEmpty() && view.file != m_file)
        setFile(view.file);
}

void SuitePage::enter(const ComparisonView& view)
{
    showView(view);
    if (m_readOf != m_file)
        read();
    else if (m_judging.isStopped() && !m_onceStopped)
        judgeRest();
}

void SuitePage::showRuns(const std::vector<storage::ComparisonSummary>& runs, const QString& file)
{
    const QString now = listed(runs);
    const bool same = file == m_file && now == m_listed;
    m_isAlone = runs.size() == 1 && runs.front().suite.empty();
    m_listed = now;
    if (!same && !file.isEmpty())
        setFile(file);
}

void SuitePage::setFile(const QString& file)
{
    if (file != m_file) {
        m_name.clear();
        m_suite.reset(); // its rows would be looked for in the other file
        showTables();
    }
    m_file = file;
    read();
}

void SuitePage::setFilter(const QString& text)
{
    m_filter->setText(text);
}

void SuitePage::stopJudging()
{
    m_onceStopped = true;
    m_judging.stop();
    showProgress();
}

void SuitePage::judgeRest()
{
    m_onceStopped = false;
    m_judging.goOn();
    m_judging.prefer(m_models->seen());
    showProgress();
}

/// Nobody looks at it: what is judged stays.
void SuitePage::hideEvent(QHideEvent* event)
{
    ColumnPage::hideEvent(event);
    if (!event->spontaneous()) // else the window is minimized
        m_judging.stop();
}

void SuitePage::showSentence(Status status, const QString& text)
{
    sentence().setContent({.status = status, .sentence = text});
}

void SuitePage::read()
{
    m_readOf = m_file;
    m_onceStopped = false;
    if (!m_file.isEmpty() && !m_isAlone) {
        m_judging.start(m_file, m_name);
        if (!m_suite)
            showSentence(Status::Information, tr("Reading the list of recordings…"));
        return;
    }
    m_judging.clear();
    m_suite.reset();
    showTables();
    showSentence(Status::Neutral,
        m_file.isEmpty()
            ? tr("No file is open; `fusescope suite run` records many models into one.")
            : tr("This file holds one recording; `fusescope suite run` records many models "
                 "into one file, `fusescope merge` gathers those of several."));
}

void SuitePage::showSuite(std::shared_ptr<const profiler::SuiteResult> suite)
{
    const bool first = m_suite == nullptr;
    m_suite = std::move(suite);
    m_name = m_suite->name;
    showChoices();
    sentence().setContent({.status = statusOf(profiler::suiteMark(*m_suite)),
        .sentence = qt(profiler::suiteSentence(*m_suite, profiler::Emphasis::Markdown)),
        .note = qt(profiler::suiteNote(*m_suite))});
    showTables();
    showProgress();
    if (first)
        m_judging.prefer(m_models->seen());
}

void SuitePage::showProgress()
{
    const bool waits = m_suite && m_suite->waiting > 0;
    m_stop->setVisible(waits);
    m_stop->setText(m_judging.isRunning() ? tr("Stop judging") : tr("Judge the rest"));
    m_stop->updateGeometry();
}

/// Left alone while they stay the same: somebody may be choosing.
void SuitePage::showChoices()
{
    QStringList suites {qt(m_name)};
    for (const auto& other : m_suite->otherSuites)
        suites << qt(other);
    QStringList variants;
    for (const auto& variant : m_suite->variants)
        variants << qt(variant);
    if (std::exchange(m_shownSuites, suites) != suites) {
        m_suites->clear();
        for (const QString& suite : suites)
            m_suites->addItem(suite.isEmpty() ? tr("all recordings") : suite, suite);
        m_suites->setVisible(suites.size() > 1);
        m_suites->updateGeometry();
    }
    if (std::exchange(m_shownVariants, variants) == variants)
        return;
    const QVariant chosen = m_figures->currentData();
    m_figures->clear();
    m_figures->addItem(tr("figures of the best"), QString());
    for (const QString& variant : variants)
        m_figures->addItem(tr("figures of %1").arg(variant), variant);
    m_figures->setCurrentIndex(std::max(0, m_figures->findData(chosen)));
    m_figures->setVisible(variants.size() > 1);
    m_figures->updateGeometry();
}

void SuitePage::showTables()
{
    const bool there = m_suite != nullptr;
    m_modelsPanel->setVisible(there);
    m_familiesPanel->setVisible(there);
    m_failuresPanel->setVisible(
        there && (!m_suite->failures.empty() || !m_suite->brokenOff.empty()));
    if (!there) {
        m_models->showSuite(nullptr);
        for (auto* table : {m_families, m_failures})
            table->setContent({});
        return;
    }
    showModels();
    m_families->setContent(familyTable(*m_suite));
    m_families->setVisible(!m_suite->families.empty());
    const auto progress = qt(profiler::suiteProgress(*m_suite));
    for (auto* panel : {m_familiesPanel, m_failuresPanel})
        panel->setCaption(progress.isEmpty() ? QString() : tr("of %1 so far").arg(progress));
    m_familyNote->setText(plainParagraph(m_suite->families.empty()
            ? tr("No two models of one family count here: one model is no range.")
            : tr("Of families with two models or more; the cell of a family in the table above "
                 "says how it was told.")));
    m_failures->setContent(failureTable(*m_suite));
}

void SuitePage::showModels()
{
    if (!m_suite)
        return;
    const auto figures = m_figures->currentData().toString().toStdString();
    m_models->showSuite(m_suite, figures, m_filter->text());
    const auto shown = static_cast<std::size_t>(m_models->suiteModel().suiteRows());
    showLegend();
    m_models->setVisible(shown > 0);
    m_nothing->setVisible(shown == 0);
    m_nothing->setText(plainParagraph(m_suite->rows.empty()
            ? tr("Nothing is recorded yet.")
            : tr("No model has all of these words; clear the filter to see all %1 rows.")
                  .arg(m_suite->rows.size())));
    const auto all = m_suite->rows.size();
    m_modelsPanel->setCaption(shown == all
            ? qt(profiler::countText(static_cast<std::int64_t>(all), "row", "rows"))
            : tr("%1 of %2 rows").arg(shown).arg(all));
}

/// Whose mark is whose; one alone needs no telling.
void SuitePage::showLegend()
{
    std::vector<ChartLegend::Entry> entries;
    const auto& variants = m_suite->variants;
    for (const auto& variant : variants)
        entries.push_back({.text = qt(variant),
            .sample = [this, style = static_cast<int>(entries.size()) + 1](
                          QPainter& painter, const QRectF& box) {
                drawMarker(painter, theme().variant(style), box.center());
            }});
    if (entries.size() == 1)
        entries.clear();
    m_legend->setVisible(!entries.empty() && m_models->suiteModel().suiteRows() > 0);
    m_legend->setEntries(std::move(entries));
}

void SuitePage::open(int row)
{
    if (m_suite && row >= 0 && static_cast<std::size_t>(row) < m_suite->rows.size())
        Q_EMIT recordingChosen(m_file, m_suite->rows[static_cast<std::size_t>(row)].id);
}

} // namespace ui
