// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/spool_reader.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace profiler {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SpoolReader : public testing::Test {
protected:
    template <typename Value>
    void write(std::initializer_list<Value> values)
    {
        std::ofstream file(path, std::ios::binary | std::ios::app);
        for (const Value value : values)
            file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }

    const tests::TemporaryFolder folder;
    const std::filesystem::path path = folder / "spool";
};

TEST_F(SpoolReader, ReadsTheColumnsOfAPiece)
{
    write<std::int64_t>({99}); // what came before
    write<std::int64_t>({10, 20, 11, 21});
    write<std::int32_t>({0, 3});
    const auto columns = readSpool(path, {.offset = 8, .calls = 2});
    ASSERT_TRUE(columns) << columns.error().message;
    EXPECT_THAT(columns->wallNs, ElementsAre(10, 20));
    EXPECT_THAT(columns->cpuNs, ElementsAre(11, 21));
    EXPECT_THAT(columns->switches, ElementsAre(0, 3));
}

TEST_F(SpoolReader, LeavesUnknownColumnsEmpty)
{
    write<std::int64_t>({10, -1});
    write<std::int32_t>({-1});
    const auto columns = readSpool(path, {.offset = 0, .calls = 1});
    ASSERT_TRUE(columns);
    EXPECT_THAT(columns->cpuNs, IsEmpty());
    EXPECT_THAT(columns->switches, IsEmpty());
}

TEST_F(SpoolReader, RefusesPiecesThatTheFileDoesNotHold)
{
    write<std::int64_t>({10, 11});
    write<std::int32_t>({0});
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    EXPECT_TRUE(readSpool(path, {.offset = 0, .calls = 1}));
    EXPECT_FALSE(readSpool(path, {.offset = 0, .calls = 2}));
    EXPECT_FALSE(readSpool(path, {.offset = 1, .calls = 1}));
    EXPECT_FALSE(readSpool(path, {.offset = -1, .calls = 1}));
    EXPECT_FALSE(readSpool(path, {.offset = 0, .calls = -1}));
    EXPECT_FALSE(readSpool(path, {.offset = most, .calls = most}));
    EXPECT_FALSE(readSpool(path, {.offset = 0, .calls = most}));
}

TEST_F(SpoolReader, RefusesWhatIsNoFileAndTimesBelowZero)
{
    EXPECT_FALSE(readSpool("/nowhere/spool", {.offset = 0, .calls = 0}));
    EXPECT_FALSE(readSpool("/dev/zero", {.offset = 0, .calls = 1}));
    EXPECT_FALSE(readSpool("/tmp", {.offset = 0, .calls = 0}));
    write<std::int64_t>({-5, 1});
    write<std::int32_t>({0});
    EXPECT_FALSE(readSpool(path, {.offset = 0, .calls = 1}));
}

} // namespace
} // namespace profiler
