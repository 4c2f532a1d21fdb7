// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs/runs_page.h"

#include "storage/file/library.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/comparison/shown_file.h"
#include "ui/pages/page_services.h"
#include "ui/pages/runs/compare_panel.h"
#include "ui/pages/runs/question_strip.h"
#include "ui/pages/runs/runs_table.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"

#include <QStackedWidget>

#include <algorithm>

namespace ui {

PageDescriptor RunsPage::descriptor()
{
    auto page = describedPage<RunsPage>(PageId::Runs, PageGroup::Library, Icon::Runs,
        {tr("Runs"), tr("Which comparisons are there?"),
            tr("The comparisons of the open file or of the library. Enter opens one.")});
    page.needsComparison = false;
    page.showsViewAlone = false;
    page.field = PageField::Filter;
    page.make = [](PageServices& services) -> Page* {
        auto* made = new RunsPage(services.theme());
        made->showRuns(services.runs(), services.file());
        connect(made, &RunsPage::openFileRequested, &services, &PageServices::openFileRequested);
        connect(made, &RunsPage::sampleRequested, &services, &PageServices::sampleRequested);
        connect(made, &RunsPage::listChanged, &services, &PageServices::listChanged);
        connect(made, &RunsPage::comparisonChosen, &services, &PageServices::comparisonChosen);
        return made;
    };
    return page;
}

RunsPage::RunsPage(const Theme& theme)
    : Page(theme)
    , m_model(new RunsModel(this))
    , m_filter(new RunsFilter(m_model, this))
    , m_stack(new QStackedWidget)
{
    m_model->setBest(&m_best);
    m_compare = new ComparePanel(theme);
    m_stack->addWidget(createEmptyState());
    m_stack->addWidget(createList());
    m_stack->addWidget(m_compare);
    asPageColumn(*new QVBoxLayout(this), {m_stack});
    connect(&m_best, &BestRatios::found, m_model, &RunsModel::bestFound);
    connect(m_model, &RunsModel::renameRequested, this, &RunsPage::rename);
    connect(m_model, &RunsModel::tagsRequested, this, &RunsPage::storeTags);
    connect(m_compare, &ComparePanel::noted, this, &Page::noted);
    connect(m_compare, &ComparePanel::backRequested, this, [this] {
        m_stack->setCurrentIndex(List);
        m_table->setFocus();
    });
    enableActions();
}

QWidget* RunsPage::createList()
{
    m_panel = new Panel(theme(), tr("Runs"));
    m_filterField = new TextField(theme(), tr("Filter runs"));
    m_filterField->setPlaceholderText(
        tr("Filter: device:H200 torch:2.11 tag:night status:complete"));
    m_filterField->setToolTip(tr("Words and key:value, all of which must hold. Keys: %1. A minus "
                                 "in front excludes, quotes keep words together.")
                                  .arg(RunsFilter::keys().join(QStringLiteral(", "))));
    m_filterField->setClearButtonEnabled(true);
    m_filterField->setFixedWidth(380);
    m_panel->addControl(m_filterField);
    m_table = new RunsTable(theme(), m_model, m_filter);
    m_question = new QuestionStrip(theme());
    m_nothing = makeCentredLabel({}, uiFont());
    m_nothing->hide();
    m_panel->add({m_question, {m_table, 1}, m_nothing, createActions()});
    connect(m_filterField, &QLineEdit::textChanged, this, &RunsPage::setFilter);
    connect(m_table, &RunsTable::openRequested, this, &RunsPage::openChosen);
    connect(m_table, &RunsTable::deletePressed, this, &RunsPage::deleteChosen);
    connect(m_table, &RunsTable::chosenChanged, this, &RunsPage::enableActions);
    return m_panel;
}

QWidget* RunsPage::createActions()
{
    auto* actions = new QWidget;
    auto* row = makeRow(actions, partGap, {});
    row->setContentsMargins(0, 4, 0, 0);
    const auto add = [&](Button*& button, ButtonKind kind, const QString& text, auto slot) {
        button = new Button(theme(), kind, text);
        button->setButtonSize(ButtonSize::Compact);
        row->addWidget(button);
        connect(button, &Button::clicked, this, slot);
    };
    add(m_open, ButtonKind::Primary, tr("Open"), &RunsPage::openChosen);
    add(m_rename, ButtonKind::Secondary, tr("Rename"),
        [this] { m_table->editCell(RunsModel::Name); });
    add(m_tags, ButtonKind::Secondary, tr("Tags"), [this] { m_table->editCell(RunsModel::Tags); });
    add(m_delete, ButtonKind::Secondary, tr("Delete"), &RunsPage::deleteChosen);
    row->addStretch(1);
    add(m_showDeleted, ButtonKind::Quiet, {}, [this] { showDeleted(!m_showsDeleted); });
    add(m_compact, ButtonKind::Quiet, tr("Compact the file…"), &RunsPage::askToCompact);
    m_rename->setToolTip(tr("Name of the chosen run (F2)"));
    m_tags->setToolTip(tr("Tags of the chosen run, parted by commas"));
    return actions;
}

QWidget* RunsPage::createEmptyState()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setSpacing(14);
    auto* title = makeCentredLabel(
        tr("No runs yet"), uiFont(type::verdict, QFont::DemiBold), QPalette::WindowText);
    auto* words = makeCentredLabel(
        tr("A comparison records one model eager and compiled, and says which to use."), uiFont());
    auto* record = new Button(theme(), ButtonKind::Primary, tr("New comparison"), Icon::Plus);
    auto* open = new Button(theme(), ButtonKind::Secondary, tr("Open a run database…"), Icon::Open);
    auto* sample = new Button(theme(), ButtonKind::Quiet, tr("Try the sample comparison"));
    connect(
        record, &Button::clicked, this, [this] { Q_EMIT pageRequested(PageId::NewComparison); });
    connect(open, &Button::clicked, this, &RunsPage::openFileRequested);
    connect(sample, &Button::clicked, this, &RunsPage::sampleRequested);
    QLayout* buttons = makeRow(nullptr, 10, {stretch(), record, open, sample, stretch()});
    auto* drop
        = makeCentredLabel(tr("or drop an .fscope file into this window"), uiFont(type::caption));
    addParts(*column, {stretch(2), title, words, buttons, drop, stretch(3)});
    return page;
}

bool RunsPage::isReady() const
{
    return !m_best.isBusy() && !m_writes.isBusy() && !m_deletedJob.isRunning()
        && !m_compare->isBusy();
}

std::filesystem::path RunsPage::path() const
{
    return m_file.toStdString();
}

QString RunsPage::nameOf(profiler::ComparisonId id) const
{
    const int row = m_model->rowOf(id);
    return row < 0 ? QString() : m_model->text(row, RunsModel::Name);
}

/// As listed: the change is refused where the file was replaced since.
storage::Started RunsPage::startOf(profiler::ComparisonId id) const
{
    for (const auto* list : {&m_present, &m_deleted})
        for (const auto& summary : *list)
            if (summary.info.id == id)
                return summary.info.started;
    return std::nullopt;
}

std::vector<std::pair<profiler::ComparisonId, storage::Started>> RunsPage::withStarts(
    const std::vector<profiler::ComparisonId>& ids) const
{
    std::vector<std::pair<profiler::ComparisonId, storage::Started>> pairs;
    pairs.reserve(ids.size());
    for (const auto& id : ids)
        pairs.emplace_back(id, startOf(id));
    return pairs;
}

void RunsPage::showView(const ComparisonView& view)
{
    if (view.comparison == nullptr || m_choseShown)
        return;
    m_choseShown = m_model->rowOf(view.comparison->result.info.id) >= 0;
    m_table->choose(view.comparison->result.info.id);
}

void RunsPage::showRuns(
    const std::vector<storage::ComparisonSummary>& summaries, const QString& file)
{
    if (file != m_file) {
        m_showsDeleted = false;
        m_deleted.clear();
        m_choseShown = false;
        m_stack->setCurrentIndex(List);
    }
    m_file = file;
    m_present = summaries;
    m_best.request(path(), summaries);
    showSummaries();
    readDeleted();
}

/// What was chosen stays chosen when the list is read again.
void RunsPage::showSummaries()
{
    const auto chosen = m_table->chosen();
    m_model->setEditable(!m_showsDeleted);
    m_model->setSummaries(m_showsDeleted ? m_deleted : m_present);
    for (const auto& id : chosen)
        m_table->choose(id);
    if (chosen.empty() && m_filter->rowCount() > 0)
        m_table->selectRow(0);
    const bool nothing = m_present.empty() && m_deleted.empty();
    if (m_stack->currentIndex() != Compare)
        m_stack->setCurrentIndex(nothing ? Empty : List);
    m_panel->setTitle(m_showsDeleted ? tr("Deleted runs") : tr("Runs"));
    m_panel->setCaption(m_file);
    setFilter(m_filterField->text());
    enableActions();
}

void RunsPage::readDeleted()
{
    if (m_file.isEmpty())
        return;
    m_deletedJob.start([file = path()] { return listShownDeleted(file); },
        [this](const profiler::Result<std::vector<storage::ComparisonSummary>>& deleted) {
            if (!deleted) // the list itself says why
                return;
            m_deleted = *deleted;
            m_showsDeleted = m_showsDeleted && !m_deleted.empty();
            showSummaries();
        });
}

void RunsPage::showDeleted(bool deleted)
{
    m_showsDeleted = deleted;
    m_table->clearSelection();
    showSummaries();
}

void RunsPage::setFilter(const QString& text)
{
    if (m_filterField->text() != text)
        m_filterField->setText(text);
    m_filter->setFilterText(text);
    const int rows = m_filter->rowCount();
    m_nothing->setVisible(rows == 0);
    m_nothing->setText(m_model->rowCount() == 0
            ? tr("There is none.")
            : tr("No run matches; there are %1.").arg(m_model->rowCount()));
    if (!text.isEmpty())
        m_panel->setCaption(tr("%1 of %2 · %3").arg(rows).arg(m_model->rowCount()).arg(m_file));
    else
        m_panel->setCaption(m_file);
}

void RunsPage::enableActions()
{
    const auto count = m_table == nullptr ? 0 : m_table->chosen().size();
    if (m_open == nullptr)
        return;
    m_open->setText(m_showsDeleted ? tr("Restore")
            : count > 1            ? tr("Compare %1 runs").arg(count)
                                   : tr("Open"));
    m_open->setEnabled(count > 0);
    m_rename->setVisible(!m_showsDeleted);
    m_tags->setVisible(!m_showsDeleted);
    m_delete->setVisible(!m_showsDeleted);
    m_rename->setEnabled(count == 1);
    m_tags->setEnabled(count == 1);
    m_delete->setEnabled(count > 0);
    m_showDeleted->setVisible(!m_deleted.empty() || m_showsDeleted);
    m_showDeleted->setText(
        m_showsDeleted ? tr("Back to the runs") : tr("Deleted: %1").arg(m_deleted.size()));
    m_compact->setVisible(!m_deleted.empty());
    for (Button* button : {m_open, m_showDeleted})
        button->setAccessibleName(button->text());
}

void RunsPage::openChosen()
{
    const auto ids = m_table->chosen();
    if (ids.empty())
        return;
    if (m_showsDeleted) {
        restore(ids);
    } else if (ids.size() == 1) {
        Q_EMIT comparisonChosen(ids.front());
    } else {
        m_stack->setCurrentIndex(Compare);
        m_compare->compare(path(), ids);
    }
}

// ---- changes

void RunsPage::change(RetryQueue::Change what, const QString& done)
{
    m_writes.add(std::move(what), [this, done](const profiler::Result<void>& result) {
        if (result)
            Q_EMIT noted(done);
        else
            m_question->ask(Status::Bad, qt(result.error().message), tr("OK"), {}, nullptr);
        readDeleted();
        Q_EMIT listChanged();
    });
}

void RunsPage::changeEach(
    const std::vector<profiler::ComparisonId>& ids, ChangeOfOne what, const QString& done)
{
    change(
        [file = path(), chosen = withStarts(ids), what]() -> profiler::Result<void> {
            for (const auto& [id, started] : chosen)
                if (const auto changed = what(file, id, started); !changed)
                    return changed;
            return {};
        },
        done);
}

void RunsPage::rename(profiler::ComparisonId id, const QString& name)
{
    change(
        [file = path(), id, started = startOf(id), text = name.toStdString()] {
            return storage::renameComparison(file, id, text, started);
        },
        tr("Renamed to %1.").arg(name));
}

void RunsPage::storeTags(profiler::ComparisonId id, const QStringList& tags)
{
    std::vector<std::string> texts;
    for (const QString& tag : tags)
        texts.push_back(tag.toStdString());
    change([file = path(), id, started = startOf(id),
               texts] { return storage::storeTags(file, id, texts, started); },
        tr("Stored the tags."));
}

void RunsPage::deleteChosen()
{
    const auto ids = m_table->chosen();
    if (ids.empty() || m_showsDeleted)
        return;
    const QString what = ids.size() == 1 ? tr("Delete %1?").arg(nameOf(ids.front()))
                                         : tr("Delete %1 runs?").arg(ids.size());
    m_question->ask(Status::Warning,
        tr("%1 Undo is possible until the file is compacted.").arg(what), tr("Delete"), tr("Keep"),
        [this, ids] { deleteNow(ids); });
}

void RunsPage::deleteNow(const std::vector<profiler::ComparisonId>& ids)
{
    const QString done = ids.size() == 1 ? tr("Deleted %1.").arg(nameOf(ids.front()))
                                         : tr("Deleted %1 runs.").arg(ids.size());
    changeEach(ids, storage::deleteComparison, done);
    std::erase_if(m_present, [&ids](const storage::ComparisonSummary& summary) {
        return std::find(ids.begin(), ids.end(), summary.info.id) != ids.end();
    });
    m_table->clearSelection();
    showSummaries();
    m_stack->setCurrentIndex(List); // also when it was the last: Undo stands here
    m_question->ask(
        Status::Information, done, tr("Undo"), tr("Close"), [this, ids] { restore(ids); });
}

void RunsPage::restore(const std::vector<profiler::ComparisonId>& ids)
{
    changeEach(ids, storage::restoreComparison,
        ids.size() == 1 ? tr("Restored the run.") : tr("Restored %1 runs.").arg(ids.size()));
}

void RunsPage::askToCompact()
{
    m_question->ask(Status::Warning,
        tr("Compact %1? Its %2 deleted runs are then gone for good.")
            .arg(m_file)
            .arg(m_deleted.size()),
        tr("Compact"), tr("Keep them"), [this] {
            change(
                [file = path()]() -> profiler::Result<void> {
                    return storage::compact(file).map([](int /*dropped*/) {});
                },
                tr("Compacted the file."));
        });
}

} // namespace ui
