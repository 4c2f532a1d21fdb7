// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/legend_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ui {

LegendStrip::LegendStrip(const Theme& theme)
    : PaintedWidget(theme)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LegendStrip::setEntries(std::vector<ChartLegend::Entry> entries)
{
    QStringList words;
    for (const ChartLegend::Entry& entry : entries)
        words << entry.text;
    setAccessibleName(words.join(QStringLiteral(", ")));
    m_legend.setEntries(std::move(entries));
    updateGeometry();
    update();
}

void LegendStrip::setChoosable(std::size_t entries)
{
    m_choosable = entries;
    setFocusPolicy(entries > 0 ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(entries > 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void LegendStrip::choose(std::optional<std::size_t> entry)
{
    if (entry == m_chosen || (entry && *entry >= std::min(m_choosable, m_legend.size())))
        return;
    m_chosen = entry;
    update();
    Q_EMIT chosenChanged();
}

int LegendStrip::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(m_legend.heightFor(width)));
}

QSize LegendStrip::sizeHint() const
{
    return {400, heightForWidth(width() > 0 ? width() : 400)};
}

void LegendStrip::paint(QPainter& painter, const Tokens& tokens)
{
    const auto frame = [&](std::size_t entry, Qt::PenStyle style) {
        painter.setPen(QPen(tokens.accent, 1, style));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(m_legend.boxOf(entry, rect()).adjusted(-4, 1, 4, -1), 4, 4);
    };
    if (m_chosen && *m_chosen < m_legend.size())
        frame(*m_chosen, Qt::SolidLine);
    if (hasFocus() && m_current < std::min(m_choosable, m_legend.size()))
        frame(m_current, Qt::DotLine);
    m_legend.paint(painter, tokens, rect());
}

/// A second click on the same takes the choice back.
void LegendStrip::mousePressEvent(QMouseEvent* event)
{
    for (std::size_t entry = 0; entry < std::min(m_choosable, m_legend.size()); ++entry)
        if (m_legend.boxOf(entry, rect()).contains(event->position())) {
            m_current = entry;
            return choose(entry == m_chosen ? std::nullopt : std::optional(entry));
        }
    QWidget::mousePressEvent(event);
}

void LegendStrip::keyPressEvent(QKeyEvent* event)
{
    const auto entries = std::min(m_choosable, m_legend.size());
    if (event->key() == Qt::Key_Right && m_current + 1 < entries)
        ++m_current;
    else if (event->key() == Qt::Key_Left && m_current > 0)
        --m_current;
    else if (event->key() == Qt::Key_Space && m_current < entries)
        choose(m_current == m_chosen ? std::nullopt : std::optional(m_current));
    else
        return QWidget::keyPressEvent(event);
    update();
}

} // namespace ui
