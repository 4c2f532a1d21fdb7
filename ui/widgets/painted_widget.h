// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QPainter>
#include <QWidget>

namespace ui {

/// Draws itself, with smooth edges and in the colours of the theme. `Base`: a widget or a button.
template <typename Base>
class Painted : public Base {
protected:
    template <typename... Arguments>
    explicit Painted(const Theme& theme, Arguments... arguments)
        : Base(arguments...)
        , m_theme(theme)
    {
    }

    [[nodiscard]] const Theme& theme() const { return m_theme; }

    virtual void paint(QPainter& painter, const Tokens& tokens) = 0;

    void paintEvent(QPaintEvent* /*event*/) final
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        paint(painter, m_theme.tokens());
    }

private:
    const Theme& m_theme;
};

using PaintedWidget = Painted<QWidget>;

/// Enter clicks it, as the space bar does.
class PaintedButton : public Painted<QAbstractButton> {
protected:
    explicit PaintedButton(const Theme& theme, QWidget* parent = nullptr)
        : Painted(theme, parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover); // painted again when the pointer comes and goes
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }
};

} // namespace ui
