// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/trace_columns.h"
#include "storage/columns/column_codec.h"
#include "tests/storage/random_traces.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

using namespace profiler;
using ::testing::HasSubstr;
using tests::anyRows;
using tests::recordedTrace;
using tests::secondTrace;
using tests::someRows;
using tests::TemporaryFolder;

namespace {

template <typename Columns>
class ColumnCodec : public testing::Test {
};

using Tables
    = testing::Types<OperatorColumns, KernelColumns, ApiColumns, CopyColumns, CounterColumns>;
TYPED_TEST_SUITE(ColumnCodec, Tables);

TYPED_TEST(ColumnCodec, GivesBackAnyRowsBitByBit)
{
    for (const std::size_t count :
        {std::size_t {0}, std::size_t {1}, std::size_t {777}, storage::chunkRecords}) {
        const auto rows = anyRows<TypeParam>(count, count + 1);
        TypeParam read;
        const auto decoded
            = storage::decodeColumns(storage::encodeColumns(rows, 0, count), count, read);
        ASSERT_TRUE(decoded) << decoded.error();
        EXPECT_EQ(read, rows);
    }
}

TYPED_TEST(ColumnCodec, AppendsAPieceFromTheMiddle)
{
    const auto rows = anyRows<TypeParam>(100, 3);
    TypeParam read;
    for (const auto& [first, count] : {std::pair {0, 40}, std::pair {40, 60}}) {
        const auto piece = storage::encodeColumns(
            rows, static_cast<std::size_t>(first), static_cast<std::size_t>(count));
        ASSERT_TRUE(storage::decodeColumns(piece, static_cast<std::size_t>(count), read));
    }
    EXPECT_EQ(read, rows);
}

TYPED_TEST(ColumnCodec, RefusesDamageInsteadOfGivingOtherRows)
{
    const auto rows = anyRows<TypeParam>(50, 4);
    const auto chunk = storage::encodeColumns(rows, 0, 50);
    std::mt19937_64 engine(5);
    for (int i = 0; i < 2000; ++i) {
        auto damaged = chunk;
        damaged[engine() % damaged.size()] ^= static_cast<std::uint8_t>(1 + engine() % 255);
        if (engine() % 4 == 0)
            damaged.resize(engine() % damaged.size());
        TypeParam read;
        const auto decoded = storage::decodeColumns(damaged, 50, read);
        EXPECT_TRUE(!decoded || read == rows);
    }
}

} // namespace

TEST(TraceRowsInTheFile, AreGivenBackAsTheyWereHandedOver)
{
    const TemporaryFolder folder;
    const auto rows = someRows(2 * storage::chunkRecords + 5);
    const auto id = recordedTrace(folder / "run.fscope", rows);
    const auto loaded = storage::loadTraceRows(folder / "run.fscope", id, secondTrace);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(*loaded == rows);
    const auto data = storage::loadComparison(folder / "run.fscope");
    const auto& summary = data->processes.at(0).traces.at(1);
    EXPECT_EQ(summary.kernelRows, static_cast<std::int64_t>(rows.kernels.size()));
    EXPECT_EQ(summary.operatorRows, 1000);
    EXPECT_TRUE(summary.ended);
    EXPECT_FALSE(data->processes.at(0).traces.at(0).ended);
}

TEST(TraceRowsInTheFile, StandAlsoWhenTheRecorderDiesBeforeTheEnd)
{
    const TemporaryFolder folder;
    const auto rows = someRows(20);
    const auto id = recordedTrace(folder / "run.fscope", rows, false);
    const auto loaded = storage::loadTraceRows(folder / "run.fscope", id, secondTrace);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(*loaded == rows);
    const auto data = storage::loadComparison(folder / "run.fscope");
    EXPECT_FALSE(data->processes.at(0).traces.at(1).ended);
}

TEST(TraceRowsInTheFile, ATextThatIsToldTwiceKeepsItsFirstMeaning)
{
    const TemporaryFolder folder;
    auto rows = someRows(1);
    rows.names.push_back({.id = 1, .text = "other"});
    rows.places.push_back({.id = 1, .file = "other.py"});
    const auto id = recordedTrace(folder / "run.fscope", rows);
    const auto loaded = storage::loadTraceRows(folder / "run.fscope", id, secondTrace);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(loaded->names, someRows(1).names);
    EXPECT_EQ(loaded->places, someRows(1).places);
}

TEST(TraceRowsInTheFile, ThatAreDamagedAreRefusedAndTheRestStands)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto id = recordedTrace(file, someRows(20));
    for (const char* damage : {"UPDATE kernel_chunk SET data = zeroblob(40)",
             "UPDATE kernel_chunk SET count = 21", "UPDATE kernel_chunk SET count = -1",
             "UPDATE kernel_chunk SET first = 7", "UPDATE kernel_chunk SET data = x''"}) {
        const auto bytes = tests::bytesOf(file);
        tests::execute(file, damage);
        const auto loaded = storage::loadTraceRows(file, id, secondTrace);
        ASSERT_FALSE(loaded) << damage;
        EXPECT_THAT(loaded.error().message, HasSubstr("kernel_chunk")) << damage;
        EXPECT_TRUE(storage::loadComparison(file)) << damage;
        tests::writeBytes(file, bytes);
    }
    EXPECT_TRUE(storage::loadTraceRows(file, id, secondTrace));
}

TEST(TraceRowsInTheFile, OfATraceThatIsNotThereAreASentence)
{
    const TemporaryFolder folder;
    const auto id = recordedTrace(folder / "run.fscope", someRows(1));
    const auto loaded
        = storage::loadTraceRows(folder / "run.fscope", id, {.process = {0}, .value = 9});
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::NotFound);
}

TEST(TraceRowsInTheFile, GoAlongIntoACopy)
{
    const TemporaryFolder folder;
    const auto rows = someRows(20);
    const auto file = folder / "run.fscope";
    const auto id = recordedTrace(file, rows);
    const auto data = storage::loadComparison(file);
    const auto copy = storage::storeCopy(folder / "copy.fscope", *data, {},
        [&](TraceIndex trace) { return storage::loadTraceRows(file, id, trace); });
    ASSERT_TRUE(copy) << copy.error().message;
    const auto loaded = storage::loadTraceRows(folder / "copy.fscope", *copy, secondTrace);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(*loaded == rows);
    EXPECT_EQ(storage::loadComparison(folder / "copy.fscope")->processes, data->processes);
}
