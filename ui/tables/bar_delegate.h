// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/data_delegate.h"
#include "ui/theme/shapes.h"

#include <optional>
#include <vector>

namespace ui {

/// A piece of a bar. Places run from 0 to 1 along the column's axis.
struct BarPart {
    double from = 0;
    double to = 0;
    std::optional<WorkClass> workClass;
    std::optional<IdlePattern> pattern;
    std::optional<int> variant; ///< in its colour
    QString label; ///< inside, where there is room
    QString explanation; ///< tooltip
};

struct BarCell {
    std::vector<BarPart> parts;
    std::optional<double> marker; ///< the variant's marker instead of a bar
    int variant = 0; ///< whose marker
    QString end; ///< behind the bar or the marker
    QString note; ///< instead of a bar: why there is none
};

struct BarTick {
    double at = 0;
    QString text;
};

/// What is drawn in one column: a cell for each row of the model, on one axis.
struct BarColumn {
    int column = 0;
    std::vector<BarCell> cells;
    std::vector<BarTick> ticks;
    std::optional<BarTick> limit; ///< a line over all rows
};

/// A table and what is drawn in its columns.
struct BarContent {
    DataContent content;
    std::vector<BarColumn> bars;
};

/// Paints the cells of one bar column.
class BarDelegate : public DataDelegate {
    Q_OBJECT

public:
    using DataDelegate::DataDelegate;

    void setColumn(BarColumn column);

    [[nodiscard]] const BarColumn& column() const { return m_column; }

    void paintItem(const PaintedItem& item) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

    /// Where the axis lies in a cell.
    [[nodiscard]] QRectF axisBox(const QRect& cell) const;

private:
    [[nodiscard]] const BarCell* cellAt(const QModelIndex& index) const;
    void paintAxis(QPainter& painter, const QRect& cell) const;
    void paintPart(QPainter& painter, const QRectF& bar, const BarPart& part) const;
    void paintEnd(QPainter& painter, const QRectF& axis, const BarCell& cell) const;

    BarColumn m_column;
    double m_endRoom = 0; ///< behind the axis, for the longest text at the end of a bar
};

} // namespace ui
