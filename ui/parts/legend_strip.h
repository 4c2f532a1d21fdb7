// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_parts.h"
#include "ui/theme/theme.h"

#include <QWidget>

namespace ui {

/// Samples with words, on as many lines as they need.
class LegendStrip : public QWidget {
    Q_OBJECT

public:
    explicit LegendStrip(const Theme& theme, QWidget* parent = nullptr);

    void setEntries(std::vector<ChartLegend::Entry> entries);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }

    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {100, 19}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    ChartLegend m_legend;
};

} // namespace ui
