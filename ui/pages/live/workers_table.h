// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/live/workers_model.h"
#include "ui/tables/painted_delegate.h"
#include "ui/tables/table_view.h"

namespace ui {

class WorkersDelegate : public PaintedDelegate {
    Q_OBJECT

public:
    WorkersDelegate(const Theme& theme, const WorkersModel& model, QObject* parent);

    void paintItem(const PaintedItem& item) const override;

    /// Where Skip (column 0) or Retry stands in a cell.
    [[nodiscard]] static QRect actionBox(const QRect& cell, int column);

private:
    void paintName(QPainter& painter, const QRect& cell, const WorkersRow& row, bool hot) const;
    void paintCell(QPainter& painter, const QRect& cell, const WorkersCell& shown) const;
    void paintFrame(QPainter& painter, const QRectF& box, const WorkersCell& shown) const;
    int paintSign(QPainter& painter, const QRectF& box, const WorkersCell& shown) const;

    const WorkersModel& m_model;
};

/// Variants × sorts of processes. Enter or a click on the sign in a row skips the variant, on
/// Retry tries it again.
class WorkersTable : public TableView {
    Q_OBJECT

public:
    explicit WorkersTable(const Theme& theme);

    void showGrid(
        const profiler::RecordingGrid& grid, const QStringList& variants, const RecordingJob* job);

    [[nodiscard]] ChartTable table() const;

Q_SIGNALS:
    void skipRequested(int variant);
    void retryRequested(int variant);

protected:
    [[nodiscard]] std::vector<int> widthsFor(int room) const override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    WorkersTable(const Theme& theme, WorkersModel* model);

    void place();
    void act(const QModelIndex& index);

    WorkersModel* m_model;
};

} // namespace ui
