// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/overview/forest_axes.h"
#include "ui/pages/overview/forest_row.h"
#include "ui/tables/painted_delegate.h"
#include "ui/theme/theme.h"

namespace ui {

/// Paints a row of the forest; what it paints is also in the model as text.
class ForestDelegate : public PaintedDelegate {
    Q_OBJECT

public:
    ForestDelegate(const Theme& theme, const Forest& forest, QObject* parent);

    void setAxes(ColumnAxis times, ColumnAxis ratios);

    [[nodiscard]] const ColumnAxis& times() const { return m_times; }

    [[nodiscard]] const ColumnAxis& ratios() const { return m_ratios; }

    /// Part of a column that the axis covers.
    [[nodiscard]] static QRectF plotBox(const QRect& cell);

    void paintItem(const PaintedItem& item) const override;

    /// Widths that hold their texts whole.
    [[nodiscard]] int ratioWidth() const;
    [[nodiscard]] int verdictWidth(int rowHeight) const;
    [[nodiscard]] int nameWidth() const;

    /// From this height on a row has room for a second line.
    static constexpr int twoLines = 36;

private:
    static void paintGround(const PaintedItem& item, ForestColumn column);
    void paintName(QPainter& painter, const QRect& cell, const ForestRow& row, bool focused) const;
    void paintTimes(QPainter& painter, const QRect& cell, const ForestRow& row) const;
    void paintBar(QPainter& painter, const QRect& cell, const ForestRow& row, bool focused) const;
    void paintBracket(QPainter& painter, const QRectF& box, const ForestRow& row) const;
    void paintRatio(QPainter& painter, const QRect& cell, const ForestRow& row) const;
    void paintVerdict(QPainter& painter, const QRect& cell, const ForestRow& row) const;
    void paintNumber(QPainter& painter, const QRect& cell, const QString& text, bool strong) const;

    const Forest& m_forest; ///< of the table
    ColumnAxis m_times;
    ColumnAxis m_ratios;
};

} // namespace ui
