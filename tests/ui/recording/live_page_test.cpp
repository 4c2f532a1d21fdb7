// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/example_states.h"
#include "tests/ui/page_text.h"
#include "tests/ui/shown_window.h"
#include "ui/pages/live/live_page.h"
#include "ui/pages/live/live_progress.h"
#include "ui/pages/live/live_state.h"
#include "ui/pages/live/workers_table.h"
#include "ui/pages/new_comparison/new_comparison_page.h"
#include "ui/window/workspace/page_stack.h"

#include <QFile>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::HasSubstr;
using testing::Not;
using namespace ui;

LiveState stateOf(profiler::ComparisonData data)
{
    LiveState state;
    state.view = viewOf(judged(std::move(data)), {});
    state.grid = profiler::recordingGrid(state.view.comparison->data,
        {state.view.comparison->result.info.started.ns + 1'000'000'000});
    return state;
}

profiler::ComparisonData recording()
{
    return recorded_example::recordedExample(example_states::named("recording").options);
}

TEST(WorkHeadline, SaysHowFarItIsAndWhatIsKnownWithoutAVerdict)
{
    const WorkHeadline headline = headlineOf(stateOf(recording()));
    const std::string sentence = headline.sentence.toStdString();
    EXPECT_THAT(sentence, HasSubstr("% done"));
    EXPECT_THAT(sentence, HasSubstr("is ahead of eager, which is not decided**"));
    EXPECT_THAT(sentence, HasSubstr("1 of 5 processes"));
    EXPECT_THAT(sentence, HasSubstr("not enough data"));
    EXPECT_EQ(headline.status, Status::Information);
    EXPECT_THAT(headline.caption.toStdString(), HasSubstr("verdict waits for process 3"));
    EXPECT_THAT(headline.caption.toStdString(), HasSubstr("tarted elsewhere"));
}

TEST(WorkHeadline, IsNoGoodNewsWhileTooFewProcessesAreThere)
{
    auto data = recording();
    data.info.status = profiler::ComparisonStatus::Complete;
    const WorkHeadline headline = headlineOf(stateOf(data));
    EXPECT_THAT(headline.sentence.toStdString(), HasSubstr("not enough data"));
    EXPECT_EQ(headline.status, Status::Neutral);
}

TEST(WorkHeadline, CountsTheWorkersThatFailed)
{
    auto data = recording();
    data.processes.back().end = profiler::ProcessEnd {.outcome = profiler::ProcessOutcome::Crashed,
        .reason = "the worker process was killed by signal 11"};
    const LiveState state = stateOf(data);
    EXPECT_THAT(headlineOf(state).caption.toStdString(), HasSubstr("one worker failed"));
    const auto failure = lastFailure(state);
    ASSERT_TRUE(failure);
    EXPECT_THAT(failure->title.toStdString(), HasSubstr("crashed"));
    EXPECT_THAT(failure->reason.toStdString(), HasSubstr("signal 11"));
    EXPECT_FALSE(failure->kept.isEmpty());
}

TEST(WorkHeadline, IsNoGoodNewsWhenAVariantCrashedInACompleteRecording)
{
    const WorkHeadline headline = headlineOf(stateOf(example_states::dataOf("crashed")));
    EXPECT_EQ(headline.status, Status::Warning);
    EXPECT_THAT(headline.caption.toStdString(), HasSubstr("workers failed, the others went on"));
}

TEST(WorkHeadline, SaysWhatIsValidAfterAnEarlyEnd)
{
    const WorkHeadline headline = headlineOf(
        stateOf(recorded_example::recordedExample(example_states::named("partial").options)));
    EXPECT_THAT(headline.sentence.toStdString(), HasSubstr("Stopped early"));
    EXPECT_THAT(headline.caption.toStdString(), HasSubstr("what had finished is valid"));
}

TEST(LivePage, ShowsARecordingThatWasStartedElsewhere)
{
    const ui_test::ShownWindow shown("recording");
    shown.showPage(PageId::Live);
    const auto* page = shown.window().findChild<LivePage*>();
    ASSERT_NE(page, nullptr);
    EXPECT_THAT(page->verdictSentence().toStdString(), HasSubstr("% done"));
    EXPECT_GT(page->findChild<WorkersTable*>()->model()->columnCount(), 4);
    EXPECT_TRUE(shown.showsSomething());
}

TEST(LivePage, CallsNothingProvisionalOnceAllIsRecorded)
{
    const auto note = [](const char* state) {
        return liveProgressOf(stateOf(example_states::dataOf(state)).view).rows.at(1).note;
    };
    EXPECT_EQ(note("recommended"), QStringLiteral("faster"));
    EXPECT_EQ(note("not_enough"), QStringLiteral("not enough data"));
    EXPECT_EQ(note("partial"), QStringLiteral("not enough yet"));
}

TEST(LivePage, CallsNothingFasterThatTheVerdictLeavesOpen)
{
    const auto state = stateOf(example_states::dataOf("undecided"));
    const auto sentence = headlineOf(state).sentence.toStdString();
    EXPECT_THAT(sentence, HasSubstr("**no clear difference** between "));
    EXPECT_THAT(sentence, HasSubstr("(1.02–1.12× faster, "));
}

TEST(LivePage, CallsATooBusyMachineWhatItIs)
{
    auto options = example_states::named("recommended").options;
    options.flaggedBlockRatio = 0.5;
    const auto headline = headlineOf(stateOf(recorded_example::recordedExample(options)));
    EXPECT_THAT(headline.sentence.toStdString(), HasSubstr("machine too busy"));
    EXPECT_THAT(headline.sentence.toStdString(), HasSubstr("is ahead of eager, which is not"));
    EXPECT_THAT(headline.sentence.toStdString(), Not(HasSubstr("no clear difference")));
    EXPECT_THAT(headline.sentence.toStdString(), Not(HasSubstr("×")));
    EXPECT_EQ(headline.status, Status::Warning) << "no check without a verdict";
}

TEST(LivePage, SaysWhatToDoWhenNothingIsRecorded)
{
    const ui_test::ShownWindow shown(QSize(1680, 1020));
    shown.showPage(PageId::Live);
    EXPECT_THAT(
        ui_test::textIn(shown.window()).toStdString(), HasSubstr("Nothing is being recorded"));
}

TEST(LivePage, HoldsEightVariantsInASmallWindow)
{
    const ui_test::ShownWindow shown("long_names", QSize(1280, 720));
    shown.showPage(PageId::Live);
    shown.settle();
    const auto* page = shown.window().findChild<LivePage*>();
    const auto& table = *page->findChild<WorkersTable*>();
    int width = 0;
    for (int i = 0; i < table.model()->columnCount(); ++i)
        width += table.columnWidth(i);
    EXPECT_LE(width, table.viewport()->width()) << "nothing scrolls sideways";
}

/// Every control can be reached by Tab and has a name.
TEST(NewComparisonPage, TakesTheOpenModelOverUnlessTheDraftWasEdited)
{
    ui_test::ShownWindow shown("recommended");
    shown.showPage(PageId::NewComparison);
    auto* page = qobject_cast<NewComparisonPage*>(shown.window().pages().currentPage());
    ASSERT_NE(page, nullptr);
    const auto& plan = shown.window().view().comparison->result.plan;
    PlanDraft expected = draftOf(plan);
    expected.origin = page->draft().origin;
    EXPECT_EQ(page->draft(), expected);
    EXPECT_TRUE(page->draft().origin.startsWith(QStringLiteral("copied from ")));
    auto edited = plan;
    edited.workload.spec = "builtin:mlp";
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("plan.json"));
    QFile stored(file);
    ASSERT_TRUE(stored.open(QIODevice::WriteOnly));
    stored.write(QByteArray::fromStdString(profiler::planToJson(edited)));
    stored.close();
    page->openPlan(file);
    shown.showPage(PageId::Overview);
    shown.showPage(PageId::NewComparison);
    EXPECT_EQ(specOf(page->draft()), QStringLiteral("builtin:mlp")) << "it was chosen by hand";
}

TEST(NewComparisonPage, HasANameForEveryField)
{
    const ui_test::ShownWindow shown(QSize(1280, 720));
    shown.showPage(PageId::NewComparison);
    shown.settle();
    const auto* page = shown.window().findChild<NewComparisonPage*>();
    ASSERT_NE(page, nullptr);
    for (const QWidget* widget : page->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus
            || !widget->accessibleName().isEmpty() || widget->parentWidget() == nullptr)
            continue;
        // Parts of a view or a field belong to it.
        if (widget->objectName().startsWith(QStringLiteral("qt_"))
            || widget->inherits("QScrollBar"))
            continue;
        EXPECT_TRUE((widget->focusPolicy() & Qt::TabFocus) == 0)
            << widget->metaObject()->className();
    }
}

} // namespace
