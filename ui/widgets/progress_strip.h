// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <QTimer>

#include <optional>

namespace ui {

/// How far something is, as a strip; without a ratio a piece of it runs to and fro.
class ProgressStrip : public PaintedWidget {
    Q_OBJECT

public:
    explicit ProgressStrip(const Theme& theme);

    void setRatio(std::optional<double> ratio);

    [[nodiscard]] std::optional<double> ratio() const { return m_ratio; }

    [[nodiscard]] QSize sizeHint() const override { return {140, 8}; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    void move();

    std::optional<double> m_ratio;
    QTimer m_timer;
    int m_phase = 0;
};

} // namespace ui
