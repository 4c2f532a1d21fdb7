// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/kernels/work_rows.h"
#include "ui/tables/data_delegate.h"

namespace ui {

/// Names of work: a group's chevron, the class as a swatch, the name.
class WorkNameDelegate : public DataDelegate {
    Q_OBJECT

public:
    WorkNameDelegate(const Theme& theme, const std::vector<WorkSign>& signs, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

private:
    /// Returns where the text begins.
    [[nodiscard]] double paintSign(
        QPainter& painter, const QRectF& box, const WorkSign& sign) const;

    const std::vector<WorkSign>& m_signs; ///< by row of the model
};

/// A change as a bar to either side of one line, its number behind it; in a narrow column the bar
/// lies under the number.
class WorkChangeDelegate : public DataDelegate {
    Q_OBJECT

public:
    WorkChangeDelegate(
        const Theme& theme, const std::vector<WorkSign>& signs, std::size_t which, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

private:
    const std::vector<WorkSign>& m_signs;
    std::size_t m_which; ///< of the changes of a row
};

} // namespace ui
