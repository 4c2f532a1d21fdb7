// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/data_model.h"
#include "ui/tables/row_background.h"
#include "ui/theme/theme.h"

#include <QStyledItemDelegate>

namespace ui {

/// Paints the cells of a TableModel and says how wide they would like to be.
class DataDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit DataDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

    void setRowBar(RowBar bar) { m_bar = bar; }

    [[nodiscard]] static int widthOf(const DataCell& cell, const DataColumn& column);

protected:
    [[nodiscard]] const Theme& theme() const { return m_theme; }

    void paintGround(
        QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

private:
    /// The dash and the shape before the text; returns what is left of the box.
    [[nodiscard]] QRectF paintSigns(
        QPainter& painter, QRectF box, const DataCell& cell, const DataColumn& column) const;
    void paintText(QPainter& painter, const QRectF& box, const DataCell& cell,
        const DataColumn& column, bool selected) const;

    const Theme& m_theme;
    RowBar m_bar = RowBar::WithoutTints;
};

} // namespace ui
