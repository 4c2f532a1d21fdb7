// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/payback_chart.h"
#include "ui/theme/theme.h"

class QWidget;

/// Every chart of the program is made here, so that all share tokens, axes, zoom, crosshair, menu,
/// table and export. A page hands a prepared series to what it gets.
namespace ui {

class ChartFactory {
public:
    /// `source` stands at the foot of every export: tool version and file.
    explicit ChartFactory(const Theme& theme, QString source = {});

    void setSource(const QString& source) { m_source = source; }

    [[nodiscard]] PaybackChart* payback(QWidget* parent) const;

private:
    template <typename T>
    T* made(QWidget* parent) const;

    const Theme& m_theme;
    QString m_source;
};

} // namespace ui
