// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/kernels/work_cells.h"

namespace ui {

/// Columns of the baseline and one variant; each pair has the baseline first.
enum WorkColumn {
    NameColumn,
    ClassColumn,
    BaselineTimes,
    VariantTimes,
    BaselineNs,
    VariantNs,
    BaselineMean,
    VariantMean,
    BaselineShare,
    VariantShare,
    ChangeColumn
};

/// Everything that is known of the baseline beside one variant.
class PairCells : public WorkCells {
public:
    PairCells(const ComparisonView& view, const profiler::WorkOfVariants& work,
        const std::vector<profiler::WorkGroup>& groups);

    [[nodiscard]] std::vector<DataColumn> columns() const override;
    [[nodiscard]] std::vector<int> changeColumns() const override;
    [[nodiscard]] DataRow row(const WorkLine& line) const override;

private:
    [[nodiscard]] DataCell meanCell(const WorkLine& line, std::size_t side) const;
    [[nodiscard]] DataCell shareCell(const WorkLine& line, std::size_t side) const;

    profiler::TimeUnit m_meanUnit;
};

} // namespace ui
