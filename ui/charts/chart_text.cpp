// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_text.h"

#include "ui/figure/axis_ticker.h"

#include <QObject>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

constexpr QChar minusSign {0x2212};

/// Without zeros at the end of its decimals.
QString trimmed(double value)
{
    QString text = QString::number(std::abs(value), 'g', 6);
    if (text.contains(u'e'))
        return numberText(value);
    if (!text.contains(u'.'))
        text = countText(std::llround(std::abs(value)));
    return value < 0 ? minusSign + text : text;
}

} // namespace

QString tickText(double value)
{
    if (std::abs(value) >= 1e9)
        return trimmed(value / 1e9) + QStringLiteral(" G");
    if (std::abs(value) >= 1e6)
        return trimmed(value / 1e6) + QStringLiteral(" M");
    return trimmed(value);
}

QString ratioTickText(double ratio)
{
    const QString times = tickText(std::round(std::max(ratio, 1 / ratio) * 1e4) / 1e4) + u'×';
    return ratio < 1 - 1e-9 ? QObject::tr("%1 slower").arg(times) : times;
}

QString tickDuration(double ns)
{
    struct Unit {
        double from;
        double ns;
        const char16_t* name;
    };

    // A tenth of a second reads better than 100 ms beside 10 s.
    constexpr std::array units {Unit {1e8, 1e9, u" s"}, Unit {1e5, 1e6, u" ms"},
        Unit {1e2, 1e3, u" µs"}, Unit {0, 1, u" ns"}};
    for (const Unit& unit : units) {
        if (std::abs(ns) >= unit.from * (1 - 1e-9))
            return trimmed(ns / unit.ns) + QString::fromUtf16(unit.name);
    }
    return trimmed(ns);
}

void setTimeTicks(
    QCPAxis* axis, bool logarithmic, profiler::TimeUnit unit, int count, double minimumDistance)
{
    const auto candidates = [logarithmic, count](double low, double high) {
        return logarithmic ? logCandidates(low, high) : linearCandidates(low, high, count);
    };
    const auto label = [ns = nanosecondsIn(unit)](double value) { return tickText(value / ns); };
    setTicks(axis, logarithmic ? logScale() : linearScale(), candidates, label, minimumDistance);
}

QString spanText(profiler::TimeUnit unit, double lowNs, double highNs)
{
    return timeText(unit, lowNs) + QChar(0x2013) + timeText(unit, highNs);
}

QString shareText(double share)
{
    const double percent = share * 100;
    const int digits = percent >= 99.95 || percent == 0 ? 0 : (percent < 0.1 ? 2 : 1);
    return QString::number(percent, 'f', digits) + QStringLiteral(" %");
}

} // namespace ui
