// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <QVector>

class QMimeData;

namespace ui {

/// A cell that has no value, and why.
struct MissingCell {
    QString reason;

    bool operator==(const MissingCell&) const = default;
};

[[nodiscard]] QVariant missing(const QString& reason);

/// The data behind a chart: its equal for readers who do not see it, and what CSV and the clipboard
/// get. A cell holds a raw number, a text, or why it is missing; numbers are written in the C
/// locale with all their digits.
struct ChartTable {
    QString title;
    QStringList columns; ///< with unit: "median, ms"
    QVector<QVariantList> rows;
    QVector<bool> rightAligned = {}; ///< by column; empty: columns of raw numbers are
    QString source = {}; ///< of a file: where it comes from
};

/// A missing value is an empty cell. Where a reason is known a column `missing` says it for each
/// row: "p99: needs 400 calls"; the last column, `source`, says where the table comes from.
[[nodiscard]] QString toCsv(const ChartTable& table);
/// As CSV, without `source`.
[[nodiscard]] QString toTsv(const ChartTable& table);
[[nodiscard]] QString toMarkdown(const ChartTable& table); ///< columns aligned
[[nodiscard]] QString toHtml(const ChartTable& table);
/// All three at once, for the clipboard: Markdown as text and text/markdown, TSV and HTML.
[[nodiscard]] QMimeData* tableMimeData(const ChartTable& table);

class ChartTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit ChartTableModel(ChartTable table, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    ChartTable m_table;
};

} // namespace ui

Q_DECLARE_METATYPE(ui::MissingCell)
