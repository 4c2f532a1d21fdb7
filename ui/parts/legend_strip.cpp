// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/legend_strip.h"

#include <QPainter>
#include <QStringList>

#include <cmath>

namespace ui {

LegendStrip::LegendStrip(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
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

int LegendStrip::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(m_legend.heightFor(width)));
}

QSize LegendStrip::sizeHint() const
{
    return {400, heightForWidth(width() > 0 ? width() : 400)};
}

void LegendStrip::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    m_legend.paint(painter, m_theme.tokens(), rect());
}

} // namespace ui
