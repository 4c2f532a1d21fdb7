// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QApplication>
#include <QTest>
#include <QWidget>

namespace sitting {

/// Somebody without a mouse, who finds things by what the accessibility tree calls them.
class Keyboard {
public:
    explicit Keyboard(QWidget& window)
        : m_window(window)
    {
    }

    /// Tab until what has the focus is called that.
    [[nodiscard]] bool goTo(const QString& name) const
    {
        constexpr int most = 300;
        for (int step = 0; step < most; ++step) {
            if (focusedName() == name)
                return true;
            press(Qt::Key_Tab);
        }
        return false;
    }

    /// In the place of what the field holds.
    void write(const QString& text) const
    {
        press(Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(QApplication::focusWidget(), text);
    }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QWidget* focused = QApplication::focusWidget();
        QTest::keyClick(focused == nullptr ? &m_window : focused, key, modifiers);
    }

    [[nodiscard]] static QString focusedName()
    {
        QWidget* focused = QApplication::focusWidget();
        if (focused != nullptr && !focused->accessibleName().isEmpty())
            return focused->accessibleName(); // a choice is called by its value otherwise
        QAccessibleInterface* item
            = focused == nullptr ? nullptr : QAccessible::queryAccessibleInterface(focused);
        return item == nullptr ? QString() : item->text(QAccessible::Name);
    }

private:
    QWidget& m_window;
};

} // namespace sitting
