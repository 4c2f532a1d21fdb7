// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/progress_strip.h"

#include <QPainter>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ui {

constexpr int steps = 60;

ProgressStrip::ProgressStrip(const Theme& theme)
    : PaintedWidget(theme)
{
    using namespace std::chrono_literals;
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_timer.setInterval(33ms);
    connect(&m_timer, &QTimer::timeout, this, &ProgressStrip::move);
    setRatio(std::nullopt);
}

void ProgressStrip::setRatio(std::optional<double> ratio)
{
    m_ratio = ratio;
    setAccessibleName(ratio ? tr("%1 % done").arg(std::lround(*ratio * 100)) : tr("working"));
    if (ratio)
        m_timer.stop();
    else if (isVisible())
        m_timer.start();
    update();
}

void ProgressStrip::move()
{
    m_phase = (m_phase + 1) % (2 * steps);
    update();
}

void ProgressStrip::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_ratio)
        m_timer.start();
}

void ProgressStrip::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

void ProgressStrip::paint(QPainter& painter, const Tokens& tokens)
{
    painter.setPen(Qt::NoPen);
    const QRectF groove = QRectF(rect()).adjusted(0, 1, 0, -1);
    const qreal corner = groove.height() / 2;
    painter.setBrush(tokens.grid);
    painter.drawRoundedRect(groove, corner, corner);
    QRectF done = groove;
    if (m_ratio) {
        done.setWidth(std::max(groove.height(), groove.width() * *m_ratio));
    } else {
        const int place = m_phase < steps ? m_phase : 2 * steps - m_phase;
        done.setWidth(groove.width() / 4);
        done.moveLeft((groove.width() - done.width()) * place / steps);
    }
    painter.setBrush(tokens.accent);
    painter.drawRoundedRect(done, corner, corner);
}

} // namespace ui
