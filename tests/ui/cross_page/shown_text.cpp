// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/shown_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTextDocument>
#include <QTextTable>

namespace cross_page {

namespace {

QString plain(QString text)
{
    return text.remove(QStringLiteral("**")).simplified();
}

/// A name stands alone in its cell, or with a sign before it.
QString nameIn(const QString& cell, const QStringList& names)
{
    for (const QString& name : names)
        if (cell == name || cell.endsWith(QLatin1Char(' ') + name))
            return name;
    return {};
}

QString graphIn(const QStringList& cells)
{
    static const QRegularExpression graph(QStringLiteral("^\\d+/\\d+$"));
    const auto found = cells.indexOf(graph);
    return found < 0 ? QString() : cells.at(found);
}

/// "b32: x 32×3×224×224 float32" stands above what is of one case.
QString caseOf(const QString& heading, const Names& names)
{
    for (const QString& name : names.cases)
        if (heading == name || heading.startsWith(name + QLatin1Char(':')))
            return name;
    return {};
}

class JsonWalk {
public:
    JsonWalk(QString place, const Names& names)
        : m_place(std::move(place))
        , m_names(names)
    {
    }

    void add(const QJsonValue& value, const QString& path, ShownText context)
    {
        if (value.isObject()) {
            addObject(value.toObject(), path, std::move(context));
        } else if (value.isArray()) {
            addArray(value.toArray(), path, context);
        } else if (!path.endsWith(QStringLiteral("_reason"))) {
            context.place = m_place;
            context.part = path;
            context.text = value.isNull() ? QStringLiteral("–") : value.toVariant().toString();
            m_found.push_back(std::move(context));
        }
    }

    [[nodiscard]] ShownTexts take() { return std::move(m_found); }

private:
    void addObject(const QJsonObject& object, const QString& path, ShownText context)
    {
        const auto own = [&](const char* key, const QStringList& names, QString& into) {
            const QString name = object.value(QLatin1String(key)).toString();
            if (names.contains(name))
                into = name;
        };
        own("variant", m_names.variants, context.variant);
        own("case", m_names.cases, context.caseName);
        if (object.contains(QLatin1String("verdict")))
            context.beside = object.value(QLatin1String("verdict")).toString();
        if (object.contains(QLatin1String("compile_id")))
            context.graph = object.value(QLatin1String("compile_id")).toString();
        if (path.endsWith(QStringLiteral("variants")))
            own("name", m_names.variants, context.variant);
        if (path.endsWith(QStringLiteral("cases")))
            own("name", m_names.cases, context.caseName);
        for (auto member = object.begin(); member != object.end(); ++member)
            add(member.value(), path + QLatin1Char('/') + member.key(), context);
    }

    void addArray(const QJsonArray& array, const QString& path, const ShownText& context)
    {
        for (const QJsonValue element : array)
            add(element, path, context);
    }

    QString m_place;
    const Names& m_names;
    ShownTexts m_found;
};

/// Quotes double inside quotes (RFC 4180).
std::vector<QStringList> csvRows(const QString& document)
{
    std::vector<QStringList> rows(1);
    QString cell;
    bool quoted = false;
    for (qsizetype i = 0; i < document.size(); ++i) {
        const QChar c = document.at(i);
        if (quoted && c == QLatin1Char('"') && i + 1 < document.size()
            && document.at(i + 1) == QLatin1Char('"')) {
            cell += c;
            ++i;
        } else if (c == QLatin1Char('"')) {
            quoted = !quoted;
        } else if (!quoted && (c == QLatin1Char(',') || c == QLatin1Char('\n'))) {
            rows.back() << std::exchange(cell, QString());
            if (c == QLatin1Char('\n'))
                rows.emplace_back();
        } else if (c != QLatin1Char('\r')) {
            cell += c;
        }
    }
    rows.pop_back();
    return rows;
}

ShownTexts textsOfTextTable(const QString& place, const QTextTable& table, const Names& names)
{
    std::vector<QStringList> rows;
    for (int row = 0; row < table.rows(); ++row) {
        QStringList cells;
        for (int column = 0; column < table.columns(); ++column) {
            QTextCursor cursor = table.cellAt(row, column).firstCursorPosition();
            cursor.setPosition(
                table.cellAt(row, column).lastCursorPosition().position(), QTextCursor::KeepAnchor);
            cells << cursor.selectedText().simplified();
        }
        rows.push_back(cells);
    }
    if (rows.empty())
        return {};
    const QStringList columns = rows.front();
    rows.erase(rows.begin());
    return textsOfTable({.place = place, .part = QStringLiteral("table")}, names, columns, rows);
}

} // namespace

void append(ShownTexts& all, ShownTexts more)
{
    for (ShownText& text : more)
        all.push_back(std::move(text));
}

ShownTexts textsOfTable(const ShownText& context, const Names& names, const QStringList& columns,
    const std::vector<QStringList>& rows)
{
    static const QRegularExpression unitOfAll(QStringLiteral(", times in (\\S+)$"));
    const auto unit = unitOfAll.match(columns.value(0));
    ShownTexts found;
    for (const QStringList& row : rows) {
        ShownText own = context;
        own.row = plain(row.value(0));
        own.beside = row.join(QStringLiteral(" · "));
        if (const auto size = columns.indexOf(names.axis); size >= 0 && !names.axis.isEmpty())
            own.caseName = names.cases.value(names.sizes.indexOf(row.value(size).trimmed()));
        own.graph = graphIn(row);
        bool named = false;
        for (qsizetype i = 0; i < row.size(); ++i) {
            const QString heading = plain(columns.value(i)).toLower();
            const bool isVariant = heading == QStringLiteral("variant");
            const bool isCase = heading == QStringLiteral("case");
            // Names come first; where none does, the last cell is a note that begins with one.
            if (i >= 3 && !isVariant && !isCase && (named || i + 1 < row.size()))
                continue;
            const QString cell = plain(row.at(i)).section(QStringLiteral(", "), 0, 0);
            if (names.variants.contains(columns.value(i)))
                continue; // a figure of it: "15.8 ms ran eager"
            const QString variant = nameIn(cell, names.variants);
            if (!variant.isEmpty() && !isCase) {
                own.variant = variant;
                named = true;
            }
            const QString inCase = nameIn(cell, names.cases);
            if (!inCase.isEmpty() && !isVariant)
                own.caseName = inCase;
        }
        for (qsizetype i = 0; i < std::min(row.size(), columns.size()); ++i) {
            own.column = plain(columns.at(i));
            if (unit.hasMatch() && i > 0)
                own.column += QStringLiteral(", ") + unit.captured(1);
            own.text = plain(row.at(i));
            found.push_back(own);
        }
    }
    return found;
}

ShownTexts textsOfJson(const QString& place, const QByteArray& document, const Names& names)
{
    JsonWalk walk(place, names);
    walk.add(QJsonDocument::fromJson(document).object(), {}, {});
    return walk.take();
}

ShownTexts textsOfCsv(const QString& place, const QString& document, const Names& names)
{
    auto rows = csvRows(document);
    if (rows.empty())
        return {};
    const QStringList columns = rows.front();
    rows.erase(rows.begin());
    return textsOfTable({.place = place, .part = QStringLiteral("csv")}, names, columns, rows);
}

ShownTexts textsOfMarkdown(const QString& place, const QString& escaped, const Names& names)
{
    static const QRegularExpression escape(QStringLiteral("\\\\(?=[^\\w\\s|])|\\\\(?=_)"));
    const QString document = QString(escaped).remove(escape);
    ShownTexts found;
    QStringList columns;
    QString heading;
    for (const QString& line : document.split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1Char('#')))
            heading = line.section(QLatin1Char(' '), 1);
        if (!line.startsWith(QLatin1Char('|'))) {
            columns.clear();
            for (ShownText& text : textsOfLines(place, line))
                found.push_back(std::move(text));
            continue;
        }
        QStringList cells = line.split(QLatin1Char('|'));
        cells.removeFirst();
        cells.removeLast();
        if (columns.isEmpty()) {
            columns = cells;
        } else if (!cells.value(0).contains(QStringLiteral("---"))) {
            const ShownText context {
                .place = place, .part = heading, .caseName = caseOf(heading, names)};
            for (ShownText& text : textsOfTable(context, names, columns, {cells}))
                found.push_back(std::move(text));
        }
    }
    return found;
}

ShownTexts textsOfHtml(const QString& place, const QString& document, const Names& names)
{
    // Drawings carry their numbers in tables beside them.
    static const QRegularExpression drawing(
        QStringLiteral("<(svg|style)\\b.*?</\\1>"), QRegularExpression::DotMatchesEverythingOption);
    QTextDocument parsed;
    parsed.setHtml(QString(document).remove(drawing));
    ShownTexts found = textsOfLines(place, parsed.toPlainText());
    for (const QTextFrame* frame : parsed.rootFrame()->childFrames())
        if (const auto* table = qobject_cast<const QTextTable*>(frame))
            for (ShownText& text : textsOfTextTable(place, *table, names))
                found.push_back(std::move(text));
    return found;
}

ShownTexts textsOfLines(const QString& place, const QString& document)
{
    ShownTexts found;
    for (const QString& line : document.split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty())
            found.push_back({.place = place, .part = QStringLiteral("text"), .text = plain(line)});
    return found;
}

} // namespace cross_page
