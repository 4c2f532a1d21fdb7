// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/breaks/break_model.h"

#include "profiler/model/number_text.h"
#include "ui/text/text.h"

#include <numeric>

namespace ui {

BreakModel::BreakModel(QObject* parent)
    : RowModel(parent)
{
    setRows({}, breakColumns());
}

void BreakModel::setBreaks(std::vector<BreakRow> rows, QStringList variantNames)
{
    beginResetModel(); // rows with a heading are higher
    m_rows = std::move(rows);
    m_names = std::move(variantNames);
    endResetModel();
}

bool BreakModel::hasHeading(int row) const
{
    return row == 0 || this->row(row).kind != this->row(row - 1).kind;
}

ChartTable BreakModel::table() const
{
    std::vector<int> all(m_rows.size());
    std::iota(all.begin(), all.end(), 0);
    return shownTable(*this, all, tr("Graph breaks"));
}

QString BreakModel::variantText(const BreakRow& row) const
{
    QStringList names;
    for (const int variant : row.variants)
        names << m_names.value(variant);
    return names.join(QStringLiteral(", "));
}

std::vector<Column<BreakRow>> BreakModel::breakColumns() const
{
    const auto column
        = [](const QString& name, auto text, QString BreakRow::*reason = &BreakRow::said) {
              return Column<BreakRow> {
                  {.name = name, .align = DataAlign::Text}, [text, reason](const BreakRow& row) {
                      return DataCell {.text = text(row), .reason = row.*reason};
                  }};
          };
    const auto member
        = [](QString BreakRow::*text) { return [text](const BreakRow& row) { return row.*text; }; };
    const auto orAbsent = [](QString BreakRow::*text) {
        return [text](const BreakRow& row) { return (row.*text).isEmpty() ? absent() : row.*text; };
    };
    const auto records = [](const BreakRow& row) {
        return row.records == 0 ? absent() : qt(profiler::formatCount(row.records));
    };
    const auto perCall = [](const BreakRow& row) {
        return row.perCall ? qt(profiler::formatNumber(*row.perCall)) : absent();
    };
    const auto variants = [this](const BreakRow& row) { return variantText(row); };
    return {{{.name = tr("reason"), .align = DataAlign::Text},
                [this](const BreakRow& row) {
                    const QStringList all {headingOf(row.kind), row.title, row.place, row.detail,
                        row.cost, row.costInterval, variantText(row)};
                    return DataCell {.text = row.title,
                        .accessible = all.join(QStringLiteral("; ")),
                        .reason = row.said};
                }},
        column(tr("place"), member(&BreakRow::place), &BreakRow::wholePlace),
        column(tr("function"), orAbsent(&BreakRow::function)),
        column(tr("detail"), member(&BreakRow::detail)), column(tr("records"), records),
        column(tr("times a call"), perCall), column(tr("variants"), variants),
        column(tr("cost"), member(&BreakRow::cost), &BreakRow::costReason),
        column(tr("95 % interval"), orAbsent(&BreakRow::costInterval))};
}

} // namespace ui
