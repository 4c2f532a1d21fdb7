// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/number_text.h"

#include <QString>
#include <QVariant>

#include <cstdint>
#include <optional>

class QCPAxis;

/// Numbers for charts, by the one formatter of the program.
namespace ui {

[[nodiscard]] inline QString durationText(double ns)
{
    return QString::fromStdString(profiler::formatDuration(ns));
}

[[nodiscard]] inline QString durationText(std::int64_t ns)
{
    return durationText(static_cast<double>(ns));
}

/// "+11.4 min", "−24.8 s".
[[nodiscard]] inline QString signedDurationText(double ns)
{
    return (ns > 0 ? QStringLiteral("+") : QString()) + durationText(ns);
}

[[nodiscard]] inline QString timeText(profiler::TimeUnit unit, double ns)
{
    return QString::fromStdString(profiler::formatIn(unit, ns));
}

[[nodiscard]] inline QString unitText(profiler::TimeUnit unit)
{
    return QString::fromStdString(profiler::unitName(unit));
}

[[nodiscard]] inline QString countText(std::int64_t count)
{
    return QString::fromStdString(profiler::formatCount(count));
}

[[nodiscard]] inline QString numberText(double value, int significantDigits = 4)
{
    return QString::fromStdString(profiler::formatNumber(value, significantDigits));
}

/// A round number of an axis: no more digits than it needs, "1 M" for a million.
[[nodiscard]] QString tickText(double value);

/// A tick of an axis of ratios, as the text reads: "1.5×", "1.5× slower".
[[nodiscard]] QString ratioTickText(double ratio);

/// A round duration of an axis with its unit: "0.1 s", "10 ms".
[[nodiscard]] QString tickDuration(double ns);

/// Ticks of a scaled axis of times, read in that unit; `count` where it is linear.
void setTimeTicks(QCPAxis* axis, bool logarithmic, profiler::TimeUnit unit, int count,
    double minimumDistance = 44);

/// For a table; nothing where there is no value.
[[nodiscard]] inline QVariant cellOf(std::optional<double> value, double unit = 1)
{
    return value ? QVariant(*value / unit) : QVariant();
}

/// "1.2–1.4", without the unit.
[[nodiscard]] QString spanText(profiler::TimeUnit unit, double lowNs, double highNs);

/// "3.2 %"; below 0.1 with one digit more.
[[nodiscard]] QString shareText(double share);

} // namespace ui
