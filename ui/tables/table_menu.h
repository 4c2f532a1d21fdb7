// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"

#include <QObject>
#include <QString>

#include <functional>

class QAbstractItemView;

namespace ui {

/// Gives a view its menu and Ctrl+C: copy as Markdown, TSV and HTML, save as CSV.
class TableMenu : public QObject {
    Q_OBJECT

public:
    using MakeTable = std::function<ChartTable()>;

    /// `raw` has plain numbers, for CSV and TSV; empty: what is shown.
    TableMenu(QAbstractItemView& view, MakeTable shown, MakeTable raw = {});

    /// What Ctrl+C copies instead of the table; stands first in the menu.
    void setOwnCopy(const QString& text, std::function<void()> copy);

    /// "Copy row" of the current row.
    void offerRow(MakeTable row) { m_row = std::move(row); }

    void copy();
    void save();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void copyRow();

    QAbstractItemView& m_view;
    MakeTable m_shown;
    MakeTable m_raw;
    MakeTable m_row;
    QString m_ownText;
    std::function<void()> m_ownCopy;
};

} // namespace ui
