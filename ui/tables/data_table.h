// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/data_model.h"
#include "ui/theme/theme.h"

#include <QTableView>

#include <vector>

namespace ui {

/// A plain table: as high as its rows, numbers to the right, never wider than its place. Where
/// there is no room names are shortened first, then marked columns are hidden; copies hold all.
class DataTable : public QTableView {
    Q_OBJECT

public:
    DataTable(const Theme& theme, const QString& accessibleName, QWidget* parent = nullptr);

    void setContent(DataContent content);

    [[nodiscard]] const DataModel& dataModel() const { return *m_model; }

    /// Marks the row that has this key; none when no row has it.
    void selectKey(int key);
    /// From there on the table scrolls; it is as high as its rows unless told otherwise.
    void setMostRows(int rows);
    /// 27 unless told otherwise.
    void setRowHeight(int pixels);

    /// Markdown as text, HTML and raw values beside it.
    void copyTable();
    void saveCsv();

    /// In the order shown: raw numbers, intervals in columns of their own.
    [[nodiscard]] ChartTable rawTable() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rowChosen(int key);
    /// A short word for the status line: "Copied the table."
    void noted(const QString& sentence);

protected:
    [[nodiscard]] const Theme& theme() const { return m_theme; }

    [[nodiscard]] const DataSorter& sorter() const { return *m_sorter; }

    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] int headingHeight() const;
    void measure();
    void placeColumns();
    void chooseRow(const QModelIndex& index);
    void copyRow();
    [[nodiscard]] std::vector<int> shownOrder() const;

    const Theme& m_theme;
    DataModel* m_model;
    DataSorter* m_sorter;
    std::vector<int> m_natural; ///< width that each column needs to show all
    int m_mostRows = 0; ///< 0: all
    int m_rowHeight = 27;
};

} // namespace ui
