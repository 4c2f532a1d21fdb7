// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/data_model.h"
#include "ui/theme/theme.h"

#include <QStyledItemDelegate>

namespace ui {

/// Paints the cells of a DataTable and says how wide they would like to be.
class DataDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    DataDelegate(const Theme& theme, const DataModel& model, const DataSorter& sorter,
        QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

    [[nodiscard]] static int widthOf(const DataCell& cell);

protected:
    [[nodiscard]] const Theme& theme() const { return m_theme; }

    [[nodiscard]] int sourceRow(const QModelIndex& index) const
    {
        return m_sorter.mapToSource(index).row();
    }

    void paintGround(
        QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

private:
    /// The dash and the shape before the text; returns what is left of the box.
    [[nodiscard]] QRectF paintSigns(QPainter& painter, QRectF box, const DataCell& cell) const;
    void paintText(QPainter& painter, const QRectF& box, const DataCell& cell,
        const DataColumn& column, bool selected) const;

    const Theme& m_theme;
    const DataModel& m_model;
    const DataSorter& m_sorter;
};

} // namespace ui
