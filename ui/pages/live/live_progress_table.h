// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/live/live_progress.h"
#include "ui/pages/overview/forest_axes.h"
#include "ui/tables/painted_delegate.h"
#include "ui/tables/table_view.h"

namespace ui {

/// Bars to the ratio so far, a marker for each finished process, a dashed bracket. Never in the
/// colour of a verdict.
class LiveProgressDelegate : public PaintedDelegate {
    Q_OBJECT

public:
    LiveProgressDelegate(const Theme& theme, const LiveProgress& liveProgress, QObject* parent);

    void setAxis(ColumnAxis axis) { m_axis = std::move(axis); }

    [[nodiscard]] const ColumnAxis& axis() const { return m_axis; }

    void paintItem(const PaintedItem& item) const override;

    [[nodiscard]] static QRectF plotBox(const QRect& cell);

private:
    void paintName(QPainter& painter, const QRect& cell, const LiveProgressRow& row) const;
    void paintBar(QPainter& painter, const QRect& cell, const LiveProgressRow& row) const;
    void paintTwoLines(QPainter& painter, const QRect& cell, const QString& first,
        const QString& second, bool strong) const;
    void paintProcesses(QPainter& painter, const QRect& cell, const LiveProgressRow& row) const;

    const LiveProgress& m_liveProgress; ///< of the table
    ColumnAxis m_axis;
};

class LiveProgressTable : public TableView {
    Q_OBJECT

public:
    explicit LiveProgressTable(const Theme& theme);

    void showProgress(LiveProgress liveProgress);

    [[nodiscard]] ChartTable table() const;

    [[nodiscard]] const LiveProgress& liveProgress() const { return m_liveProgress; }

protected:
    [[nodiscard]] std::vector<int> widthsFor(int room) const override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    LiveProgressTable(const Theme& theme, RowModel<LiveProgressRow>* model);

    void fitRows();

    LiveProgress m_liveProgress;
    RowModel<LiveProgressRow>* m_model;
    LiveProgressDelegate* m_delegate;
};

} // namespace ui
