// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/block_chart.h"
#include "ui/charts/call_chart.h"
#include "ui/charts/duration_chart.h"
#include "ui/charts/payback_chart.h"
#include "ui/charts/percentile_chart.h"
#include "ui/charts/process_dots_chart.h"
#include "ui/charts/quantile_chart.h"
#include "ui/charts/spread_chart.h"
#include "ui/theme/theme.h"

class QWidget;

/// Every chart of the program is made here, so that all share tokens, axes, zoom, crosshair, menu,
/// table and export. A page hands a prepared series to what it gets.
namespace ui {

class ChartFactory {
public:
    explicit ChartFactory(const Theme& theme)
        : m_theme(theme)
    {
    }

    [[nodiscard]] PaybackChart* payback(QWidget* parent) const;
    [[nodiscard]] RatioDotsChart* ratioDots(QWidget* parent) const;
    [[nodiscard]] SpreadChart* spread(QWidget* parent) const;
    [[nodiscard]] PercentileChart* percentiles(QWidget* parent) const;
    [[nodiscard]] QuantileChart* quantiles(QWidget* parent) const;
    [[nodiscard]] BlockChart* blocks(QWidget* parent) const;
    [[nodiscard]] CallChart* calls(QWidget* parent) const;
    [[nodiscard]] ProcessDotsChart* processDots(QWidget* parent) const;
    [[nodiscard]] DurationChart* durations(QWidget* parent) const;

private:
    template <typename T>
    T* made(QWidget* parent) const;

    const Theme& m_theme;
};

} // namespace ui
