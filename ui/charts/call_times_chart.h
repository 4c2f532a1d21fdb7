// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/number_text.h"
#include "ui/figure/chart.h"
#include "ui/figure/scale.h"

namespace ui {

/// Curves of the times of calls; a long tail, or who looks at them, makes the axis logarithmic.
class CallTimesChart : public Chart {
    Q_OBJECT

public:
    [[nodiscard]] profiler::TimeUnit unit() const { return m_unit; }

    [[nodiscard]] std::optional<bool> hasLogAxis() const override
    {
        return emptyText().isEmpty() ? std::optional(m_logarithmic) : std::nullopt;
    }

    void setLogAxis(bool log) override
    {
        m_logWanted = log;
        chooseScale();
        showCurves();
    }

protected:
    using Chart::Chart;

    virtual void chooseScale() = 0;
    virtual void showCurves() = 0;

    [[nodiscard]] const Scale& time() const { return m_time; }

    [[nodiscard]] bool isLogarithmic() const { return m_logarithmic; }

    /// In place of the one of the fastest call.
    void wantUnit(std::optional<profiler::TimeUnit> unit) { m_unitWanted = unit; }

    void chooseTime(double fastestNs, bool hasLongTail)
    {
        m_logarithmic = m_logWanted.value_or(hasLongTail);
        m_time = m_logarithmic ? logScale() : linearScale();
        m_unit = m_unitWanted.value_or(profiler::unitFor(fastestNs));
    }

private:
    std::optional<profiler::TimeUnit> m_unitWanted;
    profiler::TimeUnit m_unit = profiler::TimeUnit::Milliseconds;
    Scale m_time = linearScale();
    bool m_logarithmic = false;
    std::optional<bool> m_logWanted;
};

} // namespace ui
