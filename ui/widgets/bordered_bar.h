// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QPainter>
#include <QWidget>

namespace ui {

/// A bar of the panels' colour with a line along its upper or lower edge.
class BorderedBar : public QWidget {
public:
    BorderedBar(const Theme& theme, Qt::Edge edge)
        : m_theme(theme)
        , m_edge(edge)
    {
    }

protected:
    [[nodiscard]] const Theme& theme() const { return m_theme; }

    void paintEvent(QPaintEvent* /*event*/) override
    {
        const Tokens& tokens = m_theme.tokens();
        const double y = m_edge == Qt::TopEdge ? 0 : height() - tokens.line;
        QPainter painter(this);
        painter.fillRect(rect(), tokens.panel);
        painter.fillRect(QRectF(0, y, width(), tokens.line), tokens.border);
    }

private:
    const Theme& m_theme;
    Qt::Edge m_edge;
};

} // namespace ui
