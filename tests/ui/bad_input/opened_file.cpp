// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/bad_input/opened_file.h"

#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/support/stored_example.h"
#include "tests/ui/example_states.h"
#include "tests/ui/patience.h"
#include "ui/export/report_files.h"
#include "ui/pages/log/log_page.h"
#include "ui/pages/log/notes_panel.h"
#include "ui/window/bars/stale_banner.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/workspace/page_stack.h"

#include <QPlainTextEdit>
#include <QTest>

#include <functional>

namespace ui_test {

namespace {

constexpr std::chrono::milliseconds quick {150}; ///< between two looks at a file

} // namespace

void recordInto(const std::filesystem::path& file, const std::string& name)
{
    auto data = recorded_example::recordedExample(example_states::named("undecided").options);
    data.info.name = name;
    data.info.started.ns += static_cast<std::int64_t>(std::hash<std::string> {}(name) >> 16U);
    tests::storedIn(file, data);
}

std::filesystem::path OpenedFile::path(const char* name) const
{
    return std::filesystem::path(m_folder.path().toStdString()) / name;
}

void OpenedFile::makeWindow()
{
    m_shown = std::make_unique<ShownWindow>(QSize(1280, 720));
    window().control().files.source().setPause(quick);
}

void OpenedFile::open(const std::filesystem::path& file)
{
    if (m_shown == nullptr)
        makeWindow();
    window().control().files.openFile(file, std::string());
    m_shown->showPage(ui::PageId::Overview);
}

void OpenedFile::openRecorded()
{
    recordInto(file(), "mine");
    open(file());
    ASSERT_TRUE(waitFor([&] { return shownName() == "mine"; })) << status();
}

std::string OpenedFile::shownName() const
{
    const auto& comparison = window().view().comparison;
    return comparison == nullptr ? std::string() : comparison->result.info.name;
}

std::string OpenedFile::status() const
{
    return window().statusLine().text().toStdString();
}

std::string OpenedFile::banner() const
{
    return window().staleBanner().text().toStdString();
}

ui::NotesPanel& OpenedFile::notes() const
{
    m_shown->showPage(ui::PageId::Log);
    return *window().findChild<ui::NotesPanel*>();
}

void OpenedFile::writeNote(const QString& text) const
{
    auto* field = notes().findChild<QPlainTextEdit*>();
    field->setFocus();
    QTest::keyClicks(field, text);
    m_shown->showPage(ui::PageId::Overview); // leaving the page saves
}

void OpenedFile::changeGoal() const
{
    auto goal = window().view().comparison->result.plan.goal;
    goal.horizonCalls = goal.horizonCalls.value_or(1000) + 1;
    window().control().presentation.changeGoal(goal);
}

void OpenedFile::expectChangedGoalKept() const
{
    changeGoal();
    EXPECT_TRUE(waitFor([&] { return status().find("holds in this window") != std::string::npos; }))
        << status();
}

void OpenedFile::expectUsable() const
{
    const auto name = shownName();
    for (const ui::PageId page : {ui::PageId::Results, ui::PageId::Latency, ui::PageId::Log,
             ui::PageId::Runs, ui::PageId::Overview}) {
        m_shown->showPage(page);
        EXPECT_TRUE(m_shown->showsSomething());
    }
    EXPECT_EQ(shownName(), name);
    if (name.empty())
        return;
    const auto report = path("report.html");
    EXPECT_TRUE(
        ui::saveReport(*window().view().comparison, {}, QString::fromStdString(report.string())));
    EXPECT_GT(std::filesystem::file_size(report), 1000U);
}

bool OpenedFile::waitFor(const std::function<bool()>& reached)
{
    return QTest::qWaitFor(reached, ui_test::patience);
}

} // namespace ui_test
