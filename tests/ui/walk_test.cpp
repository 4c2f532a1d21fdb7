// SPDX-License-Identifier: GPL-3.0-or-later
// The window by keyboard alone: Tab reaches all that can be used, and each has a name.
#include "tests/ui/keyboard_walk.h"
#include "tests/ui/patience.h"
#include "tests/ui/shown_window.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/page.h"
#include "ui/window/workspace/page_stack.h"

#include <QApplication>
#include <QTest>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using ui::PageId;

class EveryPageByKeyboard : public testing::TestWithParam<PageId> { };

TEST_P(EveryPageByKeyboard, IsReachedByTabWhole)
{
    for (const QSize size : {QSize(1680, 1020), QSize(1280, 720)}) {
        const ui_test::ShownWindow shown("eight", size);
        shown.showPage(GetParam());
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return shown.window().pages().currentPage()->isReady(); }, ui_test::patience));
        shown.settle();
        shown.window().activateWindow();
        ui_test::expectWholeWalk(shown.window());
    }
}

TEST(SideBarByKeyboard, ArrowsLeadThroughThePages)
{
    const ui_test::ShownWindow shown("eight", {1680, 1020});
    for (int step = 0; step < ui_test::mostSteps; ++step) {
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
    for (const ui::PageDescriptor& entry : ui::pageList())
        pages.push_back(entry.id);
    return pages;
}

INSTANTIATE_TEST_SUITE_P(Pages, EveryPageByKeyboard, testing::ValuesIn(allPages()),
    [](const auto& page) { return ui::descriptorOf(page.param).word().toStdString(); });

} // namespace
