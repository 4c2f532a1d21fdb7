// SPDX-License-Identifier: Apache-2.0
// Real workers into a real file.
#include "profiler/evidence/ledger/ledger.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/judge/judge.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "recording_fixture.h"
#include "storage/file/run_database.h"
#include "tests/support/temporary_folder.h"

#include <SQLiteCpp/Database.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace profiler {
namespace {

using namespace std::chrono_literals;

std::size_t timedBlocksIn(const ComparisonData& data)
{
    std::size_t blocks = 0;
    for (const auto& process : data.processes)
        blocks += timedBlocksOf(process).size();
    return blocks;
}

class StoredRecording : public RecordingTest {
protected:
    /// A child process that records into the file.
    [[nodiscard]] pid_t startRecorder(const Plan& plan)
    {
        const auto request = requestFor(plan);
        const pid_t recorder = ::fork();
        if (recorder == 0) {
            auto file = storage::openForRecording(m_file);
            const auto outcome
                = file ? profiler::record(request, **file, {}, stop) : tl::unexpected(file.error());
            ::_exit(outcome ? 0 : 1);
        }
        return recorder;
    }

    /// The timed blocks a reader sees beside the recorder, when there are at least `least`.
    [[nodiscard]] std::size_t waitForBlocks(std::size_t least) const
    {
        std::size_t seen = 0;
        for (const auto until = std::chrono::steady_clock::now() + 100s;
             seen < least && std::chrono::steady_clock::now() < until;) {
            std::this_thread::sleep_for(20ms);
            if (const auto data = storage::loadComparison(m_file))
                seen = timedBlocksIn(*data);
        }
        return seen;
    }

    const tests::TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder / "run.fscope";
};

TEST_F(StoredRecording, OfAKilledRecorderOpensWithWhatAReaderSawBefore)
{
    auto plan = planFor("builtin:mlp");
    plan.protocol.rounds = 10'000;
    const pid_t recorder = startRecorder(plan);
    const auto seen = waitForBlocks(6);
    ASSERT_GE(seen, 6U) << "the recorder did not get going";
    EXPECT_EQ(storage::listComparisons(m_file)->front().info.status, ComparisonStatus::Running);
    ::kill(recorder, SIGKILL);
    ::waitpid(recorder, nullptr, 0);

    const auto recorded = storage::loadComparison(m_file);
    ASSERT_TRUE(recorded) << recorded.error().message;
    EXPECT_EQ(recorded->info.status, ComparisonStatus::Partial);
    EXPECT_GE(timedBlocksIn(*recorded), seen);
    EXPECT_EQ(recorded->plan.variants, plan.variants);
    EXPECT_EQ(
        SQLite::Database(m_file.string()).execAndGet("PRAGMA integrity_check").getString(), "ok");
}

TEST_F(StoredRecording, ThatFinishedIsOneFileWithEverything)
{
    const auto request = requestFor(planFor("builtin:mlp"));
    {
        auto file = storage::openForRecording(m_file);
        ASSERT_TRUE(file) << file.error().message;
        const auto outcome = profiler::record(request, **file, listener, stop);
        ASSERT_TRUE(outcome) << outcome.error().message;
    }
    const std::filesystem::directory_iterator folder(m_folder.path());
    EXPECT_EQ(std::distance(begin(folder), end(folder)), 1);
    const auto recorded = storage::loadComparison(m_file);
    ASSERT_TRUE(recorded) << recorded.error().message;
    EXPECT_EQ(recorded->info.status, ComparisonStatus::Complete);
    EXPECT_GE(timedBlocksIn(*recorded), 6U); // two lanes, three rounds, and those run again
    for (const auto& process : recorded->processes) {
        ASSERT_TRUE(process.end);
        EXPECT_EQ(process.end->outcome, ProcessOutcome::Finished) << process.end->reason;
        EXPECT_TRUE(process.environment.contains("torch"));
    }
}

/// What computes in the calls of a trace, as its own summary adds it up.
std::int64_t workedNs(const ComparisonData& data, int variant)
{
    const auto& trace = *tracedCallsOf(data, variant, 0).trace;
    std::int64_t sum = 0;
    for (const auto& stat : trace.operators)
        if (workKindOf(stat.name, stat.kind))
            sum += stat.selfNs;
    return sum;
}

TEST_F(StoredRecording, KnowsWhatCompiledKernelsStandFor)
{
    auto plan = planFor("builtin:mlp");
    plan.variants[1].compile.backend = "inductor";
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 0;
    plan.protocol.traceCalls = 3;
    {
        auto file = storage::openForRecording(m_file);
        ASSERT_TRUE(file) << file.error().message;
        const auto outcome = profiler::record(requestFor(plan), **file, listener, stop);
        ASSERT_TRUE(outcome) << outcome.error().message;
    }
    const auto recorded = storage::loadComparison(m_file);
    ASSERT_TRUE(recorded) << recorded.error().message;
    const auto judged = judge(*recorded);
    const auto ledger = ledgerOf(*recorded, judged.cases.front(), 1,
        [&](TraceIndex trace) { return storage::loadTraceRows(m_file, recorded->info.id, trace); });
    ASSERT_TRUE(ledger);
    EXPECT_GE(ledger->matchedRatio, 0.9);
    EXPECT_EQ(ledger->eager.traceNs, workedNs(*recorded, 0)) << "to the nanosecond";
    EXPECT_EQ(ledger->compiled.traceNs, workedNs(*recorded, 1));
    const auto product = std::ranges::find_if(ledger->rows,
        [](const LedgerRow& row) { return row.kind == LedgerKind::Replaced && row.flops; });
    ASSERT_NE(product, ledger->rows.end());
    EXPECT_EQ(product->eagerOperators, std::vector<std::string> {"aten::linear"});
    EXPECT_FALSE(product->modules.empty());
    EXPECT_TRUE(product->bytes);
}

} // namespace
} // namespace profiler
