// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <QVector>

class QMimeData;

namespace ui {

/// The data behind a chart: its equal for readers who do not see it, and what CSV and the clipboard
/// get. A cell holds a raw number or a text; numbers are written in the C locale.
struct ChartTable {
    QString title;
    QStringList columns; ///< with unit: "median, ms"
    QVector<QVariantList> rows;
    QVector<bool> rightAligned = {}; ///< by column; empty: columns of raw numbers are
};

[[nodiscard]] QString toCsv(const ChartTable& table);
[[nodiscard]] QString toTsv(const ChartTable& table);
[[nodiscard]] QString toMarkdown(const ChartTable& table); ///< columns aligned
[[nodiscard]] QString toHtml(const ChartTable& table);
/// All three at once, for the clipboard: Markdown as text, TSV and HTML beside it.
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
