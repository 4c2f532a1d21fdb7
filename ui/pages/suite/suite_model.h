// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/suite/suite.h"
#include "profiler/model/interval.h"
#include "profiler/report/suite/suite_documents.h"
#include "ui/tables/data_model.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ui {

/// A variant's ratio as it is drawn.
struct DrawnRatio {
    int variant = 0; ///< in the order of the suite's variants, from 1 on: whose style it has
    profiler::Interval ratio; ///< a mean without an interval has one of no width
};

/// From where to where ratios are drawn, with a line at 1.
struct RatioSpan {
    double low = 0.5;
    double high = 2;

    bool operator==(const RatioSpan&) const = default;
};

/// The rows of a suite that a filter leaves, and where none is left out the geometric means below
/// them. Cells are made when they are looked at: there may be ten thousand rows.
class SuiteModel : public TableModel {
    Q_OBJECT

public:
    using TableModel::TableModel;

    /// Null: nothing. `figuresOf`: whose compile time, memory and breaks are shown; empty: of the
    /// best of each row.
    void setSuite(std::shared_ptr<const profiler::SuiteResult> suite, const std::string& figuresOf,
        const QString& filter);

    [[nodiscard]] const std::vector<DataColumn>& columns() const override
    {
        return m_columns.headings;
    }

    [[nodiscard]] DataCell cell(int row, int column) const override;
    /// Its place in the suite.
    [[nodiscard]] int key(int row) const override;
    [[nodiscard]] bool isTotal(int row) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

    /// Rows of the suite that are shown.
    [[nodiscard]] int suiteRows() const { return static_cast<int>(m_shown.size()); }

    /// Of the suite; null: a row of means.
    [[nodiscard]] const profiler::SuiteRow* suiteRow(int row) const;

    /// What is drawn in a row.
    [[nodiscard]] std::vector<DrawnRatio> ratios(int row) const;

    [[nodiscard]] const RatioSpan& axis() const { return m_span; }

    /// -1: none, there is no variant.
    [[nodiscard]] int drawnColumn() const { return m_columns.drawn; }

    [[nodiscard]] QString title() const;

private:
    using Setting = std::pair<std::string, std::string>; ///< device and type

    struct Columns {
        std::vector<profiler::SuiteColumn> cells; ///< of what is drawn a bare one
        std::vector<DataColumn> headings;
        int drawn = -1;
    };

    [[nodiscard]] static Columns columnsOf(
        const profiler::SuiteResult& suite, const std::string& figuresOf);
    void takeSpan();
    [[nodiscard]] DataCell madeCell(int row, int column) const;
    [[nodiscard]] DataCell drawnCell(int row) const;
    [[nodiscard]] DataCell meanCell(const Setting& setting, std::size_t column) const;

    std::shared_ptr<const profiler::SuiteResult> m_suite;
    std::vector<std::size_t> m_shown; ///< places in the suite
    std::vector<Setting> m_means;
    Columns m_columns;
    RatioSpan m_span;
    mutable std::vector<std::unique_ptr<DataCell>> m_cells; ///< that were looked at
};

} // namespace ui
