// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace ui {

FlowLayout::FlowLayout(int gap, QWidget* parent)
    : QLayout(parent)
    , m_gap(gap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.append(item);
}

int FlowLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return m_items.value(index, nullptr);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

bool FlowLayout::hasHeightForWidth() const
{
    return true;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange(QRect(0, 0, width, 0), Pass::Measure);
}

Qt::Orientations FlowLayout::expandingDirections() const
{
    return {};
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    int height = 0;
    for (const QLayoutItem* item : m_items) {
        width += item->sizeHint().width() + m_gap;
        height = std::max(height, item->sizeHint().height());
    }
    return {std::max(0, width - m_gap), height};
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, Pass::Place);
}

/// Items of one line stand on its middle.
void FlowLayout::placeLine(const QList<PlacedItem>& line, int y, int height)
{
    for (const PlacedItem& placed : line)
        placed.item->setGeometry(
            QRect(QPoint(placed.x, y + (height - placed.size.height()) / 2), placed.size));
}

int FlowLayout::arrange(const QRect& rect, Pass pass) const
{
    QList<PlacedItem> inLine;
    int x = rect.x();
    int y = rect.y();
    int line = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        QSize size = item->sizeHint();
        size.setWidth(std::min(size.width(), rect.width()));
        if (x > rect.x() && x + size.width() > rect.right() + 1) {
            if (pass == Pass::Place)
                placeLine(inLine, y, line);
            inLine.clear();
            x = rect.x();
            y += line + m_gap / 3;
            line = 0;
        }
        inLine.append({item, x, size});
        x += size.width() + m_gap;
        line = std::max(line, size.height());
    }
    if (pass == Pass::Place)
        placeLine(inLine, y, line);
    return y + line - rect.y();
}

void clearLayout(QLayout& layout, int from)
{
    while (QLayoutItem* item = layout.takeAt(from)) {
        delete item->widget();
        delete item;
    }
}

void clearLater(QLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

} // namespace ui
