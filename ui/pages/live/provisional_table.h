// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/pages/live/provisional_model.h"
#include "ui/pages/overview/forest_axes.h"
#include "ui/theme/theme.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace ui {

/// Bars to the ratio so far, a marker for each finished process, a dashed bracket. Never in the
/// colour of a verdict.
class LiveProgressDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    LiveProgressDelegate(const Theme& theme, const LiveProgressModel& model, QObject* parent);

    void setAxis(ColumnAxis axis) { m_axis = std::move(axis); }

    [[nodiscard]] const ColumnAxis& axis() const { return m_axis; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

    [[nodiscard]] static QRectF plotBox(const QRect& cell);

private:
    void paintName(QPainter& painter, const QRect& cell, const LiveProgressRow& row) const;
    void paintBar(QPainter& painter, const QRect& cell, const LiveProgressRow& row) const;
    void paintTwoLines(QPainter& painter, const QRect& cell, const QString& first,
        const QString& second, bool strong) const;
    void paintProcesses(QPainter& painter, const QRect& cell, const LiveProgressRow& row) const;

    const Theme& m_theme;
    const LiveProgressModel& m_model;
    ColumnAxis m_axis;
};

class LiveProgressTable : public QTableView {
    Q_OBJECT

public:
    explicit LiveProgressTable(const Theme& theme, QWidget* parent = nullptr);

    void showProgress(LiveProgress liveProgress);

    [[nodiscard]] ChartTable table() const;

    [[nodiscard]] const LiveProgressModel& progressModel() const { return *m_model; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    const Theme& m_theme;
    LiveProgressModel* m_model;
    LiveProgressDelegate* m_delegate;
};

} // namespace ui
