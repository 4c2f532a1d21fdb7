// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scroll_column.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

ScrollColumn::ScrollColumn(QWidget* parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setSizeConstraint(QLayout::SetNoConstraint);
    setWidget(content);
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    content->installEventFilter(this);
}

void ScrollColumn::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

bool ScrollColumn::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return QScrollArea::eventFilter(watched, event);
}

void ScrollColumn::fit()
{
    const int width = viewport()->width();
    const int wanted = m_column->hasHeightForWidth() ? m_column->minimumHeightForWidth(width)
                                                     : m_column->minimumSize().height();
    widget()->resize(width, std::max(wanted, viewport()->height()));
}

} // namespace ui
