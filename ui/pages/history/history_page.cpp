// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/history/history_page.h"

#include "profiler/model/enum_text.h"
#include "profiler/report/history/history_documents.h"
#include "profiler/report/history/history_text.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/text/shown_texts.h"
#include "storage/history/history_reader.h"
#include "ui/charts/history_chart.h"
#include "ui/pages/history/history_table.h"
#include "ui/pages/page_services.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

#include <QFileDialog>
#include <QSaveFile>

#include <utility>

namespace ui {

namespace {

using profiler::HistoryMetric;
using profiler::HistoryOrder;

template <typename Enum>
void addWords(Choice& choice, std::string (*nameOf)(Enum))
{
    for (const auto& [value, key] : profiler::enumKeys<Enum>())
        choice.addItem(capitalized(qt(nameOf(value))), static_cast<int>(value));
}

constexpr std::size_t longestShown = 60; ///< bytes of a name among the choices

std::string nameIn(const Choice& choice)
{
    return choice.currentData().toString().toStdString();
}

profiler::Result<void> writeText(const QString& file, const std::string& text)
{
    QSaveFile saved(file);
    const auto size = static_cast<qint64>(text.size());
    if (saved.open(QIODevice::WriteOnly) && saved.write(text.data(), size) == size
        && saved.commit())
        return {};
    return profiler::failure(profiler::ErrorKind::Unavailable,
        file.toStdString() + " cannot be written: " + saved.errorString().toStdString());
}

} // namespace

PageDescriptor HistoryPage::descriptor()
{
    auto page = describedPage<HistoryPage>({"history"}, PageGroup::Production, Icon::History,
        tr("History"), tr("What changed over time?"),
        tr("One figure of one case over the recordings of a folder or of the library. A vertical "
           "line is a change, a dashed one another machine or driver. Click a point to open its "
           "recording."));
    page.needsComparison = false;
    page.showsViewAlone = false;
    page.make = [](PageServices& services) -> Page* {
        auto* made = newPage<HistoryPage>(services);
        made->showRuns(services.runs(), services.file());
        connect(made, &HistoryPage::recordingChosen, &services, &PageServices::recordingChosen);
        return made;
    };
    return page;
}

HistoryPage::HistoryPage(const Theme& theme)
    : ColumnPage(theme, tr("History"))
{
    createPlacePanel();
    createPanels();
    addPanel(m_placePanel);
    addPanel(m_chartPanel);
    addPanel(m_tablePanel);
}

void HistoryPage::createPlacePanel()
{
    m_placePanel = new Panel(theme(), tr("Recordings of"));
    auto* folder = makeCompactButton(theme(), tr("Folder…"), Icon::Open);
    auto* file = makeCompactButton(theme(), tr("This file"));
    auto* library = makeCompactButton(theme(), tr("Library"));
    auto* again = makeCompactButton(theme(), tr("Read again"));
    m_placePanel->addControls({folder, file, library, again});
    m_placeName = makeNote();
    auto* choices = new QWidget;
    auto* row = new FlowLayout(pageGap, choices);
    m_metric = addChoice(*row, tr("Figure"));
    m_model = addChoice(*row, tr("Model"));
    m_case = addChoice(*row, tr("Case"));
    m_variant = addChoice(*row, tr("Variant"));
    m_order = addChoice(*row, tr("Lined up by"));
    addWords<HistoryMetric>(*m_metric, profiler::historyMetricName);
    addWords<HistoryOrder>(*m_order, profiler::historyOrderName);
    m_placePanel->add({m_placeName, choices});
    connect(folder, &Button::clicked, this, &HistoryPage::chooseFolder);
    connect(file, &Button::clicked, this, [this] { setPlace(m_file); });
    connect(library, &Button::clicked, this, [this] { setPlace({}); });
    connect(again, &Button::clicked, this, &HistoryPage::read);
}

Choice* HistoryPage::addChoice(QLayout& row, const QString& caption)
{
    auto* choice = new Choice(theme(), caption);
    row.addWidget(captioned(caption, choice));
    // `activated` is the user's choice alone, not what is filled in.
    connect(choice, &QComboBox::activated, this, [this, choice] {
        m_query.metric = static_cast<HistoryMetric>(m_metric->currentData().toInt());
        m_query.order = static_cast<HistoryOrder>(m_order->currentData().toInt());
        m_query.workload = nameIn(*m_model);
        const bool other = choice == m_model; // it has cases and variants of its own
        m_query.caseName = other ? std::string() : nameIn(*m_case);
        m_query.variant = other ? std::string() : nameIn(*m_variant);
        read();
    });
    return choice;
}

void HistoryPage::createPanels()
{
    m_chartPanel = new Panel(theme(), tr("Over time"));
    m_chart = new HistoryChart(theme());
    m_chart->setMinimumHeight(300);
    m_chartPanel->add({{m_chart, 1}});
    m_tablePanel = new Panel(theme(), tr("Recordings"));
    m_table = new DataTable(theme(), tr("Recordings and their values"));
    m_table->setMostRows(20);
    m_save = makeCompactButton(theme(), tr("Save HTML…"), Icon::Export);
    m_tablePanel->addControl(m_save);
    addWithCopy(*m_tablePanel, m_table);
    m_leftOut = makeNote();
    m_tablePanel->add({m_leftOut, stretch()});
    connect(m_chart, &HistoryChart::pointChosen, this, &HistoryPage::open);
    connect(m_table, &DataTable::rowChosen, this, &HistoryPage::open);
    connect(m_save, &Button::clicked, this, &HistoryPage::saveHtml);
}

void HistoryPage::showView(const ComparisonView& view)
{
    if (!view.file.isEmpty())
        m_file = view.file;
}

/// What is open first, where something is.
void HistoryPage::enter(const ComparisonView& view)
{
    showView(view);
    if (!m_wasRead)
        setPlace(m_file);
}

void HistoryPage::showRuns(
    const std::vector<storage::ComparisonSummary>& /*runs*/, const QString& file)
{
    m_file = file;
}

void HistoryPage::setPlace(const QString& place)
{
    m_place = place;
    m_query.workload.clear();
    m_query.caseName.clear();
    m_query.variant.clear();
    read();
}

void HistoryPage::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Folder with recordings"), m_place.isEmpty() ? QString() : m_place);
    if (!folder.isEmpty())
        setPlace(folder);
}

void HistoryPage::read()
{
    m_wasRead = true;
    const bool library = m_place.isEmpty();
    m_placeName->setText(plainParagraph(library ? qt(storage::libraryPath().string()) : m_place));
    sentence().setContent(
        {.status = Status::Information, .sentence = tr("Reading the recordings…")});
    std::vector<std::filesystem::path> places;
    if (!library)
        places.emplace_back(m_place.toStdString());
    m_job.start([places, query = m_query] { return storage::readHistory(places, query); },
        [this](const profiler::Result<profiler::History>& history) { show(history); });
}

void HistoryPage::show(const profiler::Result<profiler::History>& history)
{
    m_save->setEnabled(history.has_value());
    m_table->setVisible(history.has_value());
    if (!history) {
        m_history.reset();
        const QString why = capitalized(qt(history.error().message)) + u'.';
        sentence().setContent({.status = Status::Neutral, .sentence = why});
        m_chart->setNothing(why);
        m_table->setContent({});
        m_leftOut->setText({});
        return;
    }
    m_history = *history;
    m_query = m_history->query;
    showNames();
    sentence().setContent({.status = statusOf(profiler::historyMark(*m_history)),
        .sentence = qt(profiler::historySentence(*m_history, profiler::Emphasis::Markdown)),
        .note = qt(profiler::historyNote(*m_history))});
    m_chartPanel->setCaption(qt(profiler::historySubject(*m_history)));
    m_chart->setHistory(*m_history);
    m_table->setContent(historyTable(*m_history));
    QStringList leftOut;
    for (const auto& text : profiler::leftOutTexts(*m_history))
        leftOut << plainParagraph(qt(text));
    m_leftOut->setText(leftOut.join(QStringLiteral("<br>")));
}

void HistoryPage::showNames()
{
    m_metric->setCurrentIndex(m_metric->findData(static_cast<int>(m_query.metric)));
    m_order->setCurrentIndex(m_order->findData(static_cast<int>(m_query.order)));
    setNames(*m_model, m_history->names.workloads, m_query.workload);
    setNames(*m_case, m_history->names.cases, m_query.caseName);
    setNames(*m_variant, m_history->names.variants, m_query.variant);
}

void HistoryPage::setNames(
    Choice& choice, const std::set<std::string>& names, const std::string& chosen)
{
    choice.clear();
    for (const auto& name : names) {
        auto text = name;
        profiler::cutText(text, longestShown);
        choice.addItem(qt(text), qt(name));
    }
    choice.setCurrentIndex(choice.findData(qt(chosen)));
    choice.setEnabled(names.size() > 1);
    choice.updateGeometry(); // as wide as its new names
}

void HistoryPage::open(int point)
{
    if (!m_history || point < 0 || static_cast<std::size_t>(point) >= m_history->points.size())
        return;
    const auto& chosen = m_history->points[static_cast<std::size_t>(point)];
    if (chosen.id.value == 0)
        Q_EMIT noted(tr("%1 was not recorded by Fusescope: there is nothing more of it.")
                         .arg(qt(profiler::pointName(chosen))));
    else
        Q_EMIT recordingChosen(qt(chosen.file), chosen.id);
}

void HistoryPage::saveHtml()
{
    if (!m_history)
        return;
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save history"), QStringLiteral("history.html"), tr("Report (*.html)"));
    if (file.isEmpty())
        return;
    m_saving.startChange(
        [history = *m_history, file] {
            return writeText(file, profiler::htmlReport(profiler::historyReport(history)));
        },
        [this, file](const profiler::Result<void>& saved) {
            Q_EMIT noted(saved ? tr("Saved %1").arg(file) : qt(saved.error().message));
        });
}

} // namespace ui
