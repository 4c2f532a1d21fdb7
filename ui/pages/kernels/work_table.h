// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/kernels/work_rows.h"
#include "ui/tables/data_table.h"

namespace ui {

/// The work of one call, the baseline beside one variant or all.
class WorkTable : public DataTable {
    Q_OBJECT

public:
    explicit WorkTable(const Theme& theme);

    /// Rows of groups stand as they are given; others are sorted by their headings. The row that is
    /// current stays so as long as it is there.
    void showContents(WorkContents contents, bool sortable);

    [[nodiscard]] const std::vector<WorkSign>& signs() const { return m_signs; }

    [[nodiscard]] const std::vector<WorkChoice>& choices() const { return m_choices; }

    /// Of the current row; nullopt: there is none, or it is a rest or the total.
    [[nodiscard]] std::optional<WorkChoice> choice() const;

    /// False: no row shows it.
    bool choose(const WorkChoice& choice);
    /// Scrolls what surrounds the table to the current row.
    void reveal();

Q_SIGNALS:
    /// By mouse or keyboard, not by showContents().
    void choiceChanged();
    /// A group is to be opened or closed.
    void groupChosen(const QString& group);
    /// A name was double-clicked, or Enter pressed on it.
    void workOpened();

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void takeRow(int key);
    void openWork();
    void placeDelegates(const std::vector<int>& changeColumns);

    std::vector<WorkSign> m_signs;
    std::vector<WorkChoice> m_choices;
    std::vector<int> m_changeColumns;
    std::vector<QAbstractItemDelegate*> m_changeDelegates; ///< by change of a row
    bool m_filling = false;
};

} // namespace ui
