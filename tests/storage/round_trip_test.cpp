// SPDX-License-Identifier: Apache-2.0
#include "tests/storage/recorded_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/tools/run_text.h"

#include <gtest/gtest.h>

using namespace profiler;
using tests::RandomRun;
using tests::TemporaryFolder;

namespace {

void expectStored(const RandomRun& run, const std::filesystem::path& file)
{
    const auto loaded = storage::loadComparison(file, std::to_string(run.data.info.id.value));
    ASSERT_TRUE(loaded) << loaded.error().message;
    auto expected = run.data;
    EXPECT_TRUE(loaded->info.ended);
    expected.info.ended = loaded->info.ended;
    EXPECT_EQ(loaded->info, expected.info);
    EXPECT_EQ(loaded->plan, expected.plan);
    EXPECT_EQ(loaded->monitors, expected.monitors);
    EXPECT_EQ(loaded->notices, expected.notices);
    EXPECT_EQ(loaded->sources, expected.sources);
    ASSERT_EQ(loaded->processes.size(), expected.processes.size());
    for (std::size_t i = 0; i < expected.processes.size(); ++i) {
        const auto& process = loaded->processes[i];
        const auto& wanted = expected.processes[i];
        EXPECT_EQ(process.start, wanted.start);
        EXPECT_EQ(process.end, wanted.end);
        EXPECT_EQ(process.environment, wanted.environment);
        EXPECT_EQ(process.phases, wanted.phases);
        EXPECT_EQ(process.blocks, wanted.blocks);
        EXPECT_EQ(process.steady, wanted.steady);
        EXPECT_EQ(process.proofs, wanted.proofs);
        EXPECT_EQ(process.compiles, wanted.compiles);
        EXPECT_EQ(process.breaks, wanted.breaks);
        EXPECT_EQ(process.recompiles, wanted.recompiles);
        EXPECT_EQ(process.memory, wanted.memory);
        EXPECT_EQ(process.numerics, wanted.numerics);
    }
    EXPECT_EQ(*loaded, expected);
    const auto log = tests::wholeLog(file, run.data.info.id);
    ASSERT_TRUE(log) << log.error().message;
    EXPECT_EQ(*log, run.log);
}

} // namespace

TEST(RunDatabase, GivesBackEveryFactBitByBit)
{
    const TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        const auto run = tests::recordedFile(folder / "run.fscope", seed);
        expectStored(run, folder / "run.fscope");
    }
}
