// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/data_model.h"
#include "ui/tables/painted_delegate.h"
#include "ui/tables/row_background.h"
#include "ui/theme/theme.h"

namespace ui {

/// Paints the cells of a TableModel and says how wide they would like to be. `paintCell`
/// paints those that look different, on the same ground.
class DataDelegate : public PaintedDelegate {
    Q_OBJECT

public:
    using PaintCell = void (*)(const PaintedItem& item, const DataCell& cell);

    DataDelegate(const Theme& theme, QObject* parent, PaintCell paintCell = nullptr);

    void paintItem(const PaintedItem& item) const override;

    void setRowBar(RowBar bar) { m_bar = bar; }

    [[nodiscard]] static int widthOf(const DataCell& cell, const DataColumn& column);

protected:
    void paintGround(const PaintedItem& item) const;

private:
    /// The dash and the shape before the text; returns what is left of the box.
    [[nodiscard]] QRectF paintSigns(
        QPainter& painter, QRectF box, const DataCell& cell, const DataColumn& column) const;
    void paintText(QPainter& painter, const QRectF& box, const DataCell& cell,
        const DataColumn& column, bool selected) const;

    PaintCell m_paintCell;
    RowBar m_bar = RowBar::WithoutTints;
};

} // namespace ui
