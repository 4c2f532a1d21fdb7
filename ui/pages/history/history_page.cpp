// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/history/history_page.h"

#include "profiler/model/enum_text.h"
#include "profiler/report/history/history_documents.h"
#include "profiler/report/history/history_text.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/text/shown_texts.h"
#include "storage/file/run_database.h"
#include "storage/history/history_index.h"
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
#include <QFileInfo>
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
        {tr("History"), tr("What changed over time?"),
            tr("One figure of one case over the recordings of a folder or of the library. A "
               "vertical line is a change. Nothing is compared across a dashed one: the machine, "
               "the torch version, the thread count or another condition changed there. Click a "
               "point to open its recording. It begins with the folder in which the open file "
               "lies.")});
    page.needsComparison = false;
    page.showsViewAlone = false;
    page.make = [](PageServices& services) -> Page* {
        auto* made = newPage<HistoryPage>(services);
        made->setIndex(storage::historyIndexPath());
        made->showRuns(services.runs(), services.file());
        connect(made, &HistoryPage::recordingChosen, &services, &PageServices::recordingChosen);
        return made;
    };
    return page;
}

HistoryPage::HistoryPage(const Theme& theme)
    : ColumnPage(theme, tr("History"))
{
    constexpr int tickMs = 200;
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, &HistoryPage::showRead);
    createPlacePanel();
    createPanels();
    addPanel(m_placePanel);
    addPanel(m_chartPanel);
    addPanel(m_tablePanel);
}

void HistoryPage::createPlacePanel()
{
    m_placePanel = new Panel(theme(), tr("Recordings of"));
    auto* other = makeCompactButton(theme(), tr("Other folder…"), Icon::Open);
    auto* folder = makeCompactButton(theme(), tr("This folder"));
    folder->setToolTip(tr("The folder in which the open file lies, without the folders in it"));
    auto* file = makeCompactButton(theme(), tr("This file"));
    auto* library = makeCompactButton(theme(), tr("Library"));
    auto* again = makeCompactButton(theme(), tr("Read again"));
    m_placePanel->addControls({other, folder, file, library, again});
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
    connect(other, &Button::clicked, this, &HistoryPage::chooseFolder);
    connect(folder, &Button::clicked, this,
        [this] { choose(folderOfFile(), storage::FolderDepth::Alone); });
    connect(file, &Button::clicked, this, [this] { choose(m_file); });
    connect(library, &Button::clicked, this, [this] { choose({}); });
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

/// What lies beside the open file, until another place is chosen.
void HistoryPage::enter(const ComparisonView& view)
{
    showView(view);
    if (!m_wasRead || (!m_wasChosen && m_file != m_shownFile))
        setPlaceOfFile();
}

void HistoryPage::showRuns(
    const std::vector<storage::ComparisonSummary>& /*runs*/, const QString& file)
{
    m_file = file;
}

void HistoryPage::setPlace(const QString& place, storage::FolderDepth depth)
{
    m_place = place;
    m_depth = depth;
    m_query.workload.clear();
    m_query.caseName.clear();
    m_query.variant.clear();
    read();
}

void HistoryPage::choose(const QString& place, storage::FolderDepth depth)
{
    m_wasChosen = true;
    setPlace(place, depth);
}

void HistoryPage::chooseFolder()
{
    const QString begin = QFileInfo(m_place).isDir() ? m_place : folderOfFile();
    const QString folder
        = QFileDialog::getExistingDirectory(this, tr("Folder with recordings"), begin);
    if (!folder.isEmpty())
        choose(folder);
}

/// Empty where no file is open.
QString HistoryPage::folderOfFile() const
{
    return m_file.isEmpty() ? QString() : QFileInfo(m_file).absolutePath();
}

/// Nobody keeps recordings in the library's folder, but the sample lies there.
void HistoryPage::setPlaceOfFile()
{
    const QString folder = folderOfFile();
    const auto library = storage::libraryPath();
    m_shownFile = m_file;
    if (m_file == qt(library.string()))
        setPlace({});
    else if (folder == qt(library.parent_path().string()))
        setPlace(m_file);
    else if (!m_wasRead || folder != m_place)
        setPlace(folder, storage::FolderDepth::Alone);
}

QString HistoryPage::placeText() const
{
    if (m_place.isEmpty())
        return tr("The library, %1").arg(qt(storage::libraryPath().string()));
    if (!QFileInfo(m_place).isDir())
        return tr("The file %1").arg(m_place);
    if (m_depth == storage::FolderDepth::Alone)
        return tr("The folder %1, without the folders in it").arg(m_place);
    return tr("The folder %1 and all folders in it").arg(m_place);
}

void HistoryPage::read()
{
    m_wasRead = true;
    m_placeName->setText(plainParagraph(placeText()));
    std::vector<std::filesystem::path> places;
    if (!m_place.isEmpty())
        places.emplace_back(m_place.toStdString());
    m_read = std::make_shared<ReadSoFar>();
    storage::HistoryReading how {.index = m_index, .depth = m_depth, .progress = {}};
    how.progress = [counted = m_read](std::size_t read, std::size_t all) {
        counted->all = all;
        counted->read = read;
    };
    m_job.start([places, query = m_query, how] { return storage::readHistory(places, query, how); },
        [this](const profiler::Result<profiler::History>& history) { show(history); });
    m_tick.start();
    showRead();
}

void HistoryPage::showRead()
{
    const auto read = m_read->read.load();
    const auto all = m_read->all.load();
    QString text = tr("Reading the recordings…");
    if (all > 0)
        text = tr("Reading the recordings: %1 of %2 files…").arg(read).arg(all);
    else if (read > 0)
        text = tr("Reading the recordings: %1 so far…").arg(read);
    sentence().setContent({.status = Status::Information, .sentence = text});
}

void HistoryPage::show(const profiler::Result<profiler::History>& history)
{
    m_tick.stop();
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
