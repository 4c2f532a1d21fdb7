// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/suite/suite_model.h"
#include "ui/tables/data_delegate.h"

namespace ui {

/// Draws a row's ratios below each other in the order of their columns: marker and interval of each
/// variant on one logarithmic axis, and a line where a variant is as fast as its baseline.
class RatioDelegate : public DataDelegate {
    Q_OBJECT

public:
    RatioDelegate(const Theme& theme, const SuiteModel& model, QObject* parent);

    void paintItem(const PaintedItem& item) const override;

private:
    void paintRatio(
        QPainter& painter, const QRectF& lane, const DrawnRatio& drawn, bool strong) const;
    [[nodiscard]] double placeOf(const QRectF& axis, double ratio) const;

    const SuiteModel& m_model;
};

} // namespace ui
