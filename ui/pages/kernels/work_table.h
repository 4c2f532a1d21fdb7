// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/kernels/work_rows.h"
#include "ui/parts/data_table.h"

namespace ui {

/// The work of one call, baseline beside variant.
class WorkTable : public DataTable {
    Q_OBJECT

public:
    explicit WorkTable(const Theme& theme, QWidget* parent = nullptr);

    /// Rows of groups stand as they are given; others are sorted by their headings.
    void showContents(WorkContents contents, bool sortable);

    [[nodiscard]] const std::vector<WorkSign>& signs() const { return m_signs; }

private:
    std::vector<WorkSign> m_signs;
};

} // namespace ui
