// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/bar_delegate.h"
#include "ui/tables/data_table.h"

#include <map>

namespace ui {

/// A table with drawn columns: bars on one axis, its ticks under the last row. What is drawn
/// stands in the cells as text, too, so that it can be read, sorted and copied.
class BarTable : public DataTable {
    Q_OBJECT

public:
    /// `legend` stands below it in files; null: none.
    BarTable(const Theme& theme, const QString& accessibleName, QWidget* legend = nullptr);

    void setContent(BarContent table);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    BarDelegate* delegateOf(int column);
    void paintTicks(QPainter& painter, const BarDelegate& delegate) const;

    std::map<int, BarDelegate*> m_delegates; ///< by column
};

} // namespace ui
