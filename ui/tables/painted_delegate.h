// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyledItemDelegate>

namespace ui {

inline constexpr int cellSide = 8; ///< left and right of a cell's text
inline constexpr int cellDash = 20; ///< of a variant, before its name

/// What is painted of a model, where, and in which colours.
struct PaintedItem {
    QPainter& painter;
    const QStyleOptionViewItem& option;
    const QModelIndex& index;
    const Theme& theme;

    [[nodiscard]] const Tokens& tokens() const { return theme.tokens(); }

    [[nodiscard]] bool isSelected() const { return option.state.testFlag(QStyle::State_Selected); }
};

/// Paints items with the colours of the theme and smooth edges; puts the painter back afterwards.
class PaintedDelegate : public QStyledItemDelegate {
public:
    PaintedDelegate(const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {
    }

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const final
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        paintItem({*painter, option, index, m_theme});
        painter->restore();
    }

protected:
    virtual void paintItem(const PaintedItem& item) const = 0;

    [[nodiscard]] const Theme& theme() const { return m_theme; }

private:
    const Theme& m_theme;
};

/// For items that need nothing else to be painted, each of that size; a table has its own sizes.
class FunctionDelegate final : public PaintedDelegate {
public:
    using Paint = void (*)(const PaintedItem& item);

    FunctionDelegate(const Theme& theme, Paint draws, const QSize& size, QObject* parent)
        : PaintedDelegate(theme, parent)
        , m_paint(draws)
        , m_size(size)
    {
    }

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& /*option*/, const QModelIndex& /*index*/) const override
    {
        return m_size;
    }

protected:
    void paintItem(const PaintedItem& item) const override { m_paint(item); }

private:
    Paint m_paint;
    QSize m_size;
};

} // namespace ui
