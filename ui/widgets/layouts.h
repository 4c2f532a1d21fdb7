// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>

#include <initializer_list>
#include <vector>

namespace ui {

/// What stands in a row or a column, and its share of the room that is left.
struct LayoutPart {
    LayoutPart(QWidget* shown, int share = 0, Qt::Alignment placed = {})
        : widget(shown)
        , amount(share)
        , alignment(placed)
    {
    }

    LayoutPart(QLayout* inner, int share = 0)
        : layout(inner)
        , amount(share)
    {
    }

    QWidget* widget = nullptr;
    QLayout* layout = nullptr; ///< neither: empty room
    int amount; ///< share, or pixels of a space
    bool isSpace = false;
    Qt::Alignment alignment {};
};

using LayoutParts = std::initializer_list<LayoutPart>;

/// Room that takes what is left.
[[nodiscard]] LayoutPart stretch(int share = 1);
/// That many pixels more between two parts.
[[nodiscard]] LayoutPart space(int pixels);

/// Adds them behind what the layout holds.
void addParts(QBoxLayout& layout, LayoutParts parts);

/// Without margins; the owner may be null, for a layout inside another one.
QVBoxLayout* makeColumn(QWidget* owner, int gap, LayoutParts parts);
QHBoxLayout* makeRow(QWidget* owner, int gap, LayoutParts parts);

/// Widgets that hold nothing but these.
[[nodiscard]] QWidget* columnOf(int gap, LayoutParts parts);
[[nodiscard]] QWidget* rowOf(int gap, LayoutParts parts);

/// With the margins and gaps of a page.
void asPageColumn(QBoxLayout& layout, LayoutParts parts);

/// What stands beside a page, for now hidden; its layout is an empty column.
[[nodiscard]] QWidget* makeInspector(QWidget* page);
/// Margins that leave the left side to the page.
void asInspectorColumn(QBoxLayout& layout, LayoutParts parts);

void setShown(std::initializer_list<QWidget*> widgets, bool shown);

/// Side by side where there is room for two charts with their heads, else below one another.
void turnRows(const std::vector<QBoxLayout*>& rows, int width);

} // namespace ui
