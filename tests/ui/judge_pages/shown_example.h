// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/example_states.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/patience.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/page.h"
#include "ui/tables/data_table.h"

#include <QTest>

#include <gtest/gtest.h>

#include <memory>
#include <string>

/// Pages of one comparison, shown as a window shows them.
namespace ui {

using recorded_example::ExampleOptions;

inline ComparisonView viewOfExample(const ExampleOptions& options, int focus = 2)
{
    ComparisonView view;
    view.comparison = judged(recorded_example::recordedExample(options));
    view.focus = focus;
    return view;
}

inline ExampleOptions many(int variants, int cases)
{
    ExampleOptions options {.variants = recorded_example::exampleVariants(variants)};
    options.rounds = 10;
    options.callsPerBlock = 5;
    options.noiseRepetitions = 0;
    options.cases.clear();
    for (int i = 0; i < cases; ++i)
        options.cases.push_back({.name = "batch-" + std::to_string(1 << i),
            .eagerMs = 2.0 + (3.0 * i),
            .batch = 1 << i});
    return options;
}

/// Shown, laid out, and ready.
inline void settle(Page& page, const QSize& size)
{
    page.resize(size);
    page.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience));
    ui_test::waitUntilLaidOut(page);
}

template <typename T>
std::unique_ptr<T> shown(const Theme& theme, const ComparisonView& view, const QSize& size)
{
    auto page = std::make_unique<T>(theme);
    page->showView(view);
    settle(*page, size);
    return page;
}

inline std::string sentenceOf(const Page& page)
{
    return page.verdictSentence().toStdString();
}

inline QString cellText(const DataTable& table, int row, int column)
{
    return table.dataModel().cell(row, column).text;
}

} // namespace ui
