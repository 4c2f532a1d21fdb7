// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/example_states.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/live/live_log.h"
#include "ui/pages/live/live_progress.h"
#include "ui/pages/live/workers_model.h"

#include <QAbstractItemModelTester>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::HasSubstr;
using namespace ui;

TEST(Workers, FoldTheEarliestProcessesWhenThereIsNoRoomForAll)
{
    WorkersModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto comparison = example_states::judgedState("eight");
    QStringList names;
    for (const auto& variant : comparison->result.plan.variants)
        names << QString::fromStdString(variant.name);
    model.setMostColumns(20);
    model.show(profiler::recordingGrid(comparison->data, {}), names, nullptr);
    const int all = model.columnCount();
    model.setMostColumns(5);
    EXPECT_EQ(model.columnCount(), 6) << "of " << all;
    EXPECT_THAT(model.heading(2).name.toStdString(), HasSubstr("processes 1–"));
    EXPECT_EQ(model.rowCount(), 9) << "eight and eager again";
}

TEST(LiveProgress, NeverShowsAVerdict)
{
    const auto comparison = example_states::judgedState("recording");
    const ComparisonView view = viewOf(comparison, {});
    const LiveProgress progress = liveProgressOf(view);
    RowModel<LiveProgressRow> model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRows(progress.rows, liveProgressColumns(progress.baseline));
    const auto& rows = model.rows();
    EXPECT_EQ(rows.at(1).processes, QStringLiteral("1 of 5"));
    EXPECT_EQ(rows.at(1).note, QStringLiteral("one process only"));
    EXPECT_EQ(rows.at(1).dots.size(), 1U);
}

TEST(LiveLog, TellsWarningsAndErrorsApart)
{
    const std::vector<profiler::LogLine> lines {{.text = "autotune 3 of 9, no error"},
        {.text = "UserWarning: slow path"}, {.text = "Traceback (most recent call last):"},
        {.text = "  in forward"}, {.text = "RuntimeError: no"}};
    const std::vector<LiveLogRow> newestFirst = logRows({}, lines, 4);
    ASSERT_EQ(newestFirst.size(), 4U);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(newestFirst[i].level, profiler::LogLevel::Error) << i;
    EXPECT_EQ(newestFirst[3].level, profiler::LogLevel::Warning);
    EXPECT_EQ(logRows({}, lines, 5).back().level, profiler::LogLevel::Plain);
    const std::vector<LiveLogRow> rows {
        {.utcMs = 2, .who = QStringLiteral("a 1"), .text = QStringLiteral("hello")},
        {.utcMs = 1,
            .who = QStringLiteral("b 1"),
            .text = QStringLiteral("boom"),
            .level = profiler::LogLevel::Error}};
    EXPECT_EQ(filteredRows(rows, profiler::LogLevel::Error, {}).size(), 1U);
    EXPECT_EQ(
        filteredRows(rows, profiler::LogLevel::Plain, QStringLiteral("worker:a hello")).size(), 1U);
    EXPECT_TRUE(
        filteredRows(rows, profiler::LogLevel::Plain, QStringLiteral("worker:a boom")).empty());
}

} // namespace
