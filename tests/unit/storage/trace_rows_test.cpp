// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/trace_columns.h"
#include "storage/column_codec.h"
#include "tests/unit/storage/recorded_file.h"
#include "tests/unit/storage/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>

using namespace profiler;
using ::testing::HasSubstr;
using tests::TemporaryFolder;

namespace {

/// Any bits at all: overlaps, zero and huge gaps, times that go back, ids that wrap.
template <typename Columns>
Columns anyRows(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 engine(seed);
    Columns columns;
    forEachColumn(columns, [&](const char* /*name*/, auto& column) {
        using Value = typename std::decay_t<decltype(column)>::value_type;
        for (std::size_t i = 0; i < count; ++i) {
            const auto bits = engine() >> (engine() % 64);
            if constexpr (std::is_floating_point_v<Value>)
                column.push_back(std::bit_cast<double>(bits >> 2U)); // no NaN: they never equal
            else
                column.push_back(static_cast<Value>(engine() % 5 == 0 ? ~bits : bits));
        }
    });
    return columns;
}

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

TraceRows someRows(std::size_t kernels)
{
    return {.names = {{.id = 1, .text = "aten::add"}, {.id = 2, .text = std::string(300, 'k')}},
        .places = {{.id = 1, .file = "net.py", .line = 4, .function = "forward", .module = "a.b"}},
        .shapes = {{.id = 1,
            .grid = {1 << 20, 2, 3},
            .block = {128, 1, 1},
            .cluster = {2, 1, 1},
            .registers = 64,
            .staticSharedBytes = 1024,
            .dynamicSharedBytes = 65'536,
            .localBytes = 16}},
        .operators = anyRows<OperatorColumns>(1000, 6),
        .kernels = anyRows<KernelColumns>(kernels, 7),
        .apis = anyRows<ApiColumns>(10, 8),
        .copies = anyRows<CopyColumns>(11, 9),
        .counters = anyRows<CounterColumns>(12, 10)};
}

std::vector<TraceChunk> chunksOf(const TraceRows& rows)
{
    return {rows.names, rows.places, rows.shapes, rows.operators, rows.kernels, rows.apis,
        rows.copies, rows.counters};
}

/// A comparison with one trace process whose second trace has these rows.
ComparisonId recordedTrace(
    const std::filesystem::path& file, const TraceRows& rows, bool end = true)
{
    auto run = tests::randomRun(1, {.processes = 1, .blocks = 1});
    run.data.processes.front().traces.clear();
    auto sink = storage::openForRecording(file);
    EXPECT_TRUE(sink) << sink.error().message;
    const auto id = (*sink)->beginComparison(run.data.info, run.data.plan);
    const auto process = (*sink)->beginProcess(run.data.processes.front().start);
    EXPECT_TRUE((*sink)->beginTrace(*process, {}));
    const auto trace = (*sink)->beginTrace(*process, {.caseIndex = 1});
    EXPECT_EQ(trace->value, 1);
    for (const auto& chunk : chunksOf(rows)) {
        EXPECT_TRUE((*sink)->addTraceChunk(*trace, chunk));
        EXPECT_TRUE((*sink)->flush());
    }
    if (end) {
        EXPECT_TRUE((*sink)->endTrace(*trace, {.start = {.caseIndex = 1}, .ended = true}));
        EXPECT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, ""));
    }
    return *id;
}

constexpr TraceIndex secondTrace {.process = {0}, .value = 1};

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
