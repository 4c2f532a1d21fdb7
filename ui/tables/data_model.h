// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/theme/tokens.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <optional>
#include <vector>

namespace ui {

/// One value of a table: what is read, what it is sorted by, and why it is missing.
struct DataCell {
    QString text;
    QString quiet; ///< muted, behind the text: an interval
    QString accessible; ///< read aloud in place of both; empty: both
    QString copied; ///< in place of a text that was shortened; empty: the text
    QVariant value; ///< raw, in the column's unit, for sorting and export; invalid = missing
    QVariantList raw; ///< under the column's raw headings
    QString reason; ///< tooltip: why it is missing, or what it means
    std::optional<Status> status; ///< its shape stands before the text
    std::optional<int> variant; ///< its dash stands before the text
    bool strong = false;
    bool muted = false;
    bool code = false; ///< in the font of code
    bool quietYields = false; ///< the quiet text is left out before the text is shortened
};

/// "–" with the reason why.
[[nodiscard]] DataCell missingCell(const QString& reason);
[[nodiscard]] DataCell textCell(const QString& text);
/// The name of a variant, behind its dash.
[[nodiscard]] DataCell variantCell(const QString& name, int variant);
/// `value` is what `text` rounds.
[[nodiscard]] DataCell numberCell(const QString& text, double value, const QString& quiet = {});

enum class DataAlign { Text, Number };

struct DataColumn {
    QString name; ///< may have two lines
    QString unit; ///< of its numbers, behind the name in copies
    DataAlign align = DataAlign::Number;
    /// 0: stays; where there is no room the smallest number is hidden first, equal ones together.
    int yields = 0;
    bool elastic = false; ///< names and reasons, which may be shortened in their middle
    int narrowest = 110; ///< to which an elastic one is shortened before any is hidden
    int fills = 0; ///< its share of the width that is left over
    int width = 0; ///< that it needs; 0: as its texts
    Qt::TextElideMode elide = Qt::ElideMiddle;
    int gap = 6; ///< between a text and its sign or its quiet text
    bool strong = false; ///< its texts are, unless they are muted
    bool drawn = false; ///< what it shows stands in other columns as text: not in files
    QString explanation; ///< tooltip of the heading
    QStringList raw; ///< headings in files, where they are not its name alone
};

struct DataRow {
    std::vector<DataCell> cells;
    int key = -1; ///< what a click on the row chooses; -1: nothing
    bool total = false; ///< under a line, last in every order
    bool shaded = false; ///< groups of rows that belong together
};

struct DataContent {
    QString title; ///< of what is copied
    std::vector<DataColumn> columns;
    std::vector<DataRow> rows;
};

/// A table of cells, which are made beforehand or when they are looked at.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole,
        QuietRole,
        StatusRole, ///< int of Status
        VariantRole,
        KeyRole,
        LastRole = KeyRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] virtual const std::vector<DataColumn>& columns() const = 0;
    [[nodiscard]] virtual DataCell cell(int row, int column) const = 0;

    /// What a click on the row chooses; -1: nothing.
    [[nodiscard]] virtual int key(int /*row*/) const { return -1; }

    [[nodiscard]] virtual bool isTotal(int /*row*/) const { return false; }

    [[nodiscard]] virtual bool isShaded(int /*row*/) const { return false; }

    [[nodiscard]] const DataColumn& column(int column) const
    {
        return columns().at(static_cast<std::size_t>(column));
    }

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

protected:
    /// Takes what `take` takes. As many rows and columns as before: cells change in place, so that
    /// a view keeps its place.
    template <typename Take>
    void change(std::size_t rows, std::size_t columns, Take take)
    {
        if (rows > 0 && static_cast<int>(rows) == rowCount()
            && static_cast<int>(columns) == columnCount()) {
            take();
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
            Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
            return;
        }
        beginResetModel();
        take();
        endResetModel();
    }
};

/// A whole snapshot of a plain table.
class DataModel : public TableModel {
    Q_OBJECT

public:
    using TableModel::TableModel;

    void setContent(DataContent content);

    [[nodiscard]] const DataContent& content() const { return m_content; }

    [[nodiscard]] const DataRow& row(int row) const
    {
        return m_content.rows.at(static_cast<std::size_t>(row));
    }

    [[nodiscard]] const std::vector<DataColumn>& columns() const override
    {
        return m_content.columns;
    }

    [[nodiscard]] DataCell cell(int row, int column) const override;

    [[nodiscard]] int key(int row) const override { return this->row(row).key; }

    [[nodiscard]] bool isTotal(int row) const override { return this->row(row).total; }

    [[nodiscard]] bool isShaded(int row) const override { return this->row(row).shaded; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

private:
    DataContent m_content;
};

/// Sorts by raw values; what is missing and totals come last in both directions.
class DataSorter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit DataSorter(TableModel* model, QObject* parent = nullptr);

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& one, const QModelIndex& other) const override;

private:
    const TableModel* m_model;
};

/// Of the model itself, where a view shows it sorted or filtered.
[[nodiscard]] QModelIndex sourceOf(const QModelIndex& index);
/// The model of such an index.
[[nodiscard]] const TableModel& tableModelOf(const QModelIndex& source);

/// As it is read, intervals beside their numbers; rows in the order given.
[[nodiscard]] ChartTable shownTable(
    const TableModel& model, const std::vector<int>& order, const QString& title = {});
/// Raw numbers, intervals in columns of their own: for spreadsheets.
[[nodiscard]] ChartTable rawTable(
    const TableModel& model, const std::vector<int>& order, const QString& title = {});

} // namespace ui
