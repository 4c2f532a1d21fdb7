// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/pages/live/workers_model.h"
#include "ui/theme/theme.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace ui {

class WorkersDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    WorkersDelegate(const Theme& theme, const WorkersModel& model, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

    /// Where Skip (column 0) or Retry stands in a cell.
    [[nodiscard]] static QRect actionBox(const QRect& cell, int column);

private:
    void paintName(QPainter& painter, const QRect& cell, int row, bool hot) const;
    void paintCell(QPainter& painter, const QRect& cell, const WorkersModel::Cell& shown) const;
    void paintFrame(QPainter& painter, const QRectF& box, const WorkersModel::Cell& shown) const;
    int paintSign(QPainter& painter, const QRectF& box, const WorkersModel::Cell& shown) const;

    const Theme& m_theme;
    const WorkersModel& m_model;
};

/// Variants × sorts of processes. Enter or a click on the sign in a row skips the variant, on
/// Retry tries it again.
class WorkersTable : public QTableView {
    Q_OBJECT

public:
    explicit WorkersTable(const Theme& theme, QWidget* parent = nullptr);

    void showGrid(
        const profiler::RecordingGrid& grid, const QStringList& variants, const RecordingJob* job);

    [[nodiscard]] ChartTable table() const;

    [[nodiscard]] const WorkersModel& workersModel() const { return *m_model; }

Q_SIGNALS:
    void skipRequested(int variant);
    void retryRequested(int variant);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void place();
    void act(const QModelIndex& index);

    const Theme& m_theme;
    WorkersModel* m_model;
};

} // namespace ui
