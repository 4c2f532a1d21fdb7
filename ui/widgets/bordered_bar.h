// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QPainter>
#include <QWidget>

namespace ui {

/// A bar of the panels' colour with a line along its upper, lower or right edge.
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
        QRectF line = rect();
        if (m_edge == Qt::TopEdge)
            line.setBottom(tokens.line);
        else if (m_edge == Qt::RightEdge)
            line.setLeft(width() - tokens.line);
        else
            line.setTop(height() - tokens.line);
        QPainter painter(this);
        painter.fillRect(rect(), tokens.panel);
        painter.fillRect(line, tokens.border);
    }

private:
    const Theme& m_theme;
    Qt::Edge m_edge;
};

} // namespace ui
