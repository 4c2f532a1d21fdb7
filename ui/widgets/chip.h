// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <QAbstractButton>

namespace ui {

/// A variant in the comparison bar: dash sample and name. Checked = focused. Click = focus,
/// Ctrl+click = hide or show, right button = menu, drag = move; the same by keys: Enter,
/// Ctrl+Enter, Menu, Ctrl+Left and Ctrl+Right.
class Chip : public Painted<QAbstractButton> {
    Q_OBJECT

public:
    Chip(const Theme& theme, int variant, const QString& name, QWidget* parent = nullptr);

    [[nodiscard]] int variant() const { return m_variant; }

    /// A hidden variant is drawn as an outline, its name struck through.
    void setVariantHidden(bool hidden);

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void focusChosen(int variant);
    void hideToggled(int variant);
    void menuRequested(int variant, const QPoint& at);
    void stepRequested(int variant, int places);
    void dragged(int variant, int x); ///< the chip's left edge in its row
    void dropped(int variant);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    [[nodiscard]] QString shownName() const;
    [[nodiscard]] int widthOfName() const;
    void choose();
    void openMenuBelow();

    int m_variant;
    bool m_hidden = false;
    bool m_dragging = false;
    QPoint m_pressedAt;
};

} // namespace ui
