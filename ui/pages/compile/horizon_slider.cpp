// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/horizon_slider.h"

#include "ui/charts/chart_text.h"
#include "ui/figure/chart_parts.h"
#include "ui/text/counted.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ui {

constexpr double stepsPerDecade = 100;
constexpr int factorOfTwo = 30; ///< steps
constexpr std::chrono::milliseconds restsAfter {400};
constexpr double groove = 5;
constexpr double handle = 8; ///< radius

std::int64_t roundCalls(double calls)
{
    const double step = std::pow(10.0, std::max(0.0, std::floor(std::log10(calls)) - 1));
    return std::max<std::int64_t>(1, std::llround(std::round(calls / step) * step));
}

HorizonSlider::HorizonSlider(const Theme& theme)
    : Painted<QSlider>(theme, Qt::Horizontal)
{
    setAccessibleName(tr("Horizon: calls in one process"));
    setToolTip(tr("How many calls one process makes. What is set here is stored with the goal."));
    setFocusPolicy(Qt::StrongFocus);
    setPageStep(factorOfTwo);
    setSingleStep(1);
    m_rest.setSingleShot(true);
    connect(&m_rest, &QTimer::timeout, this, &HorizonSlider::commit);
    connect(this, &QSlider::valueChanged, this, &HorizonSlider::takeValue);
}

void HorizonSlider::setCalls(double from, double to, std::optional<std::int64_t> horizon)
{
    m_setting = true;
    m_horizon = horizon;
    setRange(qRound(std::log10(from) * stepsPerDecade), qRound(std::log10(to) * stepsPerDecade));
    const double shown = horizon ? static_cast<double>(*horizon) : std::sqrt(from * to);
    setValue(qRound(std::log10(std::max(1.0, shown)) * stepsPerDecade));
    setAccessibleDescription(
        horizon ? counted(*horizon, tr("call"), tr("calls")) : tr("no horizon set"));
    m_setting = false;
    update();
}

void HorizonSlider::setAxis(int left, int right)
{
    m_left = left;
    m_right = std::max(left + 10, right);
    update();
}

double HorizonSlider::pixelOf(int value) const
{
    const double span = std::max(1, maximum() - minimum());
    return m_left + ((m_right - m_left) * (value - minimum()) / span);
}

int HorizonSlider::valueAt(double pixel) const
{
    const double share = std::clamp((pixel - m_left) / (m_right - m_left), 0.0, 1.0);
    return minimum() + qRound(share * (maximum() - minimum()));
}

void HorizonSlider::takeValue(int value)
{
    if (m_setting)
        return;
    m_horizon = roundCalls(std::pow(10.0, value / stepsPerDecade));
    setAccessibleDescription(counted(*m_horizon, tr("call"), tr("calls")));
    Q_EMIT previewed(*m_horizon);
    if (!isSliderDown())
        m_rest.start(restsAfter);
    update();
}

void HorizonSlider::commit()
{
    m_rest.stop();
    if (m_horizon)
        Q_EMIT chosen(*m_horizon);
}

void HorizonSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setSliderDown(true);
    const int value = valueAt(event->position().x());
    if (value == this->value())
        takeValue(value); // a click on the hollow handle sets the horizon there
    else
        setValue(value);
}

void HorizonSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (isSliderDown())
        setValue(valueAt(event->position().x()));
}

void HorizonSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !isSliderDown())
        return;
    setSliderDown(false);
    commit();
}

void HorizonSlider::paint(QPainter& painter, const Tokens& tokens)
{
    const double middle = handle + 5;
    const double at = pixelOf(value());
    const QRectF words(m_left, height() - 18.0, m_right - m_left, 18);
    drawLabel(painter, words, Qt::AlignLeft | Qt::AlignVCenter, uiFont(type::small), tokens.muted,
        m_horizon ? tr("horizon: %1 · drag it, or type it in Goal")
                        .arg(counted(*m_horizon, tr("call"), tr("calls")))
                  : tr("no horizon: drag the handle to where a process ends"));
    const auto line = [&](double from, double to, const QColor& colour) {
        painter.setPen(QPen(colour, groove, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(from, middle), QPointF(to, middle));
    };
    line(m_left, m_right, tokens.border);
    if (m_horizon)
        line(m_left, at, tokens.accent);
    painter.setPen(QPen(m_horizon ? tokens.accent : tokens.muted, 2.2));
    painter.setBrush(tokens.panel);
    painter.drawEllipse(QPointF(at, middle), handle, handle);
    if (m_horizon) {
        painter.setBrush(tokens.accent);
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(QPointF(at, middle), 2.5, 2.5);
    }
    if (!showsFocus(*this))
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens.accent, 2));
    painter.drawEllipse(QPointF(at, middle), handle + 3.5, handle + 3.5);
}

} // namespace ui
