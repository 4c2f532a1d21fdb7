// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "storage/file/library.h"
#include "tests/support/store_example.h"
#include "tests/ui/example_states.h"
#include "tests/ui/patience.h"
#include "ui/comparison/commands.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/comparison/retry_queue.h"
#include "ui/pages/log/log_table.h"
#include "ui/pages/runs/best_ratios.h"
#include "ui/pages/runs/runs_model.h"
#include "ui/tables/key_value_filter.h"

#include <QAbstractItemModelTester>
#include <QDateTime>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace {

const QStringList keys {QStringLiteral("tag"), QStringLiteral("device")};

ui::KeyValueFilter filterOf(const char* text)
{
    return ui::KeyValueFilter::from(QString::fromUtf8(text), keys);
}

TEST(KeyValueFilter, KnowsKeysQuotesListsAndExclusion)
{
    const auto filter = filterOf("tag:night,day -device:\"H 200, old\" \"two words\" 12:30");
    ASSERT_EQ(filter.terms().size(), 4U);
    EXPECT_EQ(
        filter.terms()[0].values, (QStringList {QStringLiteral("night"), QStringLiteral("day")}));
    EXPECT_TRUE(filter.terms()[1].excluded);
    EXPECT_EQ(filter.terms()[1].values, QStringList {QStringLiteral("H 200, old")});
    EXPECT_EQ(filter.terms()[2].values, QStringList {QStringLiteral("two words")});
    EXPECT_EQ(filter.terms()[3].key, QString()) << "12 is no key";
    EXPECT_EQ(filter.terms()[3].values, QStringList {QStringLiteral("12:30")});
    EXPECT_TRUE(filterOf("tag:").isEmpty()) << "while it is being typed";
    EXPECT_TRUE(filterOf("   ").isEmpty());
}

TEST(Commands, QuoteFilesWithSpaces)
{
    EXPECT_EQ(ui::shellWord(QStringLiteral("/a/b.fscope@3")), QStringLiteral("/a/b.fscope@3"));
    EXPECT_EQ(ui::shellWord(QStringLiteral("my file's")), QStringLiteral("'my file'\\''s'"));
}

std::vector<profiler::LogLine> manyLines(int count)
{
    std::vector<profiler::LogLine> lines;
    for (int i = 0; i < count; ++i)
        lines.push_back({.process = profiler::ProcessIndex {i % 4},
            .stream = i % 10 == 0 ? profiler::LogStream::Stderr : profiler::LogStream::Stdout,
            .time = {i * 1'000'000'000LL},
            .text = i % 100 == 0 ? "UserWarning: line " + std::to_string(i)
                                 : "line " + std::to_string(i)});
    return lines;
}

std::shared_ptr<const ui::LogDocument> documentOf(int count)
{
    return ui::logDocument(example_states::judgedState("recommended"), manyLines(count));
}

std::size_t matching(
    const ui::LogDocument& document, const char* filter, ui::LogShown shown = ui::LogShown::All)
{
    return ui::linesMatching(document, {shown, QString::fromUtf8(filter)}).size();
}

std::vector<ui::FoldedLine> allOf(const ui::LogDocument& document)
{
    return ui::foldedLines(document, ui::linesMatching(document, {}));
}

TEST(LogDocument, FoldsTheWarningThatEveryProcessRepeats)
{
    constexpr int processes = 7;
    std::vector<profiler::LogLine> lines;
    for (int i = 0; i < processes; ++i) {
        const auto time = std::to_string(10 + i);
        lines.push_back({.process = profiler::ProcessIndex {0},
            .stream = profiler::LogStream::Stderr,
            .time = {i * 1'000'000'000LL},
            .text = "W1121 16:17:" + time + ".017000 158" + time
                + " torch/utils/cpp_extension.py:140] No CUDA runtime is found"});
        lines.push_back({.process = profiler::ProcessIndex {0},
            .stream = profiler::LogStream::Stdout,
            .time = {i * 1'000'000'000LL + 1},
            .text = "step"});
    }
    const auto document
        = ui::logDocument(example_states::judgedState("recommended"), std::move(lines));
    const auto folded = allOf(*document);
    ASSERT_EQ(folded.size(), 2U) << "the steps follow each other once the warnings are one";
    EXPECT_EQ(folded[0].repeats.size(), processes - 1U);
    EXPECT_EQ(folded[1].repeats.size(), processes - 1U);
    ui::LogModel model;
    model.setLines(document, folded);
    const auto text = model.index(0, ui::LogModel::Text);
    EXPECT_EQ(text.data().toString(),
        QStringLiteral("torch/utils/cpp_extension.py:140] No CUDA runtime is found"));
    EXPECT_EQ(text.data(ui::LogModel::CountRole).toInt(), processes);
    const QString whole = text.data(ui::LogModel::WholeTextRole).toString();
    EXPECT_TRUE(whole.startsWith(QStringLiteral("W1121 16:17:10.017000")))
        << "nothing is cut there";
    EXPECT_TRUE(whole.contains(QStringLiteral("Said again: ")));
}

TEST(LogDocument, KeepsTheOrderOfPlainLinesAndOfErrors)
{
    std::vector<profiler::LogLine> lines;
    for (const auto* text : {"a", "b", "a", "a", "ValueError: x", "c", "ValueError: x"})
        lines.push_back({.stream = profiler::LogStream::Stdout, .text = text});
    const auto document
        = ui::logDocument(example_states::judgedState("recommended"), std::move(lines));
    std::vector<int> shown;
    for (const auto& each : allOf(*document))
        shown.push_back(each.line);
    EXPECT_EQ(shown, (std::vector<int> {0, 1, 2, 4, 5, 6}));
}

TEST(LogDocument, FiltersByVariantProcessStreamAndText)
{
    const auto document = documentOf(1000);
    EXPECT_EQ(matching(*document, ""), 1000U);
    EXPECT_EQ(matching(*document, "", ui::LogShown::Warnings), 10U);
    EXPECT_EQ(matching(*document, "", ui::LogShown::Errors), 0U);
    EXPECT_EQ(matching(*document, "stream:stderr"), 100U);
    EXPECT_EQ(matching(*document, "process:1"), 250U);
    EXPECT_EQ(matching(*document, "-process:1"), 750U);
    EXPECT_EQ(matching(*document, "process:cold"), 1000U);
    EXPECT_EQ(matching(*document, "variant:eager"), 250U);
    EXPECT_EQ(matching(*document, "\"line 99\""), 11U);
    EXPECT_EQ(matching(*document, "variant:nobody"), 0U);
}

TEST(LogModel, HoldsAHundredThousandLinesAndKeepsTheRules)
{
    ui::LogModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto document = documentOf(100'000);
    model.setLines(document, allOf(*document));
    EXPECT_EQ(model.rowCount(), 100'000);
    EXPECT_EQ(
        model.index(99'999, ui::LogModel::Text).data().toString(), QStringLiteral("line 99999"));
    EXPECT_TRUE(model.lineText(0).contains(QStringLiteral("stderr | UserWarning")));
}

TEST(LogModel, GivesAFileTheWholeLineWithItsDate)
{
    std::vector<profiler::LogLine> lines = manyLines(1);
    lines.front().text = std::string(5000, 'y');
    const auto document
        = ui::logDocument(example_states::judgedState("recommended"), std::move(lines));
    ui::LogModel model;
    model.setLines(document, allOf(*document));
    const QStringList row = model.wholeRow(0);
    ASSERT_EQ(row.size(), model.columnCount());
    EXPECT_EQ(row.back().size(), 5000);
    EXPECT_LT(model.index(0, ui::LogModel::Text).data().toString().size(), 5000);
    EXPECT_TRUE(QDateTime::fromString(row.front(), Qt::ISODateWithMs).isValid())
        << row.front().toStdString();
}

TEST(LogModel, AppendsWhatARecordingAdds)
{
    ui::LogModel model;
    const auto shorter = documentOf(100);
    model.setLines(shorter, allOf(*shorter));
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    const auto longer = documentOf(150);
    model.setLines(longer, allOf(*longer));
    EXPECT_EQ(resets.count(), 0);
    EXPECT_EQ(inserted.count(), 1);
    EXPECT_EQ(model.rowCount(), 150);
}

storage::ComparisonSummary summaryOf(int id, const char* name, const char* device)
{
    storage::ComparisonSummary summary {
        .workload = "builtin:mlp", .device = device, .variants = {"eager", "default"}};
    summary.info.id = {id};
    summary.info.name = name;
    summary.info.started = {id};
    summary.info.status = profiler::ComparisonStatus::Complete;
    return summary;
}

TEST(RunsFilter, FindsByKeyAndByText)
{
    ui::RunsModel model;
    ui::RunsFilter filter(&model);
    const QAbstractItemModelTester tester(
        &filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
    auto tagged = summaryOf(1, "before", "NVIDIA H200");
    tagged.tags = {"night"};
    model.setSummaries({tagged, summaryOf(2, "after", "CPU")});
    const auto rowsOf = [&](const char* text) {
        filter.setFilterText(QString::fromUtf8(text));
        return filter.rowCount();
    };
    EXPECT_EQ(rowsOf(""), 2);
    EXPECT_EQ(rowsOf("device:h200"), 1);
    EXPECT_EQ(rowsOf("tag:night"), 1);
    EXPECT_EQ(rowsOf("-tag:night"), 1);
    EXPECT_EQ(rowsOf("status:complete variant:default"), 2);
    EXPECT_EQ(rowsOf("before"), 1);
    EXPECT_EQ(rowsOf("device:h200 after"), 0);
}

TEST(RunsModel, AsksForANewNameAndNewTags)
{
    ui::RunsModel model;
    model.setSummaries({summaryOf(1, "before", "CPU")});
    const QSignalSpy renamed(&model, &ui::RunsModel::renameRequested);
    const QSignalSpy tagged(&model, &ui::RunsModel::tagsRequested);
    EXPECT_TRUE(model.setData(
        model.index(0, ui::RunsModel::Name), QStringLiteral(" after "), Qt::EditRole));
    EXPECT_FALSE(model.setData(model.index(0, ui::RunsModel::Name), QString(), Qt::EditRole))
        << "a run needs a name";
    EXPECT_TRUE(model.setData(
        model.index(0, ui::RunsModel::Tags), QStringLiteral("b, a,, b"), Qt::EditRole));
    EXPECT_FALSE(model.flags(model.index(0, ui::RunsModel::Date)).testFlag(Qt::ItemIsEditable));
    ASSERT_EQ(renamed.count(), 1);
    EXPECT_EQ(renamed.first().at(1).toString(), QStringLiteral("after"));
    ASSERT_EQ(tagged.count(), 1);
    EXPECT_EQ(tagged.first().at(1).toStringList(),
        (QStringList {QStringLiteral("a"), QStringLiteral("b")}));
}

TEST(BestEntry, SaysTheRecommendedVariantAndHowManyTimes)
{
    const auto entry = ui::bestEntry(example_states::judgedState("eight")->result);
    EXPECT_TRUE(entry.text.contains(QStringLiteral("× "))) << entry.text.toStdString();
    EXPECT_TRUE(entry.ratio);
    const auto undecided = ui::bestEntry(example_states::judgedState("undecided")->result);
    EXPECT_EQ(undecided.text, QStringLiteral("undecided"));
    EXPECT_FALSE(undecided.ratio);
}

TEST(RetryQueue, CarriesOutEveryChangeInTurnAlsoAtItsEnd)
{
    std::atomic<int> done = 0;
    std::vector<int> order;
    {
        ui::RetryQueue queue;
        for (int i = 0; i < 5; ++i)
            queue.add(
                [&done] {
                    ++done;
                    return profiler::Result<void>();
                },
                [&order, i](const profiler::Result<void>& /*result*/) { order.push_back(i); });
        ASSERT_TRUE(QTest::qWaitFor([&] { return order.size() == 5; }, ui_test::patience));
        for (int i = 0; i < 3; ++i)
            queue.add(
                [&done] {
                    ++done;
                    return profiler::Result<void>();
                },
                [](const profiler::Result<void>& /*result*/) {});
    }
    ui::jobThreads().waitForDone();
    EXPECT_EQ(order, (std::vector {0, 1, 2, 3, 4}));
    EXPECT_EQ(done, 8);
}

} // namespace
