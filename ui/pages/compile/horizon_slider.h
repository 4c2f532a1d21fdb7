// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/painted_widget.h"

#include <QSlider>
#include <QTimer>

#include <cstdint>
#include <optional>

namespace ui {

/// How many calls a process lives, on the logarithmic axis of the chart above. Arrow keys go in
/// steps of about 2 %, page keys by a factor of 2.
class HorizonSlider : public Painted<QSlider> {
    Q_OBJECT

public:
    explicit HorizonSlider(const Theme& theme);

    void setCalls(double from, double to, std::optional<std::int64_t> horizon);
    /// Where the chart's axis begins and ends, in pixels of this widget.
    void setAxis(int left, int right);

    [[nodiscard]] std::optional<std::int64_t> horizon() const { return m_horizon; }

    [[nodiscard]] QSize sizeHint() const override { return {300, 42}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 42}; }

Q_SIGNALS:
    /// While it is dragged.
    void previewed(qint64 calls);
    /// When it rests.
    void chosen(qint64 calls);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    [[nodiscard]] double pixelOf(int value) const;
    [[nodiscard]] int valueAt(double pixel) const;
    void takeValue(int value);
    void commit();

    std::optional<std::int64_t> m_horizon;
    int m_left = 60;
    int m_right = 200;
    bool m_setting = false; ///< the value follows the view, nobody chose
    QTimer m_rest;
};

/// Two significant digits: nobody plans 103 276 calls.
[[nodiscard]] std::int64_t roundCalls(double calls);

} // namespace ui
