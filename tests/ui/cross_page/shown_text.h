// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace cross_page {

/// One piece of text that a user or a program can read somewhere, and where.
struct ShownText {
    QString place; ///< "Overview", "report.md", "compare --json"
    QString part; ///< name of the table, chart or list; of JSON the path; "text" of free text
    QString caseName; ///< empty: of all cases, or named in the text
    QString variant; ///< of its row, or the focused one
    QString column; ///< heading, with its unit
    QString text;
    QString row; ///< what stands first in its row
    QString beside = {}; ///< all of its row; of JSON the verdict in the same object
    QString aloud
        = {}; ///< of a cell in the window: what is read aloud, which says what a shape says
    QString graph = {}; ///< "0/0", as torch counts compiled graphs; empty: of none
};

using ShownTexts = std::vector<ShownText>;

void append(ShownTexts& all, ShownTexts more);

/// What rows are told apart by.
struct Names {
    QStringList variants; ///< in plan order
    QStringList cases;
    QString axis = {}; ///< of a sweep over one size: its heading; empty: cases are named
    QStringList sizes = {}; ///< of the cases along it
};

/// A table as rows of cells: the variant and the case of a row are the cells that name one, else
/// those given with `context`.
[[nodiscard]] ShownTexts textsOfTable(const ShownText& context, const Names& names,
    const QStringList& columns, const std::vector<QStringList>& rows);

/// Every leaf of a document; the path leads over names: "cases/b32/variants/eager/latency_ns/p50".
[[nodiscard]] ShownTexts textsOfJson(
    const QString& place, const QByteArray& document, const Names& names);
[[nodiscard]] ShownTexts textsOfCsv(
    const QString& place, const QString& document, const Names& names);
/// Tables of cells, everything else by line.
[[nodiscard]] ShownTexts textsOfMarkdown(
    const QString& place, const QString& escaped, const Names& names);
[[nodiscard]] ShownTexts textsOfHtml(
    const QString& place, const QString& document, const Names& names);
/// By line.
[[nodiscard]] ShownTexts textsOfLines(const QString& place, const QString& document);

} // namespace cross_page
