// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/table_view.h"

namespace ui {

class LogModel;

/// Log lines in rows of one height: as many as there are, only the visible ones are made.
class LogTable : public TableView {
    Q_OBJECT

public:
    LogTable(const Theme& theme, LogModel* model, QWidget* parent = nullptr);

    /// The selected lines, or the current one, as text.
    [[nodiscard]] QString selectedText() const;
    /// The last line stands in view: the table follows new ones.
    [[nodiscard]] bool isAtEnd() const;

    /// Whole lines.
    [[nodiscard]] ChartTable rawTable() const override;

    [[nodiscard]] ChartTable shownTable() const override { return rawTable(); }

Q_SIGNALS:
    void lineChosen(const QModelIndex& index);
    void copyRequested();

protected:
    [[nodiscard]] std::vector<int> widthsFor(int room) const override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    const LogModel& m_lines;
};

} // namespace ui
