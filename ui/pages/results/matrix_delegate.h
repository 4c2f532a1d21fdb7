// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/results/matrix.h"
#include "ui/tables/painted_delegate.h"
#include "ui/theme/theme.h"

namespace ui {

/// Paints the matrix: the wider a cell, the more it says.
class MatrixDelegate : public PaintedDelegate {
    Q_OBJECT

public:
    /// Wide: × and interval, times and note. Narrow: × over its interval.
    static constexpr int wideFrom = 196;
    static constexpr int mediumFrom = 112;

    MatrixDelegate(const Theme& theme, const MatrixModel& model, QObject* parent);

    void setShownCase(int caseIndex) { m_shownCase = caseIndex; }

    void paintItem(const PaintedItem& item) const override;

private:
    struct Lines {
        QRectF upper;
        QRectF lower;
    };

    [[nodiscard]] static Lines linesOf(const QRectF& cell, double padding);
    void paintCase(QPainter& painter, const QRectF& cell, const MatrixRow& row) const;
    void paintPayback(QPainter& painter, const QRectF& cell, const MatrixRow& row) const;
    void paintBaseline(QPainter& painter, const QRectF& cell, const MatrixCell& shown) const;
    void paintVariant(QPainter& painter, const QRectF& cell, const MatrixCell& shown) const;
    void paintGround(QPainter& painter, const QRectF& box, const MatrixCell& shown) const;
    void paintUpper(QPainter& painter, QRectF line, const MatrixCell& shown, bool wide) const;
    void paintLower(
        QPainter& painter, const QRectF& line, const MatrixCell& shown, bool wide) const;
    /// At the right end of a line; returns what is left of it.
    [[nodiscard]] QRectF paintSign(
        QPainter& painter, QRectF line, Status status, const QString& word) const;

    const MatrixModel& m_model;
    int m_shownCase = 0;
};

} // namespace ui
