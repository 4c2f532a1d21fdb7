// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layouts.h"

#include "ui/theme/measures.h"

#include <QWidget>

namespace ui {

namespace {

template <typename Layout>
Layout* filled(Layout* layout, int gap, LayoutParts parts)
{
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap);
    addParts(*layout, parts);
    return layout;
}

} // namespace

LayoutPart stretch(int share)
{
    return {static_cast<QLayout*>(nullptr), share};
}

LayoutPart space(int pixels)
{
    LayoutPart part = stretch(pixels);
    part.isSpace = true;
    return part;
}

void addParts(QBoxLayout& layout, LayoutParts parts)
{
    for (const LayoutPart& part : parts) {
        if (part.widget != nullptr)
            layout.addWidget(part.widget, part.amount, part.alignment);
        else if (part.layout != nullptr)
            layout.addLayout(part.layout, part.amount);
        else if (part.isSpace)
            layout.addSpacing(part.amount);
        else
            layout.addStretch(part.amount);
    }
}

QVBoxLayout* makeColumn(QWidget* owner, int gap, LayoutParts parts)
{
    return filled(new QVBoxLayout(owner), gap, parts);
}

QHBoxLayout* makeRow(QWidget* owner, int gap, LayoutParts parts)
{
    return filled(new QHBoxLayout(owner), gap, parts);
}

QWidget* columnOf(int gap, LayoutParts parts)
{
    auto* widget = new QWidget;
    makeColumn(widget, gap, parts);
    return widget;
}

QWidget* rowOf(int gap, LayoutParts parts)
{
    auto* widget = new QWidget;
    makeRow(widget, gap, parts);
    return widget;
}

void asPageColumn(QBoxLayout& layout, LayoutParts parts)
{
    layout.setContentsMargins(pageMargin, pageMargin, pageMargin, pageMargin);
    layout.setSpacing(pageGap);
    addParts(layout, parts);
}

QWidget* makeInspector(QWidget* page)
{
    auto* inspector = new QWidget(page);
    inspector->hide();
    asInspectorColumn(*new QVBoxLayout(inspector), {});
    return inspector;
}

void asInspectorColumn(QBoxLayout& layout, LayoutParts parts)
{
    asPageColumn(layout, parts);
    layout.setContentsMargins(0, pageMargin, pageMargin, pageMargin);
}

void setShown(std::initializer_list<QWidget*> widgets, bool shown)
{
    for (QWidget* widget : widgets)
        widget->setVisible(shown);
}

void turnRows(const std::vector<QBoxLayout*>& rows, int width)
{
    constexpr int sideBySideFrom = 1060;
    const auto direction
        = width >= sideBySideFrom ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    for (QBoxLayout* row : rows)
        if (row->direction() != direction)
            row->setDirection(direction);
}

} // namespace ui
