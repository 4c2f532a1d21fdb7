// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

class QWidget;

/// Every chart of the program is made here, so that all share tokens, axes, zoom, crosshair, menu,
/// table and export. A page hands a prepared series to what it gets, and includes that chart alone.
namespace ui {

class BlockChart;
class CallChart;
class DurationChart;
class PaybackChart;
class PercentileChart;
class ProcessDotsChart;
class QuantileChart;
class RatioDotsChart;
class SpreadChart;

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
