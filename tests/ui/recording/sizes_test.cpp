// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes that are added to a recorded sweep from the page Shapes. The recording is real; backend
// aot_eager keeps it short.
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/plan/shape_sweep.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/ui/recording/sitting.h"
#include "tests/ui/shown_window.h"
#include "ui/comparison/recording_job.h"
#include "ui/pages/shapes/shapes_page.h"
#include "ui/tables/data_table.h"
#include "ui/widgets/button.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace {

using sitting::waitFor;
using testing::HasSubstr;
using namespace ui;

/// The scorer of the sitting at two sizes, once each.
profiler::Plan sweptPlan(const QString& source)
{
    profiler::Plan plan;
    plan.name = "sizes";
    plan.workload.spec = source.toStdString() + ":make";
    plan.python = FUSESCOPE_PYTHON;
    plan.variants = {{.name = "eager"}, {.name = "graph", .kind = profiler::VariantKind::Compiled}};
    plan.variants[1].compile = {.dynamic = false, .backend = "aot_eager"}; // quick to compile
    const std::vector<profiler::SweptTensor> tensors {
        {.tensor = {.name = "features", .dtype = "float32"}, .sizes = {"batch", "32"}}};
    plan.cases = *profiler::sweptCases({{"batch", {1, 64}}}, tensors);
    plan.protocol = profiler::protocolFor(profiler::Effort::Quick);
    plan.protocol.coldEmpty = 1; // buckets weigh what compiling takes
    plan.protocol.coldKept = 0;
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 1;
    plan.protocol.rounds = 3;
    plan.protocol.callsPerBlock = 5;
    plan.protocol.checkInputs = plan.protocol.traceCalls = 0;
    plan.protocol.warmUpTimeLimit = std::chrono::seconds(1); // busy: it may never settle
    return plan;
}

TEST(ShapesPage, MeasuresTheAdvisedSizesIntoTheComparisonThatIsShown)
{
    const QTemporaryDir folder;
    const QString source = folder.filePath(QStringLiteral("scorer.py"));
    ASSERT_TRUE(sitting::writeModel(source));
    QFile traffic(folder.filePath(QStringLiteral("calls.csv")));
    ASSERT_TRUE(traffic.open(QIODevice::WriteOnly));
    // So many calls that each size of the traffic is a bucket of its own.
    traffic.write("batch,count\n8,900000000\n24,900000000\n");
    traffic.close();
    const std::filesystem::path file
        = folder.filePath(QStringLiteral("sizes.fscope")).toStdString();

    const ui_test::ShownWindow shown(QSize(1680, 1020));
    RecordingJob& job = shown.window().recordingJob();
    job.start(sweptPlan(source), file);
    ASSERT_TRUE(waitFor([&] { return job.state() == JobState::Ended; }));
    ASSERT_EQ(job.end(), JobEnd::Done) << job.refusal().toStdString();
    shown.showPage(PageId {"shapes"});
    auto* page = shown.window().findChild<ShapesPage*>();
    ASSERT_NE(page, nullptr);
    ASSERT_TRUE(waitFor([&] { return page->shapes().dataModel().rowCount() == 2; }));

    page->openTraffic(traffic.fileName());
    ASSERT_TRUE(waitFor([&] { return page->canMeasure(); })) << page->adviceText().toStdString();
    ASSERT_TRUE(page->measureButton().isEnabled());
    QTest::keyClick(&page->measureButton(), Qt::Key_Space);
    ASSERT_TRUE(waitFor([&] { return job.isRunning(); }));
    EXPECT_FALSE(page->measureButton().isEnabled()) << "one recording at a time";
    ASSERT_TRUE(waitFor([&] { return job.state() == JobState::Ended; }));
    EXPECT_EQ(job.end(), JobEnd::Done) << job.refusal().toStdString();
    ASSERT_TRUE(waitFor([&] { return page->shapes().dataModel().rowCount() > 2; }))
        << "the page follows";
    EXPECT_THAT(page->adviceText().toStdString(), HasSubstr(" calls of 2 sizes: "))
        << "the traffic is still open";

    const auto data = storage::loadComparison(file);
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ(data->info.status, profiler::ComparisonStatus::Complete);
    EXPECT_GT(data->plan.cases.size(), 2U);
    EXPECT_EQ(data->plan.cases[2].name.substr(0, 5), "batch");
}

TEST(ShapesPage, MeasuringCanBeCancelledAndKeepsWhatWasThere)
{
    const QTemporaryDir folder;
    const QString source = folder.filePath(QStringLiteral("scorer.py"));
    ASSERT_TRUE(sitting::writeModel(source));
    const std::filesystem::path file
        = folder.filePath(QStringLiteral("sizes.fscope")).toStdString();
    auto plan = sweptPlan(source);
    RecordingJob job;
    job.start(plan, file);
    ASSERT_TRUE(waitFor([&] { return job.state() == JobState::Ended; }));
    ASSERT_EQ(job.end(), JobEnd::Done) << job.refusal().toStdString();
    job.addSizes(file, job.comparison(), {QStringLiteral("batch=2:40:2")}, plan);
    ASSERT_TRUE(waitFor([&] { return job.now().stages.size() > 1 || !job.isRunning(); }));
    ASSERT_TRUE(job.isRunning());
    job.stop();
    ASSERT_TRUE(waitFor([&] { return job.state() == JobState::Ended; }));
    EXPECT_EQ(job.end(), JobEnd::Stopped) << job.refusal().toStdString();
    const auto data = storage::loadComparison(file);
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ(data->plan.cases[1].name, "batch64");
    job.addSizes(file, job.comparison(), {QStringLiteral("width=2")}, plan);
    ASSERT_TRUE(waitFor([&] { return job.state() == JobState::Ended; }));
    EXPECT_EQ(job.end(), JobEnd::NotStarted);
    EXPECT_THAT(job.refusal().toStdString(), HasSubstr("such as batch"));
}

} // namespace
