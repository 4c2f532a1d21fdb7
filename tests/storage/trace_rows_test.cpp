// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_columns.h"
#include "profiler/model/variant.h"
#include "storage/columns/chunk_codec.h"
#include "storage/columns/column_codec.h"
#include "storage/rows/log_codec.h"
#include "tests/storage/random_traces.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <string>

using namespace profiler;
using storage::Bytes;
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

/// As of a simulator or a converted trace: they would pack into nothing, and the reader takes no
/// rows without bytes.
TYPED_TEST(ColumnCodec, KeepsBytesForRowsHoweverRegularTheyAre)
{
    TypeParam rows;
    std::int64_t time = 0;
    forEachColumn(rows, [](const char*, auto& column) { column.resize(storage::chunkRecords); });
    forEachColumn(rows, [&](const char* name, auto& column) {
        if (std::string_view(name).ends_with("_ns"))
            for (auto& value : column)
                value = static_cast<std::decay_t<decltype(value)>>(time += 10);
    });
    const auto chunk = storage::encodeColumns(rows, 0, storage::chunkRecords);
    EXPECT_GE(chunk.size() * storage::rowsForAByte, storage::chunkRecords);
    EXPECT_LT(chunk.size(), storage::chunkRecords);
    TypeParam read;
    ASSERT_TRUE(storage::decodeColumns(chunk, storage::chunkRecords, read));
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

template <typename T>
std::vector<T> randomRecords(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 engine(seed);
    std::vector<T> records(count);
    for (auto& record : records)
        record = static_cast<T>(engine() >> (engine() % 64));
    if (count > 1) {
        records.front() = std::numeric_limits<T>::min();
        records.back() = std::numeric_limits<T>::max();
    }
    return records;
}

template <typename T>
void expectRoundTrip(std::size_t count)
{
    const auto records = randomRecords<T>(count, count + 1);
    const auto chunk = storage::encodeChunk<T>(records);
    std::vector<T> decoded {7};
    const auto result = storage::decodeChunk<T>(chunk, count, decoded);
    ASSERT_TRUE(result) << result.error();
    ASSERT_EQ(decoded.front(), 7) << "records are appended";
    decoded.erase(decoded.begin());
    EXPECT_EQ(decoded, records);
}

/// Times as calls have them: alike in the high bytes.
std::vector<std::int64_t> callTimes(std::size_t count)
{
    std::mt19937_64 engine(1);
    std::vector<std::int64_t> times(count);
    for (auto& time : times)
        time = 12'345'678 + static_cast<std::int64_t>(engine() % 100'000);
    return times;
}

template <typename Decode>
void expectEveryMutationFound(const Bytes& chunk, Decode&& stillEqual)
{
    std::mt19937_64 engine(42);
    for (int i = 0; i < 4000; ++i) {
        auto mutated = chunk;
        const auto mutations = 1 + engine() % 3;
        for (std::uint64_t k = 0; k < mutations; ++k)
            mutated[engine() % mutated.size()] ^= static_cast<std::uint8_t>(1 + engine() % 255);
        if (engine() % 4 == 0)
            mutated.resize(engine() % mutated.size());
        if (mutated == chunk)
            continue;
        // Either refused, or, where a bit carries nothing, the same records; never others.
        EXPECT_TRUE(stillEqual(mutated)) << "mutation " << i;
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

TEST(ChunkCodec, GivesBackColumnsOfAllWidthsAndLengths)
{
    for (const std::size_t count : {std::size_t {0}, std::size_t {1}, std::size_t {2},
             std::size_t {255}, std::size_t {1000}, storage::chunkRecords}) {
        SCOPED_TRACE(count);
        expectRoundTrip<std::int64_t>(count);
        expectRoundTrip<std::int32_t>(count);
        expectRoundTrip<std::uint8_t>(count);
    }
}

TEST(ChunkCodec, MakesCallTimesSmaller)
{
    const auto times = callTimes(storage::chunkRecords);
    const auto chunk = storage::encodeChunk<std::int64_t>(times);
    EXPECT_LT(chunk.size(), times.size() * sizeof(std::int64_t) / 3);
}

TEST(ChunkCodec, IsTheSameBytesEverywhere)
{
    // Released files stay readable: this chunk was written by the first version.
    const std::vector<std::int32_t> records {1, -2, 300};
    const auto chunk = storage::encodeChunk<std::int32_t>(records);
    const Bytes head {1, 4, 3, 0, 0, 0};
    ASSERT_GT(chunk.size(), head.size());
    EXPECT_EQ(Bytes(chunk.begin(), chunk.begin() + 6), head);
    const auto planes = storage::decompressed(std::span(chunk).subspan(6), 12);
    ASSERT_TRUE(planes) << planes.error();
    EXPECT_EQ(*planes, (Bytes {1, 0xFE, 0x2C, 0, 0xFF, 1, 0, 0xFF, 0, 0, 0xFF, 0}));
}

TEST(ChunkCodec, NeverGivesOtherRecordsForChangedBytes)
{
    const auto times = callTimes(500);
    expectEveryMutationFound(storage::encodeChunk<std::int64_t>(times), [&](const Bytes& bytes) {
        std::vector<std::int64_t> decoded;
        return !storage::decodeChunk<std::int64_t>(bytes, times.size(), decoded)
            || decoded == times;
    });
}

TEST(ChunkCodec, RefusesSizesBeforeItTakesMemory)
{
    std::vector<std::int64_t> decoded;
    // 0xFFFFFFFF records, and a row that claims the same.
    const Bytes huge {1, 8, 0xFF, 0xFF, 0xFF, 0xFF, 0x28, 0xB5, 0x2F, 0xFD};
    EXPECT_FALSE(storage::decodeChunk<std::int64_t>(huge, 0xFFFFFFFF, decoded));
    EXPECT_FALSE(storage::decodeChunk<std::int64_t>(Bytes(), 0, decoded));
    const auto sound = storage::encodeChunk<std::int64_t>(callTimes(10));
    EXPECT_FALSE(storage::decodeChunk<std::int64_t>(sound, 11, decoded));
    EXPECT_FALSE(storage::decodeChunk<std::int64_t>(sound, static_cast<std::size_t>(-1), decoded));
    std::vector<std::int32_t> narrow;
    EXPECT_FALSE(storage::decodeChunk<std::int32_t>(sound, 10, narrow));
    EXPECT_TRUE(decoded.empty());
    EXPECT_FALSE(storage::decompressed(storage::compressed(Bytes(1000)), 100));
}

TEST(LogCodec, NeverGivesOtherLinesForChangedBytes)
{
    using profiler::LogLine;
    std::vector<LogLine> lines;
    lines.reserve(100);
    for (int i = 0; i < 100; ++i)
        lines.push_back({.process = profiler::ProcessIndex {i % 3},
            .stream = profiler::LogStream {i % 3},
            .time = {i * 1'000'000'007LL},
            .text = "compiling graph " + std::to_string(i)});
    const auto chunk = storage::encodeLog(lines);
    ASSERT_EQ(storage::decodeLog(chunk, lines.size()), lines);
    EXPECT_FALSE(storage::decodeLog(chunk, lines.size() + 1));
    expectEveryMutationFound(chunk, [&](const Bytes& bytes) {
        const auto decoded = storage::decodeLog(bytes, lines.size());
        return !decoded || *decoded == lines;
    });
}
