// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs_page.h"

#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/panel.h"
#include "ui/theme/fonts.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace ui {

namespace {

/// A table whose Enter key opens the row, on every platform.
class RunsTable : public QTableView {
public:
    using QTableView::QTableView;

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            && currentIndex().isValid())
            Q_EMIT activated(currentIndex());
        else
            QTableView::keyPressEvent(event);
    }
};

} // namespace

RunsPage::RunsPage(const Theme& theme, QWidget* parent)
    : Page(parent)
    , m_theme(theme)
    , m_model(new RunsModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_stack(new QStackedWidget)
{
    setAccessibleName(tr("Runs"));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(RunsModel::SortRole);
    m_sorted->setFilterKeyColumn(-1);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_stack->addWidget(createEmptyState());
    m_stack->addWidget(createTable());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addWidget(m_stack);
}

QWidget* RunsPage::createTable()
{
    m_panel = new Panel(m_theme, tr("Runs"));
    auto* filter = new QLineEdit;
    filter->setPlaceholderText(tr("Filter"));
    filter->setAccessibleName(tr("Filter runs"));
    filter->setClearButtonEnabled(true);
    filter->setFixedWidth(220);
    connect(
        filter, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    m_panel->addControl(filter);
    m_table = new RunsTable;
    m_table->setModel(m_sorted);
    m_table->setAccessibleName(tr("Comparisons"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunsModel::Date, Qt::DescendingOrder);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(34);
    m_table->horizontalHeader()->setFont(uiFont(type::caption, QFont::Medium));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    const std::array widths {150, 160, 210, 150, 240, 190, 90};
    for (std::size_t i = 0; i < widths.size(); ++i)
        m_table->setColumnWidth(static_cast<int>(i), widths.at(i));
    connect(m_table, &QTableView::activated, this, &RunsPage::chooseRow);
    connect(m_table, &QTableView::doubleClicked, this, &RunsPage::chooseRow);
    m_panel->body()->addWidget(m_table, 1);
    return m_panel;
}

QWidget* RunsPage::createEmptyState()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setSpacing(14);
    auto* title = makeLabel(tr("No runs yet"), uiFont(type::verdict, QFont::DemiBold));
    title->setAlignment(Qt::AlignCenter);
    auto* words
        = makeLabel(tr("A comparison records one model eager and compiled, and says which to use."),
            uiFont(), QPalette::PlaceholderText);
    words->setAlignment(Qt::AlignCenter);
    auto* record = new Button(m_theme, ButtonKind::Primary, tr("New comparison"), Icon::Plus);
    auto* open = new Button(m_theme, ButtonKind::Secondary, tr("Open a run database…"), Icon::Open);
    connect(
        record, &Button::clicked, this, [this] { Q_EMIT pageRequested(PageId::NewComparison); });
    connect(open, &Button::clicked, this, &RunsPage::openFileRequested);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    buttons->addStretch(1);
    buttons->addWidget(record);
    buttons->addWidget(open);
    buttons->addStretch(1);
    column->addStretch(2);
    column->addWidget(title);
    column->addWidget(words);
    column->addLayout(buttons);
    column->addStretch(3);
    return page;
}

void RunsPage::showView(const ComparisonView& view)
{
    if (view.comparison == nullptr)
        return;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->summary(row).info.id == view.comparison->result.info.id)
            m_table->selectRow(m_sorted->mapFromSource(m_model->index(row, 0)).row());
}

void RunsPage::showRuns(
    const std::vector<storage::ComparisonSummary>& summaries, const QString& file)
{
    m_model->setSummaries(summaries);
    m_panel->setCaption(file);
    m_stack->setCurrentIndex(summaries.empty() ? 0 : 1);
    if (!summaries.empty() && !m_table->currentIndex().isValid())
        m_table->selectRow(0);
}

void RunsPage::chooseRow(const QModelIndex& index)
{
    Q_EMIT comparisonChosen(m_model->summary(m_sorted->mapToSource(index).row()).info.id);
}

} // namespace ui
