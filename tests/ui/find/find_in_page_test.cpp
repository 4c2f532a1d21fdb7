// SPDX-License-Identifier: GPL-3.0-or-later
// Find in page and Esc, with real key presses.
#include "profiler/model/case.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/support/gpu_example.h"
#include "tests/ui/patience.h"
#include "tests/ui/shown_window.h"
#include "ui/pages/breaks/source_view.h"
#include "ui/pages/log/log_table.h"
#include "ui/pages/page.h"
#include "ui/pages/results/matrix_table.h"
#include "ui/window/bars/chip_row.h"
#include "ui/window/find/find_bar.h"
#include "ui/window/workspace/page_stack.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::HasSubstr;
using ui::PageId;

class FindInPage : public testing::Test {
protected:
    void show(const std::string& state, PageId page, QSize size = {1280, 720})
    {
        m_shown = std::make_unique<ui_test::ShownWindow>(state, size);
        go(page);
    }

    void go(PageId page)
    {
        m_shown->showPage(page);
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return window().pages().currentPage()->isReady(); }, ui_test::patience));
        m_shown->settle();
        window().activateWindow();
    }

    /// The sample, which has a log.
    void showSample(PageId page)
    {
        m_shown = std::make_unique<ui_test::ShownWindow>(QSize(1280, 720));
        const QString file = m_folder.filePath(QStringLiteral("sample.fscope"));
        QFile::copy(QStringLiteral(FUSESCOPE_SOURCE_DIR "/resources/samples/sample.fscope"), file);
        const auto comparison = ui::readComparison(file.toStdString(), {});
        ASSERT_TRUE(comparison);
        window().control().files.showComparison(*comparison, file);
        go(page);
    }

    ui::MainWindow& window() { return m_shown->window(); }

    const ui::FindBar& bar() { return window().findBar(); }

    static QWidget& focused() { return *QApplication::focusWidget(); }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWidget* target = QApplication::focusWidget();
        QTest::keyClick(target == nullptr ? &window() : target, key, modifiers);
        rest();
    }

    void find(const char* words)
    {
        key(Qt::Key_Slash);
        QTest::keyClicks(&focused(), QString::fromUtf8(words));
        rest();
    }

    void rest()
    {
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return !bar().search().isRunning(); }, ui_test::patience));
        m_shown->settle();
    }

    std::string count() { return bar().countText().toStdString(); }

    /// The mark is there and can be seen.
    bool seesMark()
    {
        const ui::MatchMark* mark = bar().mark();
        if (mark == nullptr || !mark->isVisible() || mark->visibleRegion().isEmpty())
            return false;
        const QRect inPage(mark->mapTo(&window().pages(), QPoint()), mark->size());
        return window().pages().rect().intersects(inPage);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<ui_test::ShownWindow> m_shown;
};

TEST_F(FindInPage, StepsThroughATableAndAroundIt)
{
    show("twelve_cases", PageId::Results);
    find("s1024-long");
    EXPECT_THAT(count(), HasSubstr("1 of "));
    const auto found = bar().search().matches().size();
    ASSERT_GT(found, 2U) << "sentence, matrix, table below";
    EXPECT_TRUE(seesMark());
    key(Qt::Key_Return);
    EXPECT_EQ(count(), "2 of " + std::to_string(found));
    EXPECT_TRUE(seesMark()) << "the row lies below the fold of the page";
    const auto* matrix = qobject_cast<const ui::MatrixTable*>(bar().mark()->match().widget);
    ASSERT_NE(matrix, nullptr);
    EXPECT_EQ(bar().mark()->match().index.data().toString(), QStringLiteral("s1024-long"));
    key(Qt::Key_Return, Qt::ShiftModifier);
    key(Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(count(), std::to_string(found) + " of " + std::to_string(found));
    EXPECT_TRUE(seesMark());
    key(Qt::Key_Enter);
    EXPECT_EQ(count(), "1 of " + std::to_string(found));
}

TEST_F(FindInPage, FindsAVariantInTheHeadingOfTheMatrix)
{
    show("twelve_cases", PageId::Results);
    find("aot_eager");
    const auto& matches = bar().search().matches();
    const auto heading = std::find_if(matches.begin(), matches.end(),
        [](const ui::PageMatch& match) { return match.section >= 0; });
    ASSERT_NE(heading, matches.end());
    for (auto i = matches.begin(); i != heading; ++i)
        key(Qt::Key_Return);
    EXPECT_EQ(bar().mark()->parentWidget(),
        qobject_cast<QTableView*>(heading->widget)->horizontalHeader()->viewport());
    EXPECT_TRUE(seesMark());
}

TEST_F(FindInPage, FindsLinesOfTheLog)
{
    showSample(PageId::Log);
    auto* table = window().findChild<ui::LogTable*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() > 0; }, ui_test::patience));
    const int lines = table->model()->rowCount();
    const auto time = table->model()->index(0, ui::LogModel::Time).data().toString().toUtf8();
    find(time.constData());
    const auto isFirstLine = [&] {
        const auto& match = bar().mark()->match();
        return match.widget == table && match.index.row() == 0;
    };
    const auto found = bar().search().matches().size();
    for (std::size_t i = 0; i < found && !isFirstLine(); ++i)
        key(Qt::Key_Return); // other lines may be of the same second
    EXPECT_TRUE(isFirstLine());
    EXPECT_TRUE(seesMark());
    EXPECT_EQ(table->model()->rowCount(), lines) << "unlike the filter it hides nothing";
}

TEST_F(FindInPage, SelectsTheWordsInTheSourceOfAGraphBreak)
{
    show("recommended", PageId::GraphBreaks);
    window().shown().setFocus(2);
    m_shown->settle();
    find(".max().item()");
    EXPECT_EQ(count(), "1 of 2") << "in the source, and where execution came from";
    auto* source = window().findChild<ui::SourceView*>();
    ASSERT_EQ(bar().mark()->match().widget, source);
    EXPECT_EQ(source->textCursor().selectedText(), QStringLiteral(".max().item()"));
    EXPECT_TRUE(seesMark());
    key(Qt::Key_Escape);
    EXPECT_FALSE(source->textCursor().hasSelection());
}

TEST_F(FindInPage, MarksAPlaceInTheListWithoutChoosingIt)
{
    show("recommended", PageId::GraphBreaks);
    window().shown().setFocus(2);
    m_shown->settle();
    find("user/model.py:64");
    ASSERT_NE(bar().mark(), nullptr);
    const auto* marked = qobject_cast<const QAbstractItemView*>(bar().mark()->match().widget);
    ASSERT_NE(marked, nullptr);
    EXPECT_EQ(bar().mark()->match().index.row(), 1);
    EXPECT_EQ(marked->currentIndex().row(), 0) << "the break that the source shows";
}

TEST_F(FindInPage, SaysSoWhenItIsNowhere)
{
    show("recommended", PageId::Results);
    find("zebra");
    EXPECT_EQ(count(), "“zebra” is nowhere on this page");
    EXPECT_EQ(bar().mark(), nullptr);
    key(Qt::Key_Return);
    EXPECT_EQ(count(), "“zebra” is nowhere on this page");
}

TEST_F(FindInPage, NeverOpensWhileSomethingIsTyped)
{
    showSample(PageId::Log);
    auto* filter = window().pages().currentPage()->findChild<QLineEdit*>();
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("a/b"));
    EXPECT_EQ(filter->text(), QStringLiteral("a/b"));
    EXPECT_FALSE(bar().isOpen());
    key(Qt::Key_F, Qt::ControlModifier);
    EXPECT_TRUE(bar().isOpen());
}

TEST_F(FindInPage, ClosesWithThePageAndEatsNoKeyOfTheNextOne)
{
    show("twelve_cases", PageId::Results);
    find("conv");
    ASSERT_TRUE(bar().isOpen());
    go(PageId::Latency);
    EXPECT_FALSE(bar().isOpen());
    EXPECT_EQ(bar().mark(), nullptr);
    EXPECT_EQ(qobject_cast<QLineEdit*>(QApplication::focusWidget()), nullptr);
    key(Qt::Key_F);
    EXPECT_FALSE(bar().isOpen());
}

TEST_F(FindInPage, StaysClosedOnTimelineWhoseFieldFindsEvents)
{
    const auto example = recorded_example::gpuExample();
    const QString file = m_folder.filePath(QStringLiteral("traced.fscope"));
    ASSERT_TRUE(storage::storeCopy(file.toStdString(), example.data, {}, example.rowsOf()));
    m_shown = std::make_unique<ui_test::ShownWindow>(QSize(1280, 720));
    const auto comparison = ui::readComparison(file.toStdString(), {});
    ASSERT_TRUE(comparison);
    window().control().files.showComparison(*comparison, file);
    go(PageId::Timeline);
    key(Qt::Key_Slash);
    EXPECT_FALSE(bar().isOpen());
    const auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    ASSERT_NE(field, nullptr);
    QTest::keyClicks(&focused(), QStringLiteral("conv"));
    EXPECT_EQ(field->text(), QStringLiteral("conv"));
}

TEST_F(FindInPage, LeavesEnterToTheButtonThatHasTheFocus)
{
    show("twelve_cases", PageId::Results);
    find("s1024");
    const std::string before = count();
    key(Qt::Key_Tab);
    ASSERT_NE(qobject_cast<QAbstractButton*>(&focused()), nullptr);
    while (focused().accessibleName() != QStringLiteral("Close find in page"))
        key(Qt::Key_Tab);
    key(Qt::Key_Return);
    EXPECT_FALSE(bar().isOpen());
}

TEST_F(FindInPage, MarkMovesWithThePage)
{
    show("twelve_cases", PageId::Results);
    find("s1024-long");
    key(Qt::Key_Return);
    ASSERT_TRUE(seesMark());
    auto* scroll = window().pages().currentPage()->findChild<QScrollArea*>();
    const int before = bar().mark()->mapTo(&window().pages(), QPoint()).y();
    scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->value() + 30);
    EXPECT_EQ(bar().mark()->mapTo(&window().pages(), QPoint()).y(), before - 30);
}

TEST_F(FindInPage, EscClearsTheMarkThenClosesTheBarAndLeavesTheInspector)
{
    show("recommended", PageId::Overview, {1680, 1020});
    const auto* inspector = window().findChild<QDockWidget*>(QStringLiteral("inspector"));
    ASSERT_TRUE(inspector->isVisible());
    find("eager");
    ASSERT_NE(bar().mark(), nullptr);
    key(Qt::Key_Escape);
    EXPECT_EQ(bar().mark(), nullptr);
    EXPECT_TRUE(bar().isOpen());
    key(Qt::Key_Escape);
    EXPECT_FALSE(bar().isOpen());
    EXPECT_TRUE(inspector->isVisible());
    key(Qt::Key_Escape);
    EXPECT_TRUE(inspector->isVisible()) << "I closes it";
}

TEST_F(FindInPage, EscClearsLinesThatWereSelected)
{
    showSample(PageId::Log);
    auto* table = window().findChild<ui::LogTable*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() > 0; }, ui_test::patience));
    table->setFocus();
    table->selectAll();
    key(Qt::Key_Escape);
    EXPECT_FALSE(table->selectionModel()->hasSelection());
}

TEST_F(FindInPage, EscClearsSelectedWordsAndKeepsTheFocusedVariant)
{
    show("recommended", PageId::Overview);
    const int focus = window().view().focus;
    QLabel* sentence = nullptr;
    for (QLabel* label : window().pages().findChildren<QLabel*>())
        if (label->isVisible() && label->textInteractionFlags().testFlag(Qt::TextSelectableByMouse)
            && label->text().size() > 40)
            sentence = label;
    ASSERT_NE(sentence, nullptr);
    sentence->setSelection(0, 5);
    key(Qt::Key_Escape);
    EXPECT_FALSE(sentence->hasSelectedText());
    EXPECT_EQ(window().view().focus, focus);
}

TEST_F(FindInPage, EscEndsTheRenamingOfAVariantAlone)
{
    show("recommended", PageId::Overview, {1680, 1020});
    find("eager");
    auto* chips = window().findChild<ui::ChipRow*>();
    chips->startRenaming(1);
    auto* field = chips->findChild<QLineEdit*>();
    ASSERT_TRUE(field != nullptr && field->hasFocus());
    QTest::keyClick(field, Qt::Key_Escape);
    rest();
    EXPECT_EQ(chips->findChild<QLineEdit*>(), nullptr);
    EXPECT_NE(bar().mark(), nullptr) << "the window's turn comes with the next Esc";
}

} // namespace
