// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/latency_rows.h"
#include "profiler/model/number_text.h"
#include "ui/figure/chart_table.h"
#include "ui/theme/tokens.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <optional>
#include <vector>

namespace ui {

/// The one unit of the page's figures: that of the smallest median.
[[nodiscard]] profiler::TimeUnit latencyUnit(const std::vector<profiler::LatencyRow>& rows);

/// The statistics table of the Latency page. Cells sort by their raw value (SortRole).
class LatencyModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Name,
        Calls,
        Median, ///< the first of the percentiles, in the order of their list
        P99 = Median + static_cast<int>(profiler::percentileIndex(profiler::tailPercentile)),
        MiddleHalf = Median + static_cast<int>(profiler::percentiles.size()),
        SlowCalls,
        MedianRatio,
        P99Ratio,
        Limit,
        ColumnCount
    };

    enum Role {
        SortRole = Qt::UserRole,
        QuietTextRole, ///< the part of a cell that is muted: an interval
        StatusRole, ///< of the limit, as int of Status
        DoubtfulRole, ///< a ratio whose interval holds 1
        VariantRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Index into the list of percentiles; nothing in another column.
    [[nodiscard]] static std::optional<std::size_t> percentileIn(int column);

    void setRows(std::vector<profiler::LatencyRow> rows);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

    /// As text, intervals beside their numbers: for the clipboard.
    [[nodiscard]] ChartTable table() const;
    /// Plain numbers, intervals in columns of their own, why something is missing.
    [[nodiscard]] ChartTable rawTable() const;

    [[nodiscard]] profiler::TimeUnit unit() const { return m_unit; }

private:
    [[nodiscard]] QString text(const profiler::LatencyRow& row, int column) const;
    [[nodiscard]] QString timesText(const profiler::LatencyRow& row, int column) const;
    [[nodiscard]] QString limitText(const profiler::LatencyRow& row) const;
    [[nodiscard]] QString quietText(const profiler::LatencyRow& row, int column) const;
    [[nodiscard]] QString reason(const profiler::LatencyRow& row, int column) const;
    [[nodiscard]] QVariant sortValue(const profiler::LatencyRow& row, int column) const;

    std::vector<profiler::LatencyRow> m_rows;
    profiler::TimeUnit m_unit = profiler::TimeUnit::Milliseconds;
};

} // namespace ui
