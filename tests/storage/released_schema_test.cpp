// SPDX-License-Identifier: Apache-2.0
// One recorded file for each released schema; `example_run` and `dump_run --rows --log --calls 8`
// of that time made the pair.
#include "storage/sqlite/migrations.h"
#include "tests/storage/recorded_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/tools/run_text.h"
#include "tests/tools/trace_text.h"

#include <gtest/gtest.h>

#include <array>

using tests::TemporaryFolder;

namespace {

constexpr std::array released {1, 2, 4}; // 3 was never in a recording of a user's
constexpr std::size_t mostRows = 8;

/// Without the plan: its JSON grows with every setting, and its own tests watch it.
std::string withoutPlan(const std::string& text)
{
    const auto start = text.find("  plan {");
    const auto end = text.find("\n}\n", start);
    EXPECT_NE(end, std::string::npos);
    return text.substr(0, start) + text.substr(end + 3);
}

std::string textOf(const std::filesystem::path& file)
{
    const auto data = storage::loadComparison(file);
    EXPECT_TRUE(data) << data.error().message;
    const auto log = tests::wholeLog(file, data->info.id);
    EXPECT_TRUE(log) << log.error().message;
    const auto rows = tests::bulkText(file, *data, mostRows);
    EXPECT_TRUE(rows) << rows.error().message;
    return withoutPlan(tests::runText(*data, mostRows) + *rows + tests::logText(*log));
}

} // namespace

TEST(ReleasedSchema, ReadsAsItWasRecorded)
{
    const TemporaryFolder folder;
    for (const int schema : released) {
        const auto name = "run_schema_" + std::to_string(schema);
        const std::filesystem::path data = FUSESCOPE_SOURCE_DIR "/tests/data";
        const auto file = folder / (name + ".fscope");
        ASSERT_TRUE(std::filesystem::copy_file(data / (name + ".fscope"), file));
        EXPECT_EQ(tests::queried(file, "PRAGMA user_version"), std::to_string(schema));
        EXPECT_EQ(textOf(file), withoutPlan(tests::bytesOf(data / (name + ".txt"))));
    }
}

TEST(ReleasedSchema, TakesFurtherRecordings)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    std::filesystem::copy_file(FUSESCOPE_SOURCE_DIR "/tests/data/run_schema_1.fscope", file);
    const auto before = storage::loadComparison(file, "1");
    ASSERT_TRUE(before) << before.error().message;
    tests::recordedFile(file, 3);
    EXPECT_EQ(storage::listComparisons(file)->size(), 2U);
    EXPECT_EQ(tests::queried(file, "PRAGMA user_version"), std::to_string(storage::knownSchema()));
    EXPECT_EQ(storage::loadComparison(file, "1"), before);
}
