// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/suite/suite_table.h"

#include "ui/pages/suite/ratio_delegate.h"
#include "ui/tables/table_menu.h"

#include <algorithm>
#include <utility>

namespace ui {

SuiteTable::SuiteTable(const Theme& theme)
    : SuiteTable(theme, new SuiteModel)
{
}

SuiteTable::SuiteTable(const Theme& theme, SuiteModel* model)
    : TableView(theme, new DataSorter(model), tr("Models and what they gain"))
    , m_model(model)
    , m_delegate(new RatioDelegate(theme, *model, this))
{
    sortByHeadings();
    menu().offerRow([this] { return ui::shownTable(*m_model, {sourceRow(currentIndex())}); });
}

void SuiteTable::showSuite(std::shared_ptr<const profiler::SuiteResult> suite,
    const std::string& figuresOf, const QString& filter)
{
    const int rows = m_model->rowCount();
    m_model->setSuite(std::move(suite), figuresOf, filter);
    const int drawn = m_model->drawnColumn();
    if (m_drawn != drawn) {
        if (m_drawn >= 0)
            setItemDelegateForColumn(m_drawn, nullptr);
        if (drawn >= 0)
            setItemDelegateForColumn(drawn, m_delegate);
        m_drawn = drawn;
    }
    fit();
    if (rows != m_model->rowCount())
        Q_EMIT seenChanged();
}

std::vector<profiler::ComparisonId> SuiteTable::seen() const
{
    std::vector<profiler::ComparisonId> ids;
    const int first = rowAt(0);
    const int last = rowAt(viewport()->height() - 1);
    const int rows = model()->rowCount();
    for (int row = std::max(first, 0); row < (last < 0 ? rows : last + 1); ++row)
        if (const auto* of = m_model->suiteRow(sourceRow(model()->index(row, 0))))
            ids.push_back(of->id);
    return ids;
}

void SuiteTable::resizeEvent(QResizeEvent* event)
{
    TableView::resizeEvent(event);
    Q_EMIT seenChanged();
}

void SuiteTable::scrollContentsBy(int dx, int dy)
{
    TableView::scrollContentsBy(dx, dy);
    Q_EMIT seenChanged();
}

} // namespace ui
