// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/terminal_texts.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace cross_page {

namespace {

/// Columns of characters from `first` to before `end`.
struct Span {
    qsizetype first = 0;
    qsizetype end = 0;
};

/// Where every line has two blanks or more there is a border.
std::vector<Span> columnsOf(const QStringList& lines)
{
    qsizetype width = 0;
    for (const QString& line : lines)
        width = std::max(width, line.size());
    const auto isBlank = [&](qsizetype at) {
        return std::ranges::all_of(lines, [at](const QString& line) {
            return at >= line.size() || line.at(at) == QLatin1Char(' ');
        });
    };
    std::vector<Span> columns;
    for (qsizetype at = 0; at < width; ++at) {
        if (isBlank(at))
            continue;
        if (!columns.empty() && at - columns.back().end < 2)
            columns.back().end = at + 1;
        else
            columns.push_back({at, at + 1});
    }
    return columns;
}

QStringList cellsOf(const QString& line, const std::vector<Span>& columns)
{
    QStringList cells;
    for (const Span& column : columns)
        cells << line.mid(column.first, column.end - column.first).trimmed();
    return cells;
}

/// A paragraph has one column.
ShownTexts textsOfBlock(const QString& place, const QStringList& lines, const Names& names)
{
    const auto columns = columnsOf(lines);
    if (lines.size() < 2 || columns.size() < 2)
        return textsOfSentences(place, lines.join(QLatin1Char(' ')));
    std::vector<QStringList> rows;
    for (const QString& line : lines.mid(1))
        rows.push_back(cellsOf(line, columns));
    return textsOfTable({.place = place, .part = QStringLiteral("table")}, names,
        cellsOf(lines.front(), columns), rows);
}

} // namespace

ShownTexts textsOfTerminal(const QString& place, const QString& document, const Names& names)
{
    ShownTexts found = textsOfLines(place, document);
    QStringList block;
    for (const QString& line : (document + QLatin1Char('\n')).split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty()) {
            block << line;
            continue;
        }
        if (!block.isEmpty())
            append(found, textsOfBlock(place, std::exchange(block, {}), names));
    }
    return found;
}

ShownTexts textsOfSentences(const QString& place, const QString& document)
{
    static const QRegularExpression end(QStringLiteral("(?<=\\.) "));
    ShownTexts found;
    for (const QString& sentence : document.simplified().split(end, Qt::SkipEmptyParts))
        found.push_back(
            {.place = place, .part = QStringLiteral("sentence"), .text = sentence.simplified()});
    return found;
}

} // namespace cross_page
