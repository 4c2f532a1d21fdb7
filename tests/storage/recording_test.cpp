// SPDX-License-Identifier: Apache-2.0
#include "storage/file/run_writer.h"
#include "tests/storage/journals.h"
#include "tests/storage/recorded_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/tools/run_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using tests::messageOf;
using tests::TemporaryFolder;

namespace {

CallBlock blockOf(std::vector<std::int64_t> wall)
{
    return {.kind = BlockKind::Timed, .round = 0, .wallNs = std::move(wall)};
}

std::unique_ptr<RecordSink> begun(const std::filesystem::path& file, const std::string& name = "a")
{
    auto sink = storage::openForRecording(file);
    EXPECT_TRUE(sink) << messageOf(sink);
    auto run = tests::randomRun(3);
    run.data.info.name = name;
    const auto id = (*sink)->beginComparison(run.data.info, run.data.plan);
    EXPECT_TRUE(id) << messageOf(id);
    return *std::move(sink);
}

void recordBlocks(RecordSink& sink, int blocks)
{
    const auto process = sink.beginProcess({.variant = 1});
    ASSERT_TRUE(process) << messageOf(process);
    for (int i = 0; i < blocks; ++i) {
        ASSERT_TRUE(sink.add(*process, blockOf({i, i + 1})));
        ASSERT_TRUE(sink.flush());
    }
}

ComparisonStatus statusOf(const std::filesystem::path& file)
{
    const auto list = storage::listComparisons(file);
    EXPECT_TRUE(list) << messageOf(list);
    return list->front().info.status;
}

} // namespace

class Recording : public tests::EachJournal {
protected:
    /// In the middle of a recording: three blocks of its process are in the file.
    std::unique_ptr<storage::RunWriter> writerOfThreeBlocks()
    {
        auto writer = storage::RunWriter::open(m_file, GetParam());
        EXPECT_TRUE(writer) << messageOf(writer);
        const auto run = tests::randomRun(3);
        EXPECT_TRUE((*writer)->beginComparison(run.data.info, run.data.plan));
        recordBlocks(**writer, 3);
        return *std::move(writer);
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder / "run.fscope";
};

INSTANTIATE_TEST_SUITE_P(Journals, Recording, Recording::modes(), Recording::nameOf);

TEST_P(Recording, ShowsReadersEachFlushAndNothingBefore)
{
    auto writer = storage::RunWriter::open(m_file, GetParam());
    ASSERT_TRUE(writer) << messageOf(writer);
    auto& sink = **writer;
    const auto run = tests::randomRun(3);
    ASSERT_TRUE(sink.beginComparison(run.data.info, run.data.plan));
    EXPECT_EQ(statusOf(m_file), ComparisonStatus::Running);

    const auto process = sink.beginProcess({});
    ASSERT_TRUE(process);
    std::int64_t counter = *storage::changeCounter(m_file);
    for (std::size_t i = 1; i <= 5; ++i) {
        ASSERT_TRUE(sink.add(*process, blockOf({7, 8, 9})));
        ASSERT_TRUE(sink.addLog({.text = "line"}));
        EXPECT_EQ(*storage::changeCounter(m_file), counter);
        ASSERT_TRUE(sink.flush());
        EXPECT_GT(*storage::changeCounter(m_file), counter);
        counter = *storage::changeCounter(m_file);
        const auto data = storage::loadComparison(m_file);
        ASSERT_TRUE(data) << messageOf(data);
        EXPECT_EQ(data->info.status, ComparisonStatus::Running);
        ASSERT_EQ(data->processes.size(), 1U);
        EXPECT_EQ(data->processes[0].blocks.size(), i);
        EXPECT_EQ(data->processes[0].blocks.back().wallNs, (std::vector<std::int64_t> {7, 8, 9}));
        EXPECT_EQ(tests::wholeLog(m_file, data->info.id)->size(), i);
        EXPECT_EQ(
            storage::listComparisons(m_file)->front().timedCalls, static_cast<std::int64_t>(3 * i));
    }
}

TEST_P(Recording, LeavesOneFileAtItsEnd)
{
    auto writer = writerOfThreeBlocks();
    ASSERT_TRUE(writer->endComparison(ComparisonStatus::Complete, "done"));
    EXPECT_EQ(tests::namesIn(m_folder.path()), "run.fscope run.fscope.lock");
    EXPECT_EQ(tests::queried(m_file, "PRAGMA journal_mode"), "delete");
    writer.reset();
    EXPECT_EQ(tests::namesIn(m_folder.path()), "run.fscope");
    EXPECT_EQ(statusOf(m_file), ComparisonStatus::Complete);
    EXPECT_EQ(tests::queried(m_file, "PRAGMA integrity_check"), "ok");
}

TEST_P(Recording, SurvivesALossOfItsObjectAsPartial)
{
    auto writer = writerOfThreeBlocks();
    ASSERT_TRUE(writer->addNotice({.rule = "training_mode_on", .sentence = "not flushed"}));
    writer.reset();
    EXPECT_EQ(tests::namesIn(m_folder.path()), "run.fscope");
    const auto data = storage::loadComparison(m_file);
    ASSERT_TRUE(data) << messageOf(data);
    EXPECT_EQ(data->info.status, ComparisonStatus::Partial);
    EXPECT_EQ(data->info.stopReason, "the recorder ended before it was done");
    EXPECT_EQ(data->processes[0].blocks.size(), 3U);
    EXPECT_EQ(data->notices.back().rule, "training_mode_on");
}

TEST(OneWriter, RefusesASecondRecordingInOneSentence)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto first = begun(file);
    const auto second = storage::openForRecording(file);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(second.error().message,
        "another recording (process " + std::to_string(getpid()) + ") writes to " + file.string()
            + "; wait for its end or choose another file");
    EXPECT_FALSE(storage::openForExtension(file, ComparisonId {1}));

    // By another name too.
    std::filesystem::create_symlink(file, folder / "link.fscope");
    EXPECT_FALSE(storage::openForRecording(folder / "link.fscope"));
    EXPECT_TRUE(first->flush());
}

TEST(OneWriter, LeavesReadersAndTheGoalFree)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto sink = begun(file);
    recordBlocks(*sink, 2);
    const auto before = *storage::changeCounter(file);
    Goal goal {.metric = GoalMetric::Throughput, .horizonCalls = 1000, .cacheKept = true};
    goal.limits.p99 = nanoseconds(15'000'000);
    const auto id = storage::listComparisons(file)->front().info.id;
    const auto stored = storage::storeGoal(file, id, goal);
    ASSERT_TRUE(stored) << messageOf(stored);
    EXPECT_GT(*storage::changeCounter(file), before);
    recordBlocks(*sink, 2);
    ASSERT_TRUE(sink->endComparison(ComparisonStatus::Complete, ""));
    const auto data = storage::loadComparison(file);
    ASSERT_TRUE(data) << messageOf(data);
    EXPECT_EQ(data->plan.goal, goal);
    EXPECT_EQ(data->plan.variants.size(), 3U);
    EXPECT_EQ(data->processes.size(), 2U);
}

TEST(Comparisons, AreManyInOneFileAndFoundByIdOrName)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    for (const auto* name : {"bert", "resnet", "bert"}) {
        const auto sink = begun(file, name);
        recordBlocks(*sink, 1);
        ASSERT_TRUE(sink->endComparison(ComparisonStatus::Complete, name));
    }
    const auto list = storage::listComparisons(file);
    ASSERT_TRUE(list) << messageOf(list);
    ASSERT_EQ(list->size(), 3U);
    EXPECT_EQ(list->front().info.id.value, 3) << "newest first";
    EXPECT_EQ(list->front().workload, "builtin:mlp");
    EXPECT_THAT(list->front().cases, testing::ElementsAre("s32", "größer"));
    EXPECT_THAT(
        list->front().variants, testing::ElementsAre("eager", "default", "reduce-overhead"));
    EXPECT_EQ(storage::loadComparison(file)->info.id.value, 3);
    EXPECT_EQ(storage::loadComparison(file, "1")->info.id.value, 1);
    EXPECT_EQ(storage::loadComparison(file, "bert")->info.id.value, 3);
    EXPECT_EQ(storage::loadComparison(file, "resnet")->info.id.value, 2);
    for (const auto* wrong : {"4", "bert ", "2x", "-1", "99999999999999999999"}) {
        const auto missing = storage::loadComparison(file, wrong);
        ASSERT_FALSE(missing) << wrong;
        EXPECT_EQ(missing.error().kind, ErrorKind::NotFound);
    }
    EXPECT_FALSE(tests::wholeLog(file, ComparisonId {9}));
    EXPECT_EQ(storage::storeGoal(file, ComparisonId {9}, {}).error().kind, ErrorKind::NotFound);
}

TEST(Comparisons, HideWhatIsDeleted)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    tests::recordedFile(file, 1);
    tests::recordedFile(file, 2);
    tests::execute(file, "UPDATE comparison SET deleted_utc_ns = 1 WHERE id = 2");
    EXPECT_EQ(storage::listComparisons(file)->size(), 1U);
    EXPECT_EQ(storage::loadComparison(file)->info.id.value, 1);
    EXPECT_FALSE(storage::loadComparison(file, "2"));
}

TEST(Comparisons, ListTellsDeviceAndTorchOfTheFirstProcessThatDid)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto sink = begun(file);
    ASSERT_TRUE(sink->beginProcess({}));
    const auto second = sink->beginProcess({});
    ASSERT_TRUE(sink->add(*second, EnvironmentFields {{"device_name", "NVIDIA H200"}}));
    ASSERT_TRUE(sink->add(*second, EnvironmentFields {{"torch", "2.11.0+cu130"}}));
    ASSERT_TRUE(sink->flush());
    const auto list = storage::listComparisons(file);
    ASSERT_TRUE(list) << messageOf(list);
    EXPECT_EQ(list->front().device, "NVIDIA H200");
    EXPECT_EQ(list->front().torch, "2.11.0+cu130");
}

TEST(Comparisons, TakeTheCallablesCasesAndThePlacementLater)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    auto run = tests::randomRun(3);
    run.data.plan.cases.clear();
    auto sink = storage::openForRecording(file);
    ASSERT_TRUE((*sink)->beginComparison(run.data.info, run.data.plan));
    const std::vector<Case> cases {{.name = "short", .items = 8}, {.name = "long"}};
    ASSERT_TRUE((*sink)->setCases(cases));
    ASSERT_TRUE((*sink)->setPlacement(Placement::Sequential));
    ASSERT_TRUE((*sink)->flush());
    const auto data = storage::loadComparison(file);
    ASSERT_TRUE(data) << messageOf(data);
    EXPECT_EQ(data->plan.cases, cases);
    EXPECT_EQ(data->info.placement, Placement::Sequential);
    EXPECT_THAT(
        storage::listComparisons(file)->front().cases, testing::ElementsAre("short", "long"));
}

TEST(Extension, ContinuesAComparison)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    auto run = tests::recordedFile(file, 5);
    {
        auto sink = storage::openForExtension(file, run.data.info.id);
        ASSERT_TRUE(sink) << messageOf(sink);
        EXPECT_EQ(statusOf(file), ComparisonStatus::Complete) << "nothing was added yet";
        const auto process = (*sink)->beginProcess({.variant = 2, .repetition = 5});
        ASSERT_TRUE(process) << messageOf(process);
        EXPECT_EQ(process->value, static_cast<int>(run.data.processes.size()));
        ASSERT_TRUE((*sink)->add(*process, blockOf({1, 2, 3})));
        ASSERT_TRUE((*sink)->addLog({.text = "extended"}));
        ASSERT_TRUE((*sink)->flush());
        EXPECT_EQ(statusOf(file), ComparisonStatus::Running);
        ASSERT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, "extended"));
    }
    const auto data = storage::loadComparison(file);
    ASSERT_TRUE(data) << messageOf(data);
    EXPECT_EQ(data->info.stopReason, "extended");
    ASSERT_EQ(data->processes.size(), run.data.processes.size() + 1);
    EXPECT_EQ(data->processes[0], run.data.processes[0]);
    EXPECT_EQ(data->processes.back().blocks[0].wallNs, (std::vector<std::int64_t> {1, 2, 3}));
    const auto log = tests::wholeLog(file, data->info.id);
    ASSERT_EQ(log->size(), run.log.size() + 1);
    EXPECT_EQ(log->back().text, "extended");
}

TEST(Extension, AddsCasesThatEarlierProcessesDidNotRun)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    begun(file)->beginProcess({.variant = 1});
    const auto before = storage::loadComparison(file)->plan.cases;
    const CaseRange added {.first = static_cast<int>(before.size()), .count = 2};
    {
        auto sink = storage::openForExtension(file, ComparisonId {1});
        ASSERT_TRUE(sink) << messageOf(sink);
        ASSERT_TRUE((*sink)->addCases({{.name = "new"}, {.name = "newer"}}));
        ASSERT_TRUE((*sink)->beginProcess({.variant = 1, .cases = added}));
        ASSERT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, "sizes were added"));
    }
    const auto data = storage::loadComparison(file);
    ASSERT_TRUE(data) << messageOf(data);
    ASSERT_EQ(data->plan.cases.size(), before.size() + 2);
    EXPECT_EQ(data->plan.cases.back().name, "newer");
    ASSERT_EQ(data->processes.size(), 2U);
    EXPECT_EQ(data->processes[0].start.cases,
        (CaseRange {.first = 0, .count = static_cast<int>(before.size())}));
    EXPECT_EQ(data->processes[1].start.cases, added);
}

TEST(Extension, ThatStartsNothingChangesNothing)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto run = tests::recordedFile(file, 5);
    ASSERT_TRUE(storage::openForExtension(file, run.data.info.id));
    EXPECT_EQ(statusOf(file), ComparisonStatus::Complete);
    EXPECT_EQ(storage::openForExtension(file, ComparisonId {7}).error().kind, ErrorKind::NotFound);
    EXPECT_EQ(storage::openForExtension(folder / "none", ComparisonId {1}).error().kind,
        ErrorKind::NotFound);
    EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

TEST(Samples, PassChunkBordersUnharmed)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto sink = begun(file);
    const auto process = sink->beginProcess({});
    std::vector<CallBlock> blocks;
    std::int64_t next = 0;
    for (const int calls : {65'535, 1, 1, 65'536, 0, 200'000, 7, 131'072}) {
        CallBlock block;
        for (int i = 0; i < calls; ++i)
            block.wallNs.push_back(next++ * 1'000'003);
        block.switches.assign(block.wallNs.size(), -1);
        ASSERT_TRUE(sink->add(*process, block));
        ASSERT_TRUE(sink->flush());
        blocks.push_back(std::move(block));
        EXPECT_EQ(storage::loadComparison(file)->processes[0].blocks, blocks);
    }
    ASSERT_TRUE(sink->endProcess(*process, {}));
    ASSERT_TRUE(sink->flush());
    EXPECT_EQ(storage::loadComparison(file)->processes[0].blocks, blocks);
    EXPECT_EQ(tests::queried(file, "SELECT max(count) FROM sample_chunk"), "65536");
    EXPECT_EQ(tests::queried(file, "SELECT count(*) FROM sample_chunk WHERE series = 'wall'"), "8");
}

TEST(Samples, OfManyFlushesBecomeOneChunkAtTheEndOfTheProcess)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto sink = begun(file);
    recordBlocks(*sink, 40);
    EXPECT_EQ(tests::queried(file, "SELECT count(*) FROM sample_chunk"), "40");
    ASSERT_TRUE(sink->endProcess({0}, {}));
    ASSERT_TRUE(sink->flush());
    EXPECT_EQ(tests::queried(file, "SELECT count(*) FROM sample_chunk"), "1");
    EXPECT_EQ(storage::loadComparison(file)->processes[0].blocks.size(), 40U);
}

TEST(Samples, HaveSummaryRows)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto sink = begun(file);
    const auto process = sink->beginProcess({});
    auto flagged = blockOf({5, 50, 10});
    flagged.flags = {"clock_slowed"};
    ASSERT_TRUE(sink->add(*process, blockOf({20, 30})));
    ASSERT_TRUE(sink->flush());
    ASSERT_TRUE(sink->add(*process, flagged));
    ASSERT_TRUE(sink->add(*process, CallBlock {.kind = BlockKind::WarmUp, .wallNs = {1000}}));
    ASSERT_TRUE(sink->flush());
    EXPECT_EQ(tests::queried(file,
                  "SELECT blocks || ' ' || flagged_blocks || ' ' || calls || ' ' || sum_ns || ' ' "
                  "|| min_ns || ' ' || max_ns FROM iteration_stat WHERE kind = 'timed'"),
        "2 1 5 115 5 50");
}

TEST(Log, CutsLinesThatNoReaderCouldHold)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto sink = begun(file);
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(sink->addLog({.text = std::string(5'000'000, 'x')}));
        ASSERT_TRUE(sink->addLog({.text = "next"}));
    }
    ASSERT_TRUE(sink->flush());
    const auto log = tests::wholeLog(file, ComparisonId {1});
    ASSERT_TRUE(log) << messageOf(log);
    ASSERT_EQ(log->size(), 10U);
    EXPECT_THAT(log->at(0).text, testing::EndsWith("x … (cut)"));
    EXPECT_EQ(log->at(9).text, "next");
}

TEST(Notices, TellOfANetworkFileSystem)
{
    EXPECT_EQ(storage::networkFileSystem(0x6969), "NFS");
    EXPECT_EQ(storage::networkFileSystem(static_cast<std::int32_t>(0xFF534D42)), "CIFS");
    EXPECT_FALSE(storage::networkFileSystem(0xEF53)) << "ext4";
    EXPECT_FALSE(storage::networkFileSystem(0x01021994)) << "tmpfs";
    EXPECT_FALSE(storage::networkFileSystem(0x9123683E)) << "btrfs";
    EXPECT_FALSE(storage::networkFileSystem(0x794C7630)) << "overlay";
}
