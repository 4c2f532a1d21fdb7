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
    QString copied; ///< in place of a text that was shortened; empty: the text
    QVariant value; ///< raw, in the column's unit, for sorting and export; invalid = missing
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
/// `value` is what `text` rounds.
[[nodiscard]] DataCell numberCell(const QString& text, double value, const QString& quiet = {});

enum class DataAlign { Text, Number };

struct DataColumn {
    QString name; ///< may have two lines
    DataAlign align = DataAlign::Number;
    /// 0: stays; where there is no room the smallest number is hidden first, equal ones together.
    int yields = 0;
    bool elastic = false; ///< names and reasons, which may be shortened in their middle
    int narrowest = 110; ///< to which an elastic one is shortened before any is hidden
    bool fills = false; ///< takes the width that is left over
    int width = 0; ///< that it needs; 0: as its texts
    QString explanation; ///< tooltip of the heading
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

/// A whole snapshot of a plain table.
class DataModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole,
        QuietRole,
        StatusRole, ///< int of Status
        VariantRole,
        KeyRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Same columns and as many rows: cells change in place, so that a view keeps its place.
    void setContent(DataContent content);

    [[nodiscard]] const DataContent& content() const { return m_content; }

    [[nodiscard]] const DataRow& row(int row) const
    {
        return m_content.rows.at(static_cast<std::size_t>(row));
    }

    [[nodiscard]] const DataColumn& column(int column) const
    {
        return m_content.columns.at(static_cast<std::size_t>(column));
    }

    [[nodiscard]] const DataCell& cell(int row, int column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    DataContent m_content;
};

/// Sorts by raw values; what is missing and totals come last in both directions.
class DataSorter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit DataSorter(DataModel* model, QObject* parent = nullptr);

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& one, const QModelIndex& other) const override;

private:
    const DataModel* m_model;
};

/// As it is read, intervals beside their numbers; rows in the order given.
[[nodiscard]] ChartTable shownTable(const DataModel& model, const std::vector<int>& order);
/// Raw numbers, intervals in columns of their own: for spreadsheets.
[[nodiscard]] ChartTable rawTable(const DataModel& model, const std::vector<int>& order);

} // namespace ui
