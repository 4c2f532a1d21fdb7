// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/theme/theme.h"

#include <QTableView>

namespace ui {

class LogModel;

/// Log lines in rows of one height: as many as there are, only the visible ones are made.
class LogTable : public QTableView {
    Q_OBJECT

public:
    LogTable(const Theme& theme, LogModel* model, QWidget* parent = nullptr);

    /// The selected lines, or the current one, as text.
    [[nodiscard]] QString selectedText() const;
    /// The last line stands in view: the table follows new ones.
    [[nodiscard]] bool isAtEnd() const;

Q_SIGNALS:
    void lineChosen(const QModelIndex& index);
    void copyRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    [[nodiscard]] ChartTable table() const;

    const LogModel& m_lines;
};

} // namespace ui
