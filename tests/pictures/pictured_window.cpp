// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/pictured_window.h"

#include "profiler/model/case.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/support/gpu_example.h"
#include "tests/support/suite_example.h"
#include "tests/ui/example_states.h"
#include "ui/pages/page.h"
#include "ui/window/find/find_bar.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/workspace/page_stack.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QScreen>
#include <QTest>

#include <gtest/gtest.h>

namespace pictures {

namespace {

constexpr int patience = 60'000;
constexpr int turn = 40;

/// By a name that says nothing of this machine: pages and reports show it.
QString sampleHere(const QTemporaryDir& folder)
{
    QString name = QStringLiteral("sample.fscope");
    QFile::copy(
        QStringLiteral(FUSESCOPE_SOURCE_DIR "/resources/samples/") + name, folder.filePath(name));
    QDir::setCurrent(folder.path());
    return name;
}

} // namespace

const char* wordOf(Look look)
{
    return look == Look::Dark ? "dark" : "light_large";
}

PicturedWindow::PicturedWindow(Look look, QSize size)
    : m_theme(look == Look::Dark ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light)
    , m_window((m_theme.applyTo(*qApp), m_theme), nullptr)
{
    const auto all = QGuiApplication::screens();
    QScreen* screen = look == Look::Dark ? all.front() : all.back();
    m_window.setScreen(screen);
    m_window.setGeometry(QRect(screen->geometry().topLeft(), size));
    m_window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_window));
}

void PicturedWindow::openSample()
{
    const QString name = sampleHere(m_folder);
    const auto runs = storage::listComparisons(name.toStdString());
    const auto comparison = ui::readComparison(name.toStdString(), {});
    ASSERT_TRUE(runs && comparison);
    m_window.control().files.showRuns(*runs, name);
    m_window.control().files.showComparison(*comparison, name);
}

void PicturedWindow::openGpu()
{
    const std::string name = "gpu.fscope";
    QDir::setCurrent(m_folder.path());
    const auto example = recorded_example::gpuExample();
    ASSERT_TRUE(storage::storeCopy(name, example.data, {}, example.rowsOf(), example.countersOf()));
    const auto comparison = ui::readComparison(name, {});
    ASSERT_TRUE(comparison);
    m_window.control().files.showComparison(*comparison, QString::fromStdString(name));
}

void PicturedWindow::openSuite()
{
    const std::string name = "night.fscope";
    QDir::setCurrent(m_folder.path());
    for (const auto& data : recorded_example::suiteExample())
        ASSERT_TRUE(storage::storeCopy(name, data, {}));
    const auto runs = storage::listComparisons(name);
    const auto comparison = ui::readComparison(name, {});
    ASSERT_TRUE(runs && comparison);
    m_window.control().files.showRuns(*runs, QString::fromStdString(name));
    m_window.control().files.showComparison(*comparison, QString::fromStdString(name));
}

void PicturedWindow::openState(const std::string& state)
{
    m_window.control().files.showComparison(
        example_states::judgedState(state), QStringLiteral("example.fscope"));
}

void PicturedWindow::find(const QString& words)
{
    static_cast<void>(picture()); // what is looked through must stand
    m_window.activateWindow();
    m_window.actionRegistry().trigger(QStringLiteral("edit.find"));
    QTest::keyClicks(QApplication::focusWidget(), words);
    EXPECT_TRUE(
        QTest::qWaitFor([this] { return !m_window.findBar().search().isRunning(); }, patience));
}

QImage PicturedWindow::picture()
{
    const auto isReady = [this] {
        const ui::Page* page = m_window.pages().currentPage();
        return m_window.isSettled() && (page == nullptr || page->isReady());
    };
    EXPECT_TRUE(QTest::qWaitFor(isReady, patience));
    // On a busy machine what is read on another thread may pause longer than a turn.
    constexpr int restsWanted = 2;
    QImage last;
    int rested = 0;
    const auto rests = [&] {
        QTest::qWait(turn);
        const QImage now = m_window.grab().toImage();
        rested = now == last && isReady() ? rested + 1 : 0;
        last = now;
        return rested >= restsWanted;
    };
    EXPECT_TRUE(QTest::qWaitFor(rests, patience)) << "the page never comes to rest";
    return last;
}

} // namespace pictures
