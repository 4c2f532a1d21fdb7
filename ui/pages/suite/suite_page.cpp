// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/suite/suite_page.h"

#include "profiler/model/number_text.h"
#include "profiler/report/suite/suite_documents.h"
#include "profiler/report/text/shown_texts.h"
#include "storage/suite/suite_reader.h"
#include "ui/pages/page_services.h"
#include "ui/pages/suite/suite_tables.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

#include <QLabel>

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
    constexpr int tickMs = 200;
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, &SuitePage::showRead);
    createModelsPanel();
    createFamiliesPanel();
    createFailuresPanel();
    addPanel(m_modelsPanel);
    addPanel(m_failuresPanel);
    addPanel(m_familiesPanel);
}

SuitePage::~SuitePage()
{
    stopReading();
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
    m_modelsPanel->addControls({m_suites, m_figures, m_filter});
    m_models = new DataTable(theme(), tr("Models and what they gain"));
    constexpr int mostRows = 24;
    m_models->setMostRows(mostRows);
    addWithCopy(*m_modelsPanel, m_models);
    m_nothing = makeNote();
    m_modelsPanel->add({m_nothing});
    connect(m_models, &DataTable::rowChosen, this, &SuitePage::open);
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
    m_failuresPanel = new Panel(theme(), tr("What failed, by cause"));
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
    if (file != m_file)
        m_name.clear();
    m_file = file;
    read();
}

void SuitePage::setFilter(const QString& text)
{
    m_filter->setText(text);
}

void SuitePage::stopReading()
{
    if (m_read)
        m_read->wanted = false;
}

void SuitePage::read()
{
    m_readOf = m_file;
    if (m_file.isEmpty()) {
        m_suite.reset();
        showTables();
        sentence().setContent({.status = Status::Neutral,
            .sentence
            = tr("No file is open; `fusescope suite run` records many models into one.")});
        return;
    }
    stopReading();
    if (m_isAlone) { // reading it once more would take its memory twice
        m_tick.stop();
        m_suite.reset();
        showTables();
        sentence().setContent({.status = Status::Neutral,
            .sentence
            = tr("This file holds one recording; `fusescope suite run` records many models "
                 "into one file, `fusescope merge` gathers those of several.")});
        return;
    }
    m_read = std::make_shared<ReadSoFar>();
    storage::SuiteReading how {.suite = m_name,
        .prepare = [](profiler::ComparisonData& recording) { profiler::cutTexts(recording); },
        .progress = {}};
    how.progress = [counted = m_read](std::size_t read, std::size_t all) {
        counted->all = all;
        counted->read = read;
        return counted->wanted.load();
    };
    m_job.start([file = std::filesystem::path(m_file.toStdString()),
                    how] { return storage::readSuite(file, how); },
        [this](const profiler::Result<profiler::SuiteResult>& suite) { show(suite); });
    m_tick.start();
    showRead();
}

void SuitePage::showRead()
{
    const auto read = m_read->read.load();
    const auto all = m_read->all.load();
    const QString text = all > 0 ? tr("Reading the recordings: %1 of %2…").arg(read).arg(all)
                                 : tr("Reading the recordings…");
    sentence().setContent({.status = Status::Information, .sentence = text});
}

void SuitePage::show(const profiler::Result<profiler::SuiteResult>& suite)
{
    if (m_isAlone) // it is of the file before
        return;
    m_tick.stop();
    if (!suite) {
        m_suite.reset();
        showTables();
        sentence().setContent(
            {.status = Status::Neutral, .sentence = capitalized(qt(suite.error().message)) + u'.'});
        return;
    }
    m_suite = *suite;
    m_name = m_suite->name;
    showChoices();
    sentence().setContent({.status = statusOf(profiler::suiteMark(*m_suite)),
        .sentence = qt(profiler::suiteSentence(*m_suite, profiler::Emphasis::Markdown)),
        .note = qt(profiler::suiteNote(*m_suite))});
    showTables();
}

void SuitePage::showChoices()
{
    m_suites->clear();
    m_suites->addItem(m_name.empty() ? tr("all recordings") : qt(m_name), qt(m_name));
    for (const auto& other : m_suite->otherSuites)
        m_suites->addItem(qt(other), qt(other));
    m_suites->setVisible(m_suites->count() > 1);
    const QVariant chosen = m_figures->currentData();
    m_figures->clear();
    m_figures->addItem(tr("figures of the best"), QString());
    for (const auto& variant : m_suite->variants)
        m_figures->addItem(tr("figures of %1").arg(qt(variant)), qt(variant));
    m_figures->setCurrentIndex(std::max(0, m_figures->findData(chosen)));
    m_figures->setVisible(m_suite->variants.size() > 1);
    m_figures->updateGeometry();
}

void SuitePage::showTables()
{
    const bool there = m_suite.has_value();
    m_modelsPanel->setVisible(there);
    m_familiesPanel->setVisible(there);
    m_failuresPanel->setVisible(there && !m_suite->failures.empty());
    if (!there) {
        for (auto* table : {m_models, m_families, m_failures})
            table->setContent({});
        return;
    }
    showModels();
    m_families->setContent(familyTable(*m_suite));
    m_families->setVisible(!m_suite->families.empty());
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
    const auto shown = filteredRows(*m_suite, m_filter->text()).size();
    m_models->setContent(suiteTable(*m_suite, figures, m_filter->text()));
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

void SuitePage::open(int row)
{
    if (m_suite && row >= 0 && static_cast<std::size_t>(row) < m_suite->rows.size())
        Q_EMIT recordingChosen(m_file, m_suite->rows[static_cast<std::size_t>(row)].id);
}

} // namespace ui
