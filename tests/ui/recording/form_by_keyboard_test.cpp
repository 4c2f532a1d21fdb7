// SPDX-License-Identifier: GPL-3.0-or-later
// The whole form of New comparison by keyboard alone: three precisions of a ViT, a sweep and a
// load. The plan is asked of the built recorder, and nothing is recorded.
#include "profiler/model/finding.h"
#include "profiler/model/plan/shape_sweep.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/recording/keyboard.h"
#include "tests/ui/recording/sitting.h"
#include "tests/ui/shown_window.h"
#include "ui/pages/new_comparison/command_panel.h"
#include "ui/pages/new_comparison/draft/case_table_model.h"
#include "ui/pages/new_comparison/draft/variant_draft_model.h"
#include "ui/pages/new_comparison/new_comparison_page.h"
#include "ui/window/workspace/page_stack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using sitting::Keyboard;
using sitting::waitFor;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace ui;

/// A field takes the text; Tab leaves it.
void fill(const Keyboard& keyboard, const char* name, const char* text)
{
    ASSERT_TRUE(keyboard.goTo(QString::fromUtf8(name))) << name;
    keyboard.write(QString::fromUtf8(text));
    keyboard.press(Qt::Key_Tab);
}

void pressButton(const Keyboard& keyboard, const char* name)
{
    ASSERT_TRUE(keyboard.goTo(QString::fromUtf8(name))) << name;
    keyboard.press(Qt::Key_Space);
}

/// Arrows to the cell of a table that has the focus, Enter to edit it and to leave it.
void fillCell(const Keyboard& keyboard, int row, int column, const char* text)
{
    keyboard.press(Qt::Key_Home, Qt::ControlModifier);
    for (int i = 0; i < row; ++i)
        keyboard.press(Qt::Key_Down);
    for (int i = 0; i < column; ++i)
        keyboard.press(Qt::Key_Right);
    keyboard.press(Qt::Key_Return);
    keyboard.write(QString::fromUtf8(text));
    keyboard.press(Qt::Key_Return);
    QCoreApplication::processEvents(); // the editor goes once it is back in the event loop
}

void chooseVit(const Keyboard& keyboard, const NewComparisonPage& page)
{
    ASSERT_TRUE(keyboard.goTo(QStringLiteral("Built-in")));
    keyboard.press(Qt::Key_Right);
    ASSERT_EQ(page.draft().source, ModelSource::Library);
    ASSERT_NO_FATAL_FAILURE(fill(keyboard, "Model of a library", "torchvision:vit_b_16"));
}

void sweepTheBatch(const Keyboard& keyboard, const NewComparisonPage& page)
{
    ASSERT_NO_FATAL_FAILURE(
        fill(keyboard, "Sweep: sizes by name, such as batch=1,2..64", "batch=1,2..8"));
    EXPECT_FALSE(page.state().problems.empty()) << "no tensor has that size yet";
    ASSERT_NO_FATAL_FAILURE(pressButton(keyboard, "Add a tensor to the chosen case"));
    ASSERT_TRUE(keyboard.goTo(QStringLiteral("Cases")));
    fillCell(keyboard, 0, CaseTableModel::Shape, "batchx3x224x224");
    fillCell(keyboard, 0, CaseTableModel::Items, "8");
}

void addPrecisions(const Keyboard& keyboard, const NewComparisonPage& page)
{
    ASSERT_NO_FATAL_FAILURE(pressButton(keyboard, "Add a variant"));
    ASSERT_EQ(page.draft().variants.size(), 3U);
    ASSERT_TRUE(keyboard.goTo(QStringLiteral("Variants")));
    fillCell(keyboard, 0, VariantDraftModel::Name, "fp32");
    fillCell(keyboard, 1, VariantDraftModel::Name, "bf16");
    fillCell(keyboard, 1, VariantDraftModel::Torch, "dtype:bf16");
    fillCell(keyboard, 2, VariantDraftModel::Name, "bf16 channels last");
    fillCell(keyboard, 2, VariantDraftModel::Torch, "dtype:bf16, memory_format:channels_last");
}

void askForLoad(const Keyboard& keyboard, const NewComparisonPage& page)
{
    ASSERT_NO_FATAL_FAILURE(
        fill(keyboard, "Rates of the load: auto, or requests a second", "5, 10"));
    ASSERT_TRUE(keyboard.goTo(QStringLiteral("Arrivals of the requests")));
    keyboard.press(Qt::Key_Down);
    ASSERT_EQ(page.draft().arrivals, profiler::Arrivals::Constant);
    ASSERT_NO_FATAL_FAILURE(fill(keyboard, "Processes under load", "4"));
    ASSERT_NO_FATAL_FAILURE(fill(keyboard, "Time at each rate, such as 10s", "20s"));
    ASSERT_NO_FATAL_FAILURE(fill(keyboard, "Calls that a process makes at once under load", "2"));
    ASSERT_NO_FATAL_FAILURE(fill(keyboard, "Time that a request may take, such as 1min", "30s"));
}

void expectVariants(const std::vector<profiler::Variant>& variants)
{
    ASSERT_EQ(variants.size(), 3U);
    EXPECT_EQ(variants[0], (profiler::Variant {.name = "fp32"}));
    profiler::Variant bf16 {.name = "bf16", .kind = profiler::VariantKind::Compiled};
    bf16.compile.mode = "default";
    bf16.torch.dtype = "bfloat16";
    EXPECT_EQ(variants[1], bf16);
    auto last = bf16;
    last.name = "bf16 channels last";
    last.torch.memoryFormat = "channels_last";
    EXPECT_EQ(variants[2], last);
}

} // namespace

TEST(ByKeyboardAlone, ThreePrecisionsOfAVitWithASweepAndALoad)
{
    const ui_test::ShownWindow shown(QSize(1280, 720));
    MainWindow& window = shown.window();
    window.activateWindow();
    const Keyboard keyboard(window);
    keyboard.press(Qt::Key_N, Qt::ControlModifier);
    ASSERT_EQ(window.pages().currentId(), PageId::NewComparison);
    const auto* page = window.findChild<NewComparisonPage*>();
    ASSERT_TRUE(waitFor([&] { return page->isReady(); }));

    ASSERT_NO_FATAL_FAILURE(chooseVit(keyboard, *page));
    ASSERT_NO_FATAL_FAILURE(sweepTheBatch(keyboard, *page));
    ASSERT_NO_FATAL_FAILURE(addPrecisions(keyboard, *page));
    ASSERT_NO_FATAL_FAILURE(fill(keyboard, "Python of the workers", FUSESCOPE_PYTHON));
    ASSERT_NO_FATAL_FAILURE(askForLoad(keyboard, *page));

    const auto plan = planOf(page->draft());
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->workload.spec, "torchvision:vit_b_16");
    expectVariants(plan->variants);
    const std::vector<profiler::SweptTensor> tensors {
        {.tensor = {.name = "0", .dtype = "float32"}, .sizes = {"batch", "3", "224", "224"}}};
    auto cases = *profiler::sweptCases({{"batch", {1, 2, 4, 8}}}, tensors);
    for (auto& each : cases)
        each.items = 8;
    EXPECT_EQ(plan->cases, cases);
    EXPECT_EQ(plan->load,
        (profiler::LoadPlan {.rates = {5, 10},
            .repetitions = 4,
            .arrivals = profiler::Arrivals::Constant,
            .duration = std::chrono::seconds(20),
            .concurrency = 2,
            .requestTimeLimit = std::chrono::seconds(30)}));
    EXPECT_THAT(page->command().text().toStdString(),
        testing::AllOf(HasSubstr("--sweep batch=1,2..8"),
            HasSubstr("--input 0=batchx3x224x224:float32"), HasSubstr("--load 5,10"),
            HasSubstr("--arrivals constant")));

    // The recorder agrees, and knows what it takes.
    ASSERT_TRUE(waitFor([&] { return page->isReady(); }));
    EXPECT_EQ(page->state().refusal.toStdString(), "");
    ASSERT_TRUE(page->state().estimate.has_value()) << page->verdictSentence().toStdString();
    EXPECT_GT(page->state().estimate->partNs.back(), 0) << "of the load";
    EXPECT_THAT(page->verdictSentence().toStdString(), HasSubstr("3 variants × 4 cases"));
}
