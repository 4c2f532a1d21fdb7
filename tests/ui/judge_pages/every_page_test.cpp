// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/finding.h"
#include "tests/ui/judge_pages/shown_example.h"
#include "ui/pages/compile/compile_page.h"
#include "ui/pages/kernels/kernels_page.h"
#include "ui/pages/memory/memory_page.h"
#include "ui/pages/numerics/numerics_page.h"
#include "ui/pages/results/results_page.h"
#include "ui/pages/serving/serving_page.h"
#include "ui/pages/shapes/shapes_page.h"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace ui {
namespace {

using testing::HasSubstr;

enum class Kind { Results, Compile, Kernels, Numerics, Shapes, Serving, Memory };

std::unique_ptr<Page> made(Kind kind, const Theme& theme)
{
    switch (kind) {
    case Kind::Results:
        return std::make_unique<ResultsPage>(theme);
    case Kind::Compile:
        return std::make_unique<CompilePage>(theme);
    case Kind::Numerics:
        return std::make_unique<NumericsPage>(theme);
    case Kind::Kernels:
        return std::make_unique<KernelsPage>(theme);
    case Kind::Shapes:
        return std::make_unique<ShapesPage>(theme);
    case Kind::Serving:
        return std::make_unique<ServingPage>(theme);
    case Kind::Memory:
        break;
    }
    return std::make_unique<MemoryPage>(theme);
}

class EveryPage : public testing::TestWithParam<Kind> { };

TEST_P(EveryPage, FitsEightVariantsAndTwelveCasesIntoASmallWindow)
{
    Theme theme(ThemeChoice::Light);
    theme.applyTo(*qApp);
    ExampleOptions options = many(8, 12);
    options.variants.back().name += std::string(300, 'x') + " end";
    options.cases.back().name = std::string(300, 'y');
    const auto page = made(GetParam(), theme);
    page->showView(viewOfExample(options));
    for (const int width : {1104, 892, 1472}) {
        settle(*page, {width, 668});
        for (const QTableView* table : page->findChildren<QTableView*>()) {
            if (!table->isVisibleTo(page.get()))
                continue; // not laid out
            EXPECT_LE(table->horizontalHeader()->length(), table->viewport()->width())
                << width << ' ' << table->accessibleName().toStdString();
            const QPoint right = table->mapTo(page.get(), QPoint(table->width(), 0));
            EXPECT_LE(right.x(), width) << table->accessibleName().toStdString();
        }
        for (const QLabel* label : page->findChildren<QLabel*>()) {
            if (label->isVisible() && label->wordWrap()) {
                EXPECT_GE(label->height(), label->heightForWidth(label->width()))
                    << label->text().toStdString();
            }
        }
    }
}

TEST_P(EveryPage, ShowsEveryStateWithoutLosingItsWords)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = made(GetParam(), theme);
    page->showView({});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("No comparison is open"));
    for (const auto& state : example_states::all()) {
        ComparisonView view;
        view.comparison = example_states::judgedState(state.name);
        for (int focus = 0; focus < 2; ++focus) {
            view.focus = focus;
            page->showView(view);
            settle(*page, {1472, 900});
            EXPECT_FALSE(sentenceOf(*page).empty()) << state.name;
            EXPECT_EQ(sentenceOf(*page).find("**"), std::string::npos) << state.name;
        }
    }
}

TEST_P(EveryPage, NamesEveryControlAndTakesTheKeyboard)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = made(GetParam(), theme);
    page->showView(viewOfExample({.onGpu = true, .goal = {.horizonCalls = 1000}}));
    settle(*page, {1472, 968});
    for (const QWidget* widget : page->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
            continue;
        EXPECT_FALSE(widget->accessibleName().isEmpty()) << widget->metaObject()->className();
    }
}

INSTANTIATE_TEST_SUITE_P(Pages, EveryPage,
    testing::Values(Kind::Results, Kind::Compile, Kind::Kernels, Kind::Numerics, Kind::Shapes,
        Kind::Serving, Kind::Memory));

} // namespace
} // namespace ui
