// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/keyboard_walk.h"

#include "tests/ui/patience.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QButtonGroup>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>

namespace ui_test {

std::string describe(const QWidget* widget)
{
    return std::string(widget->metaObject()->className()) + " \""
        + widget->accessibleName().toStdString() + '"';
}

std::string nameOf(QWidget* widget)
{
    QAccessibleInterface* item = QAccessible::queryAccessibleInterface(widget);
    return item == nullptr ? std::string() : item->text(QAccessible::Name).trimmed().toStdString();
}

std::set<QWidget*> reachable(const QWidget& window)
{
    std::set<QWidget*> found;
    for (QWidget* widget : window.findChildren<QWidget*>())
        if (widget->isVisible() && widget->isEnabled() && widget->focusProxy() == nullptr
            && (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget->isWindow())
            found.insert(widget);
    return found;
}

std::set<QWidget*> walk(QWidget& window)
{
    std::set<QWidget*> seen;
    window.activateWindow(); // nothing has the focus before, and a busy machine takes its time
    if (!QTest::qWaitForWindowActive(&window, patience))
        return seen;
    for (int step = 0; step < mostSteps; ++step) {
        QWidget* from = QApplication::focusWidget(); // what has the focus may keep the key
        QTest::keyClick(from == nullptr ? &window : from, Qt::Key_Tab);
        QWidget* focused = QApplication::focusWidget();
        if (focused == nullptr || (!seen.insert(focused).second && step > 0))
            break;
    }
    return seen;
}

bool isReached(QWidget* widget, const std::set<QWidget*>& seen)
{
    if (seen.contains(widget))
        return true;
    const auto* button = qobject_cast<QAbstractButton*>(widget);
    if (button == nullptr)
        return false;
    QList<QAbstractButton*> others;
    if (button->group() != nullptr && button->group()->exclusive())
        others = button->group()->buttons();
    else if (button->autoExclusive())
        others = button->parentWidget()->findChildren<QAbstractButton*>();
    return std::any_of(others.begin(), others.end(),
        [&seen](QAbstractButton* other) { return seen.contains(other); });
}

void expectWholeWalk(QWidget& window)
{
    const auto all = reachable(window);
    const auto seen = walk(window);
    EXPECT_GT(seen.size(), 10U);
    for (QWidget* widget : all) {
        EXPECT_TRUE(isReached(widget, seen))
            << describe(widget) << " is not reached at " << window.width();
        EXPECT_FALSE(nameOf(widget).empty()) << describe(widget) << " has no name";
    }
}

} // namespace ui_test
