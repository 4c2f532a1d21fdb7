// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyledItemDelegate>

namespace ui {

inline constexpr int cellSide = 8; ///< left and right of a cell's text
inline constexpr int cellDash = 20; ///< of a variant, before its name

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
        paintItem(*painter, option, index);
        painter->restore();
    }

protected:
    virtual void paintItem(
        QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const = 0;

    [[nodiscard]] const Theme& theme() const { return m_theme; }

private:
    const Theme& m_theme;
};

} // namespace ui
