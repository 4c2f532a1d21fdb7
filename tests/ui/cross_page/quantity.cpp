// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/quantity.h"

#include <QRegularExpression>

#include <algorithm>

namespace cross_page {

namespace {

QRegularExpression whole(const char* pattern)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(QString::fromUtf8(pattern)));
}

/// The patterns of a place, made once.
struct Matcher {
    explicit Matcher(const Place& place)
        : where(whole(place.where))
        , part(whole(place.part))
        , column(whole(place.column))
        , text(QString::fromUtf8(place.text))
        , row(whole(place.row))
    {
    }

    QRegularExpression where;
    QRegularExpression part;
    QRegularExpression column;
    QRegularExpression text;
    QRegularExpression row;
};

QString named(const QRegularExpression& pattern, const QRegularExpressionMatch& match,
    const char* group, const QString& otherwise)
{
    const QString name = QString::fromLatin1(group);
    return pattern.namedCaptureGroups().contains(name) ? match.captured(name) : otherwise;
}

std::string keyOf(const Quantity& quantity, const ShownText& shown, const Names& names)
{
    std::string key = quantity.id;
    if (quantity.scope == Scope::Comparison || quantity.scope == Scope::OnlyCase)
        return key;
    if (quantity.scope == Scope::Graph)
        return key + " · " + shown.variant.toStdString() + " · " + shown.graph.toStdString();
    key += " · "
        + (shown.caseName.isEmpty() && names.cases.size() == 1 ? names.cases.front()
                                                               : shown.caseName)
              .toStdString();
    return quantity.scope == Scope::Case ? key : key + " · " + shown.variant.toStdString();
}

/// Of several cases, one that nobody named.
bool isOpen(const Quantity& quantity, const ShownText& shown, const Names& names)
{
    if (quantity.scope == Scope::OnlyCase)
        return names.cases.size() > 1;
    if (quantity.scope == Scope::Graph)
        return shown.graph.isEmpty() || !names.variants.contains(shown.variant);
    return (quantity.scope != Scope::Comparison && shown.caseName.isEmpty()
               && names.cases.size() > 1)
        || (quantity.scope == Scope::Variant && !names.variants.contains(shown.variant));
}

/// Nothing where the text is none of the place's, or nobody's.
std::optional<ShownFigure> figureOf(const Quantity& quantity, const Place& place,
    const Matcher& matcher, const ShownText& text, const Names& names)
{
    const auto column = matcher.column.match(text.column);
    if (!column.hasMatch() || !matcher.part.match(text.part).hasMatch()
        || !matcher.row.match(text.row).hasMatch())
        return std::nullopt;
    const auto match = matcher.text.match(text.text);
    if (!match.hasMatch())
        return std::nullopt;
    ShownFigure shown {.place = &place, .shown = text};
    shown.shown.variant = named(
        matcher.text, match, "variant", named(matcher.column, column, "variant", text.variant));
    const QString size = named(matcher.text, match, "size", {});
    shown.shown.caseName = size.isEmpty() ? named(matcher.text, match, "case", text.caseName)
                                          : names.cases.value(names.sizes.indexOf(size));
    if (isOpen(quantity, shown.shown, names))
        return std::nullopt;
    const QString figure = named(matcher.text, match, "figure",
        matcher.text.captureCount() > 0 ? match.captured(1) : text.text);
    shown.figure = figureIn(figure, quantity.dimension,
        named(matcher.column, column, "unit", QString::fromUtf8(place.unit)));
    return shown;
}

std::string described(const ShownFigure& shown)
{
    const auto& text = shown.shown;
    std::string line = text.place.toStdString();
    if (!text.part.isEmpty() && text.part != QStringLiteral("text"))
        line += " / " + text.part.toStdString();
    if (!text.column.isEmpty())
        line += " / " + text.column.toStdString();
    return line + ": " + text.text.left(110).toStdString();
}

} // namespace

ShownFigures figuresIn(const ShownTexts& texts, const Names& names)
{
    std::map<QString, std::vector<const ShownText*>> byPlace;
    for (const ShownText& text : texts)
        byPlace[text.place].push_back(&text);
    ShownFigures found;
    for (const Quantity& quantity : quantities()) {
        for (const Place& place : quantity.places) {
            const Matcher matcher(place);
            for (const auto& [where, shown] : byPlace) {
                if (!matcher.where.match(where).hasMatch())
                    continue;
                for (const ShownText* text : shown)
                    if (auto figure = figureOf(quantity, place, matcher, *text, names))
                        found[keyOf(quantity, figure->shown, names)].push_back(*std::move(figure));
            }
        }
    }
    return found;
}

std::vector<std::string> differencesIn(const ShownFigures& figures)
{
    std::vector<std::string> lines;
    for (const auto& [key, shown] : figures) {
        const ShownFigure& first = shown.front();
        std::set<std::string> others;
        for (const ShownFigure& other : shown) {
            if (!first.figure || !other.figure || !agree(*first.figure, *other.figure))
                others.insert(described(other) + (other.figure ? "" : " [another unit]"));
        }
        if (others.empty())
            continue;
        std::string line = key + "\n      " + described(first);
        for (const std::string& other : others)
            if (other != described(first))
                line += "\n    ≠ " + other;
        lines.push_back(line);
    }
    return lines;
}

} // namespace cross_page
