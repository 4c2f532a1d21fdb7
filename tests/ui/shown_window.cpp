// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/shown_window.h"

#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/example_states.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/patience.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/window/workspace/page_stack.h"

#include <QApplication>
#include <QTest>

#include <set>
#include <stdexcept>

namespace ui_test {

ShownWindow::ShownWindow(QSize size)
{
    m_theme.applyTo(*qApp);
    m_window = std::make_unique<ui::MainWindow>(m_theme, nullptr);
    m_window->resize(size);
    m_window->show();
    settle();
}

ShownWindow::ShownWindow(const std::string& state, QSize size)
    : ShownWindow(size)
{
    m_window->control().files.showComparison(
        example_states::judgedState(state), QStringLiteral("example.fscope"));
    showPage(ui::PageId::Overview);
}

void ShownWindow::showPage(ui::PageId id) const
{
    m_window->showPage(id);
    settle();
}

const ui::OverviewPage& ShownWindow::overview() const
{
    return *m_window->findChild<ui::OverviewPage*>();
}

void ShownWindow::settle() const
{
    // An exception fails the test alone; an assertion would end the program with its other tests.
    if (!QTest::qWaitForWindowExposed(m_window.get(), patience))
        throw std::runtime_error("the window was never shown");
    if (!QTest::qWaitFor([&] { return m_window->isSettled(); }, patience))
        throw std::runtime_error("the window never came to rest");
    waitUntilLaidOut(*m_window);
}

QImage ShownWindow::picture() const
{
    return m_window->grab().toImage();
}

bool ShownWindow::showsSomething() const
{
    const QImage image = picture();
    // Right of the side bar, under the comparison bar.
    std::set<QRgb> colours;
    for (int y = 60; y < image.height(); y += 3)
        for (int x = 220; x < image.width(); x += 3)
            colours.insert(image.pixel(x, y));
    constexpr std::size_t severalShades = 20; // of smoothed text and lines
    return colours.size() > severalShades;
}

} // namespace ui_test
