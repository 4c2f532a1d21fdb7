// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/figure.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <map>

namespace cross_page {

namespace {

struct Unit {
    Dimension dimension;
    double factor;
};

const std::map<QString, Unit>& units()
{
    constexpr double kibi = 1024;
    static const std::map<QString, Unit> known {{QStringLiteral("ns"), {Dimension::Time, 1}},
        {QStringLiteral("µs"), {Dimension::Time, 1e3}},
        {QStringLiteral("us"), {Dimension::Time, 1e3}},
        {QStringLiteral("ms"), {Dimension::Time, 1e6}},
        {QStringLiteral("s"), {Dimension::Time, 1e9}},
        {QStringLiteral("min"), {Dimension::Time, 60e9}},
        {QStringLiteral("h"), {Dimension::Time, 3600e9}},
        {QStringLiteral("B"), {Dimension::Bytes, 1}},
        {QStringLiteral("KiB"), {Dimension::Bytes, kibi}},
        {QStringLiteral("MiB"), {Dimension::Bytes, kibi * kibi}},
        {QStringLiteral("GiB"), {Dimension::Bytes, kibi * kibi * kibi}},
        {QStringLiteral("MB"), {Dimension::Bytes, 1e6}},
        {QStringLiteral("GB"), {Dimension::Bytes, 1e9}},
        {QStringLiteral("%"), {Dimension::Share, 0.01}},
        {QStringLiteral("×"), {Dimension::Ratio, 1}}};
    return known;
}

/// Digits are parted by spaces that do not break a line.
QString withoutGroups(QString text)
{
    static const QRegularExpression group(
        QStringLiteral("(?<=\\d)[\\x{2009}\\x{202f}\\x{a0} ](?=\\d{3}(?!\\d))"));
    text.remove(group);
    return text.replace(QChar(0x2212), QLatin1Char('-'));
}

double stepOf(const QString& digits)
{
    const QString mantissa = digits.section(QRegularExpression(QStringLiteral("[eE]")), 0, 0);
    const int exponent
        = digits.contains(QLatin1Char('e')) ? digits.section(QLatin1Char('e'), 1).toInt() : 0;
    const qsizetype point = mantissa.indexOf(QLatin1Char('.'));
    const auto decimals = point < 0 ? 0 : mantissa.size() - point - 1;
    return std::pow(10.0, exponent - static_cast<double>(decimals));
}

/// "14 320" may have been 14 317, "14 321" not.
double stepOfRate(double value, double step)
{
    constexpr double kept = 1e4;
    while (value >= step * kept && std::fmod(value, step * 10) == 0)
        step *= 10;
    return step;
}

} // namespace

std::optional<Figure> figureIn(const QString& text, Dimension dimension, const QString& unit)
{
    if (text.trimmed().isEmpty() || text.trimmed() == QStringLiteral("–"))
        return Figure {.dimension = dimension, .word = QStringLiteral("–")};
    if (dimension == Dimension::Word)
        return Figure {.dimension = dimension,
            .word = text.trimmed()
                        .toLower() // a key of JSON reads as the words of the window
                        .replace(QLatin1Char('_'), QLatin1Char(' '))
                        .remove(QLatin1Char(','))};
    static const QRegularExpression number(
        QStringLiteral("([+-]?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)\\s*([a-zA-Zµ%×]*)"));
    const auto match = number.match(withoutGroups(text));
    if (!match.hasMatch())
        return std::nullopt;
    const QString digits = match.captured(1);
    Figure figure {.dimension = dimension, .value = digits.toDouble(), .step = stepOf(digits)};
    const auto found = units().find(units().contains(match.captured(2)) ? match.captured(2) : unit);
    if (dimension == Dimension::Rate && figure.step >= 1)
        figure.step = stepOfRate(figure.value, figure.step);
    if (dimension == Dimension::Count || dimension == Dimension::Rate)
        return found == units().end() ? std::optional(figure) : std::nullopt;
    if (found == units().end() || found->second.dimension != dimension)
        return dimension == Dimension::Share && unit.isEmpty() ? std::optional(figure)
                                                               : std::nullopt;
    figure.value *= found->second.factor;
    figure.step *= found->second.factor;
    if (dimension == Dimension::Ratio && text.contains(QStringLiteral("slower"))) {
        figure.step /= figure.value * figure.value;
        figure.value = 1 / figure.value;
    }
    return figure;
}

bool agree(const Figure& one, const Figure& other)
{
    if (one.isMissing() || other.isMissing() || one.dimension == Dimension::Word)
        return one.word == other.word;
    // The same number, each rounded by half a step of its own at most; with the same steps both
    // were rounded alike.
    const bool alike = std::abs(one.step - other.step) <= 1e-6 * one.step;
    const double room
        = (alike ? one.step / 4 : (one.step + other.step) / 2) + 1e-9 * std::abs(one.value);
    return std::abs(one.value - other.value) <= room;
}

} // namespace cross_page
