// SPDX-License-Identifier: GPL-3.0-or-later
// The window by keyboard alone: Tab reaches all that can be used, and each has a name.
#include "tests/ui/shown_window.h"
#include "ui/frame/page_stack.h"
#include "ui/pages/page_catalogue.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QButtonGroup>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace {

using ui::PageId;

constexpr int mostSteps = 800;

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

/// All that Tab should reach now.
std::set<QWidget*> reachable(const QWidget& window)
{
    std::set<QWidget*> found;
    for (QWidget* widget : window.findChildren<QWidget*>())
        if (widget->isVisible() && widget->isEnabled() && widget->focusProxy() == nullptr
            && (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget->isWindow())
            found.insert(widget);
    return found;
}

/// All that Tab reaches, from where the focus is until it comes back.
std::set<QWidget*> walk(QWidget& window)
{
    std::set<QWidget*> seen;
    for (int step = 0; step < mostSteps; ++step) {
        QWidget* from = QApplication::focusWidget(); // what has the focus may keep the key
        QTest::keyClick(from == nullptr ? &window : from, Qt::Key_Tab);
        QWidget* focused = QApplication::focusWidget();
        if (focused == nullptr || (!seen.insert(focused).second && step > 0))
            break;
    }
    return seen;
}

/// Of buttons that exclude each other Tab reaches one; arrows lead to the others.
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

class EveryPageByKeyboard : public testing::TestWithParam<PageId> { };

TEST_P(EveryPageByKeyboard, IsReachedByTabWhole)
{
    for (const QSize size : {QSize(1680, 1020), QSize(1280, 720)}) {
        const ui_test::ShownWindow shown("eight", size);
        shown.showPage(GetParam());
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return shown.window().pages().currentPage()->isReady(); }, 60'000));
        shown.settle();
        shown.window().activateWindow();
        const auto all = reachable(shown.window());
        const auto seen = walk(shown.window());
        EXPECT_GT(seen.size(), 10U);
        for (QWidget* widget : all) {
            EXPECT_TRUE(isReached(widget, seen))
                << describe(widget) << " is not reached at " << size.width();
            EXPECT_FALSE(nameOf(widget).empty()) << describe(widget) << " has no name";
        }
    }
}

TEST(SideBarByKeyboard, ArrowsLeadThroughThePages)
{
    const ui_test::ShownWindow shown("eight", {1680, 1020});
    for (int step = 0; step < mostSteps; ++step) {
        QTest::keyClick(&shown.window(), Qt::Key_Tab);
        QWidget* focused = QApplication::focusWidget();
        if (focused != nullptr && focused->accessibleName() == QStringLiteral("Overview"))
            break;
    }
    ASSERT_NE(QApplication::focusWidget(), nullptr);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    EXPECT_EQ(shown.window().pages().currentId(), PageId::Results);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    EXPECT_EQ(shown.window().pages().currentId(), PageId::Latency);
}

std::vector<PageId> allPages()
{
    std::vector<PageId> pages;
    for (const ui::PageEntry& entry : ui::pageCatalogue())
        pages.push_back(entry.id);
    return pages;
}

INSTANTIATE_TEST_SUITE_P(Pages, EveryPageByKeyboard, testing::ValuesIn(allPages()),
    [](const auto& page) { return ui::pageEntry(page.param).word.toStdString(); });

} // namespace
