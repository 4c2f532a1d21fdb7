// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "ui/pages/compile/cache_tables.h"
#include "ui/pages/compile/flame_chart.h"
#include "ui/pages/compile/flame_panel.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ui;
using profiler::nanoseconds;

namespace {

profiler::CompileSpan span(const char* name, std::int64_t begin, std::int64_t end, int thread = 0)
{
    return {.name = name,
        .compileId = "0/0",
        .thread = thread,
        .begin = {1'000'000'000 + begin},
        .duration = nanoseconds(end - begin)};
}

/// One call that compiles for a second, and one that runs.
profiler::ProcessRecord compiling()
{
    profiler::ProcessRecord process;
    process.blocks = {{.kind = profiler::BlockKind::WarmUp,
        .started = {990'000'000},
        .wallNs = {1'020'000'000, 2'000'000},
        .compiled = {1, 0}}};
    process.compileTraces = {{.spans
        = {span("dynamo", 0, 1'000'000'000), span("backend_compile", 200'000'000, 900'000'000),
            span("inductor_compile", 205'000'000, 899'000'000),
            span("compile_file", 400'000'000, 800'000'000, 1)},
        .lookups = {{.cache = profiler::TorchCache::FxGraph, .compileId = "0/0"}}}};
    return process;
}

TEST(FlameDrawing, StandsBesideTheCallsOfItsProcess)
{
    const auto drawing = flameDrawing(compiling());
    EXPECT_EQ(drawing.callRows, 1);
    EXPECT_EQ(drawing.workerRows, 1);
    ASSERT_FALSE(drawing.boxes.empty());
    EXPECT_TRUE(drawing.boxes.front().compiled) << "the first call begins before the first step";
    EXPECT_EQ(drawing.boxes.front().fromNs, 0);
    EXPECT_EQ(drawing.lengthNs, 1'010'000'000);
}

TEST(FlameDrawing, GivesAStepThatOnlyHoldsAnotherNoRow)
{
    const auto drawing = flameDrawing(compiling());
    EXPECT_EQ(drawing.stepRows, 2) << "backend_compile is as long as inductor_compile";
}

TEST(FlameDrawing, OfAFileOfAnEarlierVersionIsEmpty)
{
    EXPECT_EQ(flameDrawing({}).lengthNs, 0);
}

TEST(FlameChart, IsWalkedWithArrowsAndReadAloud)
{
    const Theme theme(ThemeChoice::Dark);
    FlameChart chart(theme, u"empty cache"_qs);
    chart.resize(900, chart.sizeHint().height());
    chart.setDrawing(flameDrawing(compiling()));
    EXPECT_TRUE(chart.accessibleName().contains(u"1.000 s on the thread that compiles"_qs));
    QSignalSpy chosen(&chart, &FlameChart::chosenChanged);
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(chosen.count(), 1);
    EXPECT_TRUE(chart.chosenText().contains(u"call 1"_qs));
    QTest::keyClick(&chart, Qt::Key_Down);
    EXPECT_TRUE(chart.chosenText().startsWith(u"dynamo: 1.000 s"_qs));
    QTest::keyClick(&chart, Qt::Key_Down);
    EXPECT_TRUE(chart.chosenText().startsWith(u"inductor_compile"_qs));
    QTest::keyClick(&chart, Qt::Key_Escape);
    EXPECT_TRUE(chart.chosenText().isEmpty());
    EXPECT_EQ(chart.table().rows.size(), 4);
}

TEST(FlameChart, PaintsTenThousandSteps)
{
    profiler::ProcessRecord process;
    process.compileTraces.emplace_back();
    for (int i = 0; i < 10'000; ++i)
        process.compileTraces.front().spans.push_back(span("pass.x", i * 1000, (i * 1000) + 900));
    const Theme theme(ThemeChoice::Light);
    FlameChart chart(theme, u"empty cache"_qs);
    chart.resize(1200, chart.sizeHint().height());
    chart.setDrawing(flameDrawing(process));
    EXPECT_FALSE(chart.grab().isNull());
}

TEST(FlamePanel, SaysInWordsWhereNoStepIsStored)
{
    const Theme theme(ThemeChoice::Dark);
    FlamePanel panel(theme);
    panel.showSteps(u"default"_qs, {}, false);
    bool said = false;
    for (const auto* label : panel.findChildren<QLabel*>())
        said = said || label->text().contains(u"recorded by an earlier version"_qs);
    EXPECT_TRUE(said);
    EXPECT_TRUE(panel.cold().isHidden());
}

TEST(FlamePanel, ChoosesTheOutermostStepOfACompileWhereTheCacheWasEmpty)
{
    const Theme theme(ThemeChoice::Dark);
    FlamePanel panel(theme);
    CompileSteps steps;
    steps.cold.drawing = flameDrawing(compiling());
    steps.warm.drawing = flameDrawing(compiling());
    panel.showSteps(u"default"_qs, steps, false);
    EXPECT_EQ(panel.chooseCompile("0/0"), &panel.cold());
    EXPECT_TRUE(panel.cold().chosenText().startsWith(u"dynamo: 1.000 s"_qs));
    EXPECT_TRUE(panel.warm().chosenText().isEmpty());
    EXPECT_EQ(panel.chooseCompile("3/1"), nullptr);
}

TEST(CacheTable, HasARowForEachCacheThatWasAsked)
{
    CompileSteps steps;
    steps.cold.caches = profiler::cacheAnswers(compiling());
    const auto table = cacheTable(steps);
    ASSERT_EQ(table.rows.size(), 2U) << "a graph missed, and a kernel was compiled";
    EXPECT_EQ(table.rows.front().cells.at(3).text, u"1"_qs);
}

} // namespace
