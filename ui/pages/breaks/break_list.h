// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/breaks/break_rows.h"
#include "ui/tables/column.h"
#include "ui/theme/theme.h"

#include <QListView>

#include <vector>

namespace ui {

/// The rows of the Graph breaks page as a table: what the painted list shows, for readers who do
/// not see it and for the clipboard.
class BreakModel : public RowModel<BreakRow> {
public:
    explicit BreakModel(QObject* parent = nullptr);

    /// The column that the list shows.
    static constexpr int what = 0;

    void setBreaks(std::vector<BreakRow> rows, QStringList variantNames);

    /// It begins a new kind of rows.
    [[nodiscard]] bool hasHeading(int row) const;

    /// As it is read, for the clipboard.
    [[nodiscard]] ChartTable table() const;
    /// "default, max-autotune".
    [[nodiscard]] QString variantText(const BreakRow& row) const;

private:
    [[nodiscard]] std::vector<Column<BreakRow>> breakColumns() const;

    QStringList m_names;
};

/// Breaks and recompiles, one below the other: shape, number, reason, place, how often, cost.
class BreakList : public QListView {
    Q_OBJECT

public:
    BreakList(const Theme& theme, BreakModel* model);

Q_SIGNALS:
    void rowChosen(int row);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace ui
