// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/data_model.h"
#include "ui/theme/theme.h"

#include <QTableView>

#include <vector>

namespace ui {

class TableMenu;

/// What says where the keys are.
enum class FocusMark { Row, Cell, None };

/// A view of a TableModel: numbers to the right, never wider than its place, no frame, no grid, no
/// row numbers; Tab leaves it instead of walking its cells. Where there is no room names are
/// shortened first, then marked columns are hidden; copies hold all.
class TableView : public QTableView {
    Q_OBJECT

public:
    /// `shown` is a TableModel or what sorts one; both live as long as the view where they have no
    /// other owner.
    TableView(const Theme& theme, QAbstractItemModel* shown, const QString& accessibleName,
        QWidget* parent = nullptr);

    /// Marks the row that has this key; none when no row has it.
    void selectKey(int key);
    /// From there on the table scrolls; it is as high as its rows unless told otherwise.
    void setMostRows(int rows);
    /// 27 unless told otherwise.
    void setRowHeight(int pixels);

    /// It takes the room that it is given, and scrolls.
    void setScrolling();

    void setFocusMark(FocusMark mark) { m_focusMark = mark; }

    /// To be called after the contents have changed.
    void fit();

    /// Markdown as text, HTML and raw values beside it.
    void copyTable();

    /// In the order shown: raw numbers, intervals in columns of their own.
    [[nodiscard]] virtual ChartTable rawTable() const;
    /// As it is read.
    [[nodiscard]] virtual ChartTable shownTable() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rowChosen(int key);

protected:
    [[nodiscard]] const Theme& theme() const { return m_theme; }

    [[nodiscard]] const TableModel& tableModel() const { return m_table; }

    [[nodiscard]] static int sourceRow(const QModelIndex& index) { return sourceOf(index).row(); }

    [[nodiscard]] TableMenu& menu() const { return *m_menu; }

    /// A click on a heading sorts; as given until somebody does.
    void sortByHeadings();
    void placeColumns();

    /// Of each column in that room; 0: hidden.
    [[nodiscard]] virtual std::vector<int> widthsFor(int room) const;

    /// Of what is copied.
    [[nodiscard]] virtual QString title() const { return accessibleName(); }

    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] int headingHeight() const;
    void measure();
    void chooseRow(const QModelIndex& index);
    [[nodiscard]] std::vector<int> shownOrder() const;

    const Theme& m_theme;
    const TableModel& m_table;
    TableMenu* m_menu;
    std::vector<int> m_natural; ///< width that each column needs to show all
    int m_mostRows = 0; ///< 0: all
    int m_rowHeight = 27;
    bool m_scrolls = false;
    FocusMark m_focusMark = FocusMark::Row;
};

} // namespace ui
