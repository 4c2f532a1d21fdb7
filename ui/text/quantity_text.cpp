// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/quantity_text.h"

#include <QRegularExpression>
#include <QStringList>

#include <array>
#include <cmath>

namespace ui {

namespace {

struct Unit {
    const char* name;
    double size;
};

/// "1,500": the comma may group thousands or part decimals.
bool areGroups(const QString& number)
{
    static const QRegularExpression groups(QStringLiteral("^[1-9]\\d{0,2}(,\\d{3})+$"));
    return groups.match(number).hasMatch();
}

/// The number in front of a unit, times its size; the first unit of the list is taken where none
/// is written.
template <std::size_t N>
std::optional<std::int64_t> amount(const QString& text, const std::array<Unit, N>& units)
{
    QString plain;
    for (const QChar letter : text)
        if (!letter.isSpace())
            plain += letter;
    qsizetype split = plain.size();
    while (split > 0 && plain.at(split - 1).isLetter())
        --split;
    // "1e5" is a number, not five of the unit e.
    const QString word = plain.mid(split);
    const auto digits = withDecimalPoint(plain.left(split));
    bool isNumber = false;
    const double number = digits ? digits->toDouble(&isNumber) : 0;
    if (!isNumber || !std::isfinite(number) || number <= 0)
        return std::nullopt;
    for (const Unit& unit : units) {
        const bool first = &unit == units.data();
        if (word.compare(QString::fromUtf8(unit.name), Qt::CaseInsensitive) != 0
            && !(first && word.isEmpty()))
            continue;
        const double product = number * unit.size;
        constexpr double most = 9e18;
        if (product >= most || product < 0.5)
            return std::nullopt;
        return std::llround(product);
    }
    return std::nullopt;
}

} // namespace

std::optional<QString> withDecimalPoint(const QString& number)
{
    return areGroups(number) ? std::nullopt : std::optional(QString(number).replace(u',', u'.'));
}

std::optional<std::int64_t> countFrom(const QString& text)
{
    // Nobody makes a hundred calls and no thousandth more.
    if (const QString bare = QString(text).remove(u' '); areGroups(bare))
        return countFrom(QString(bare).remove(u','));
    constexpr std::array<Unit, 5> units {
        {{"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"calls", 1}}};
    return amount(text, units);
}

std::optional<std::chrono::nanoseconds> durationFrom(const QString& text)
{
    constexpr std::array<Unit, 6> units {
        {{"ms", 1e6}, {"µs", 1e3}, {"us", 1e3}, {"s", 1e9}, {"ns", 1}, {"min", 60e9}}};
    const auto ns = amount(text, units);
    return ns ? std::optional(std::chrono::nanoseconds(*ns)) : std::nullopt;
}

std::optional<std::int64_t> bytesFrom(const QString& text)
{
    constexpr double kibi = 1024;
    constexpr std::array<Unit, 9> units {{{"GiB", kibi * kibi * kibi}, {"MiB", kibi * kibi},
        {"KiB", kibi}, {"TiB", kibi * kibi * kibi * kibi}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3},
        {"TB", 1e12}, {"B", 1}}};
    return amount(text, units);
}

} // namespace ui
