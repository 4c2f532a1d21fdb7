// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/variant.h"
#include "storage/columns/chunk_codec.h"
#include "storage/file/connection.h"
#include "storage/sql/trace_table.h"
#include "tests/storage/random_traces.h"
#include "tests/support/table_row.h"
#include "tests/support/temporary_folder.h"

#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

using namespace profiler;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tests::TemporaryFolder;

namespace {

/// A connection of another program that the tables were added to.
SQLite::Database opened(const std::filesystem::path& file)
{
    SQLite::Database database(file.string(), SQLite::OPEN_READONLY);
    EXPECT_EQ(storage::addTraceTables(database.getHandle()), SQLITE_OK);
    return database;
}

/// Rows with their columns parted by bars; a failure's sentence instead.
std::vector<std::string> asked(SQLite::Database& database, const std::string& sql)
{
    std::vector<std::string> rows;
    try {
        SQLite::Statement statement(database, sql);
        while (statement.executeStep()) {
            auto& row = rows.emplace_back();
            for (int i = 0; i < statement.getColumnCount(); ++i)
                row += (i == 0 ? "" : "|") + statement.getColumn(i).getString();
        }
    } catch (const SQLite::Exception& exception) {
        return {exception.what()};
    }
    return rows;
}

std::vector<std::string> asked(const std::filesystem::path& file, const std::string& sql)
{
    auto database = opened(file);
    return asked(database, sql);
}

std::int64_t numberOf(SQLite::Database& database, const std::string& sql)
{
    return std::stoll(asked(database, sql).at(0));
}

std::int64_t endOfRow(std::int64_t start, std::int64_t duration)
{
    return endOf(start, std::max<std::int64_t>(duration, 0));
}

/// `count` kernels one after the other, 10 ns each, as a device runs them; two calls of half each.
TraceRows orderlyRows(std::size_t count)
{
    TraceRows rows {.names = {{.id = 1, .text = "gemm"}, {.id = 2, .text = "triton_red"}},
        .shapes = {{.id = 1, .grid = {64, 2, 1}, .block = {128, 1, 1}, .registers = 40}}};
    for (std::size_t i = 0; i < count; ++i)
        tests::addRow(rows.kernels, i * 10, 10, i % 3 == 0 ? 2 : 1,
            -1 /* the largest unsigned one */, 0, 1, 7, i % 2 == 0 ? 1 : 99, 0, i % 2 * 5, 0);
    return rows;
}

/// Traces of the variants "eager" and "compiled", each with one call of the rows' first half and
/// one of their second.
void recordVariants(const std::filesystem::path& file, const TraceRows& rows)
{
    auto sink = storage::openForRecording(file);
    ASSERT_TRUE(sink) << sink.error().message;
    Plan plan {.cases = {{.name = "s32"}},
        .variants = {{.name = "eager"}, {.name = "compiled", .kind = VariantKind::Compiled}}};
    ASSERT_TRUE((*sink)->beginComparison({.name = "one"}, plan));
    const auto middle = static_cast<std::int64_t>(rows.kernels.size()) * 5;
    for (int variant = 0; variant < 2; ++variant) {
        const auto process
            = (*sink)->beginProcess({.kind = ProcessKind::Trace, .variant = variant});
        const auto trace = (*sink)->beginTrace(*process, {});
        for (const auto& chunk : tests::chunksOf(rows))
            ASSERT_TRUE((*sink)->addTraceChunk(*trace, chunk));
        TraceSummary summary {
            .calls = {{.startNs = 0, .endNs = middle}, {.startNs = middle, .endNs = 2 * middle}},
            .ended = true};
        ASSERT_TRUE((*sink)->endTrace(*trace, summary));
        ASSERT_TRUE((*sink)->endProcess(*process, {}));
    }
    ASSERT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, ""));
}

} // namespace

TEST(KernelTable, HasEveryColumnOfEachRowAsItWasRecorded)
{
    const TemporaryFolder folder;
    const auto rows = tests::someRows(storage::chunkRecords + 300);
    (void)tests::recordedTrace(folder / "run.fscope", rows);
    auto database = opened(folder / "run.fscope");
    SQLite::Statement statement(database,
        "SELECT start_ns, duration_ns, end_ns, name, correlation, device, context, stream, "
        "registers, graph, node, flags FROM kernel");
    const auto& kernels = rows.kernels;
    std::size_t at = 0;
    for (; statement.executeStep(); ++at) {
        ASSERT_EQ(statement.getColumn(0).getInt64(), kernels.startNs[at]);
        ASSERT_EQ(statement.getColumn(1).getInt64(), kernels.durationNs[at]);
        ASSERT_EQ(statement.getColumn(2).getInt64(),
            endOfRow(kernels.startNs[at], kernels.durationNs[at]));
        const auto id = kernels.name[at];
        ASSERT_EQ(statement.getColumn(3).getString(),
            id == 1       ? "aten::add"
                : id == 2 ? std::string(300, 'k')
                          : "(name " + std::to_string(id) + ")");
        ASSERT_EQ(
            statement.getColumn(4).getInt64(), static_cast<std::uint32_t>(kernels.correlation[at]));
        ASSERT_EQ(statement.getColumn(5).getInt(), kernels.device[at]);
        ASSERT_EQ(statement.getColumn(6).getInt(), kernels.context[at]);
        ASSERT_EQ(statement.getColumn(7).getInt(), kernels.stream[at]);
        ASSERT_EQ(statement.getColumn(8).isNull(), kernels.shape[at] != 1);
        ASSERT_EQ(statement.getColumn(9).isNull(), kernels.graph[at] == 0);
        ASSERT_EQ(statement.getColumn(10).getInt64(), kernels.node[at]); // NULL reads as 0
        ASSERT_EQ(statement.getColumn(11).getInt(), kernels.flags[at]);
    }
    EXPECT_EQ(at, kernels.size());
}

TEST(KernelTable, SpeaksTheFieldsTerms)
{
    const TemporaryFolder folder;
    recordVariants(folder / "run.fscope", orderlyRows(4));
    EXPECT_THAT(
        asked(folder / "run.fscope",
            "SELECT comparison, process, variant, case_name, pass, call, name, grid, block, "
            "registers, correlation, node FROM kernel WHERE variant = 'compiled'"),
        ElementsAre("1|1|compiled|s32|operators|0|triton_red|[64,2,1]|[128,1,1]|40|4294967295|",
            "1|1|compiled|s32|operators|0|gemm||||4294967295|5",
            "1|1|compiled|s32|operators|1|gemm|[64,2,1]|[128,1,1]|40|4294967295|",
            "1|1|compiled|s32|operators|1|triton_red||||4294967295|5"));
}

TEST(OperatorTable, NamesKindsAndPlaces)
{
    const TemporaryFolder folder;
    TraceRows rows {.names = {{.id = 1, .text = "aten::mm"}},
        .places = {{.id = 3, .file = "net.py", .line = 4, .function = "forward", .module = "up"}},
        .operators = {.startNs = {5, 6},
            .durationNs = {9, 2},
            .name = {1, 8},
            .thread = {77, 77},
            .kind = {0, 200},
            .sequence = {-1, 12},
            .place = {3, 0}}};
    (void)tests::recordedTrace(folder / "run.fscope", rows);
    EXPECT_THAT(asked(folder / "run.fscope",
                    "SELECT name, kind, thread, sequence, file, line, function, module, call "
                    "FROM operator"),
        ElementsAre("aten::mm|operator|77||net.py|4|forward|up|", "(name 8)|kind 200|77|12|||||"));
}

TEST(TraceTables, CountEveryRowOfEveryKind)
{
    const TemporaryFolder folder;
    const auto rows = tests::someRows(20);
    (void)tests::recordedTrace(folder / "run.fscope", rows);
    EXPECT_THAT(asked(folder / "run.fscope",
                    "SELECT (SELECT count(*) FROM kernel), (SELECT count(*) FROM operator), "
                    "(SELECT count(*) FROM api_call), (SELECT count(*) FROM copy), "
                    "(SELECT count(*) FROM counter)"),
        ElementsAre("20|1000|10|11|12"));
}

TEST(TraceTables, AreInEveryConnectionOfThePrograms)
{
    const TemporaryFolder folder;
    (void)tests::recordedTrace(folder / "run.fscope", tests::someRows(20));
    auto connection = storage::openToRead(folder / "run.fscope");
    EXPECT_EQ(asked(connection.database, "SELECT count(*) FROM kernel").at(0), "20");
    EXPECT_THAT(asked(connection.database, "DELETE FROM kernel").at(0), HasSubstr("kernel"));
}

TEST(TraceTables, FindTheSameRowsHoweverTheyAreNarrowed)
{
    const TemporaryFolder folder;
    recordVariants(folder / "run.fscope", orderlyRows(3 * storage::chunkRecords));
    auto database = opened(folder / "run.fscope");
    std::mt19937_64 engine(1);
    constexpr std::array columns {"start_ns", "end_ns", "call", "trace", "process"};
    constexpr std::array operators {"=", "<", "<=", ">", ">=", "<>", "IS"};
    for (int i = 0; i < 40; ++i) {
        const std::string column = columns[engine() % columns.size()];
        const bool time = column.ends_with("_ns");
        const auto value = time ? static_cast<std::int64_t>(engine() % 2'000'000) - 10'000
                                : static_cast<std::int64_t>(engine() % 4);
        const auto condition = column + ' ' + operators[engine() % operators.size()] + ' '
            + std::to_string(value) + (time && engine() % 2 == 0 ? ".5" : "");
        const auto plain = "+" + condition; // SQLite alone compares
        const std::string figures = "SELECT count(*) || ' ' || total(start_ns) FROM kernel WHERE ";
        EXPECT_EQ(asked(database, figures + condition), asked(database, figures + plain))
            << condition;
    }
}

TEST(TraceTables, FindAnyRowsHoweverTheyAreNarrowed)
{
    const TemporaryFolder folder;
    const auto rows = tests::someRows(2 * storage::chunkRecords);
    (void)tests::recordedTrace(folder / "run.fscope", rows);
    auto database = opened(folder / "run.fscope");
    std::mt19937_64 engine(2);
    for (int i = 0; i < 10; ++i) {
        const auto bound = rows.kernels.startNs[engine() % rows.kernels.size()];
        const auto condition = std::string(i % 2 == 0 ? "start_ns" : "end_ns")
            + (engine() % 2 == 0 ? " <= " : " > ") + std::to_string(bound);
        const std::string count = "SELECT count(*) FROM kernel WHERE ";
        EXPECT_EQ(asked(database, count + condition), asked(database, count + "+" + condition));
    }
}

TEST(TraceTables, ReadOnlyTheChunksThatAQueryNeeds)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    constexpr auto chunk = storage::chunkRecords;
    recordVariants(file, orderlyRows(3 * chunk));
    tests::execute(file,
        "UPDATE kernel_chunk SET data = zeroblob(40) WHERE trace_id = 2 AND first = "
            + std::to_string(chunk));
    auto database = opened(file);
    EXPECT_EQ(numberOf(database, "SELECT count(*) FROM kernel WHERE trace = 1"), 3 * chunk);
    EXPECT_EQ(numberOf(database, "SELECT count(*) FROM kernel WHERE variant = 'eager'"), 3 * chunk);
    EXPECT_EQ(
        numberOf(database, "SELECT count(*) FROM kernel WHERE trace = 2 AND start_ns < 500"), 50);
    EXPECT_EQ(numberOf(database,
                  "SELECT count(*) FROM kernel WHERE trace = 2 AND start_ns > "
                      + std::to_string(20 * chunk + 5)),
        chunk - 1);
    EXPECT_THAT(asked(database, "SELECT count(*) FROM kernel").at(0),
        AllOf(HasSubstr("row 65536 of kernel_chunk of trace 2 is damaged"),
            HasSubstr("undamaged copy")));
}

TEST(TraceTables, SayWhatIsDamagedAndNeverGiveOtherRows)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    recordVariants(file, orderlyRows(500));
    const std::string figures
        = "SELECT total(start_ns) + total(duration_ns) + count(name) + total(node) FROM kernel";
    const auto whole = asked(file, figures);
    SQLite::Database writing(file.string(), SQLite::OPEN_READWRITE);
    SQLite::Statement chunk(writing, "SELECT data FROM kernel_chunk WHERE trace_id = 1");
    ASSERT_TRUE(chunk.executeStep());
    const auto data = chunk.getColumn(0).getString();
    chunk.reset();
    std::mt19937_64 engine(3);
    for (int i = 0; i < 400; ++i) {
        auto damaged = data;
        if (i % 4 == 0) {
            damaged.resize(engine() % damaged.size());
        } else {
            auto& byte = damaged[engine() % damaged.size()];
            byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1 + engine() % 255));
        }
        SQLite::Statement change(writing, "UPDATE kernel_chunk SET data = ? WHERE trace_id = 1");
        change.bind(1, damaged.data(), static_cast<int>(damaged.size()));
        change.exec();
        const auto answer = asked(file, figures);
        if (answer != whole) {
            ASSERT_THAT(answer.at(0), HasSubstr("of trace 1 is damaged: "));
        }
    }
}

TEST(TraceTables, BearAnythingInTheOtherTables)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    recordVariants(file, orderlyRows(500));
    const auto bytes = tests::bytesOf(file);
    for (const char* damage : {"UPDATE kernel_chunk SET count = -1",
             "UPDATE kernel_chunk SET count = 9223372036854775807",
             "UPDATE kernel_chunk SET first = -9223372036854775807, data = x''",
             "UPDATE kernel_chunk SET start_ns = 9223372036854775807, end_ns = 0",
             "UPDATE trace_call SET start_ns = 9223372036854775807, end_ns = -1",
             "UPDATE trace_name SET name_id = -name_id", "DELETE FROM launch_shape",
             "DROP TABLE trace_call", "DROP TABLE kernel_chunk",
             "UPDATE trace SET id = 9223372036854775807 WHERE id = 1",
             "UPDATE trace SET pass = 'unknown'"}) {
        SQLite::Database writing(file.string(), SQLite::OPEN_READWRITE);
        writing.exec(damage);
        auto database = opened(file);
        for (const char* sql : {"SELECT * FROM kernel", "SELECT * FROM kernel WHERE call = 1",
                 "SELECT rowid, count(*) FROM kernel WHERE start_ns > 3"})
            (void)asked(database, sql);
        tests::writeBytes(file, bytes);
    }
    EXPECT_EQ(asked(file, "SELECT count(*) FROM kernel").at(0), "1000");
}

TEST(TraceTables, ReadAnAttachedFileByItsName)
{
    const TemporaryFolder folder;
    recordVariants(folder / "a.fscope", orderlyRows(3));
    recordVariants(folder / "b.fscope", orderlyRows(50));
    auto database = opened(folder / "a.fscope");
    database.exec("ATTACH '" + (folder / "b.fscope").string() + R"(' AS "odd ""name")");
    EXPECT_EQ(numberOf(database, "SELECT count(*) FROM kernel"), 6);
    EXPECT_EQ(numberOf(database, R"(SELECT count(*) FROM kernel('odd "name'))"), 100);
    EXPECT_EQ(asked(database, "SELECT count(*) FROM kernel('x')").at(0),
        "x holds no traces (no such table: x.trace); open a file that Fusescope recorded with "
        "schema 3 "
        "or newer");
}

TEST(TraceTables, JoinTheTraceTheyBelongTo)
{
    const TemporaryFolder folder;
    recordVariants(folder / "run.fscope", orderlyRows(30));
    EXPECT_THAT(asked(folder / "run.fscope",
                    "SELECT variant_index, sum(duration_ns), count(DISTINCT kernel.rowid) "
                    "FROM trace JOIN process ON process.id = process_id "
                    "JOIN kernel ON kernel.trace = trace.id WHERE call = 1 GROUP BY 1"),
        ElementsAre("0|150|15", "1|150|15"));
}

TEST(TraceTables, HideADeletedComparison)
{
    const TemporaryFolder folder;
    recordVariants(folder / "run.fscope", orderlyRows(3));
    tests::execute(folder / "run.fscope", "UPDATE comparison SET deleted_utc_ns = 1");
    EXPECT_THAT(asked(folder / "run.fscope", "SELECT * FROM kernel"), IsEmpty());
}

TEST(TraceTables, OfAFileWithoutTracesAreASentence)
{
    const TemporaryFolder folder;
    SQLite::Database database(
        (folder / "other.db").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    ASSERT_EQ(storage::addTraceTables(database.getHandle()), SQLITE_OK);
    EXPECT_THAT(asked(database, "SELECT * FROM kernel").at(0), HasSubstr("main holds no traces"));
}

class TheViews : public testing::Test {
protected:
    void SetUp() override { recordVariants(file, orderlyRows(4)); }

    /// Without the extension.
    [[nodiscard]] std::vector<std::string> asked(const std::string& sql) const
    {
        SQLite::Database plain(file.string(), SQLite::OPEN_READONLY);
        return ::asked(plain, sql);
    }

    TemporaryFolder folder;
    std::filesystem::path file = folder / "run.fscope";
};

TEST_F(TheViews, TellTheKernelsOfEachVariantAndTheirDifferenceWithoutAnExtension)
{
    tests::execute(file,
        "INSERT INTO kernel_stat "
        "(trace_id, position, name, count, total_ns, min_ns, max_ns, per_call_ns) VALUES "
        "(1, 0, 'gemm', 4, 800, 150, 250, 400), (1, 1, 'add', 2, 100, 50, 50, 50), "
        "(2, 0, 'gemm', 4, 600, 150, 150, 300), (2, 1, 'triton_poi', 2, 60, 30, 30, 30)");
    EXPECT_THAT(asked("SELECT variant, case_name, name, count_per_call, per_call_ns FROM "
                      "kernel_summary ORDER BY variant_index, per_call_ns DESC"),
        ElementsAre("eager|s32|gemm|2.0|400.0", "eager|s32|add|1.0|50.0",
            "compiled|s32|gemm|2.0|300.0", "compiled|s32|triton_poi|1.0|30.0"));
    EXPECT_THAT(
        asked("SELECT name, baseline_per_call_ns, per_call_ns, change_per_call_ns FROM "
              "kernel_change WHERE variant = 'compiled' ORDER BY abs(change_per_call_ns) DESC"),
        ElementsAre("gemm|400.0|300.0|-100.0", "add|50.0||-50.0", "triton_poi||30.0|30.0"));
}

TEST_F(TheViews, TellWhatADeviceDidInACall)
{
    tests::execute(file,
        "INSERT INTO device_part (trace_id, position, busy, part, ns) VALUES "
        "(1, 0, 1, 'matmul', 30), (1, 1, 1, 'matmul', 50), (1, 1, 0, 'launch', 10), "
        "(1, 0, 0, 'copy', 4), (1, 0, 1, 'copy', 6)");
    EXPECT_THAT(asked("SELECT variant, case_name, busy, part, per_call_ns FROM device_summary "
                      "ORDER BY busy DESC, per_call_ns DESC"),
        ElementsAre("eager|s32|1|matmul|40.0", "eager|s32|1|copy|3.0", "eager|s32|0|launch|5.0",
            "eager|s32|0|copy|2.0"));
}

TEST_F(TheViews, TakeTheLastWholeTraceOfAVariant)
{
    tests::execute(file,
        "INSERT INTO trace SELECT 10, process_id, 5, case_index, pass, started_utc_ns, 1, "
        "device_reason, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0 FROM trace WHERE id = 1;"
        "INSERT INTO trace_call VALUES (10, 0, 0, 50);"
        "INSERT INTO trace SELECT 11, process_id, 6, case_index, pass, started_utc_ns, 0, "
        "device_reason, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0 FROM trace WHERE id = 1;"
        "INSERT INTO operator_stat "
        "(trace_id, position, name, kind, count, total_ns, self_ns, self_per_call_ns) VALUES "
        "(1, 0, 'aten::mm', 'operator', 1, 7, 7, 7), (10, 0, 'aten::mm', 'operator', 1, 9, 8, 8)");
    EXPECT_THAT(asked("SELECT variant, trace, calls FROM speaking_trace"),
        ElementsAre("eager|10|1", "compiled|2|2"));
    EXPECT_THAT(asked("SELECT variant, kind, name, self_per_call_ns FROM operator_summary"),
        ElementsAre("eager|operator|aten::mm|8.0"));
}

TEST(TheExtension, LoadsIntoAnyProgramByItsNameAlone)
{
    const TemporaryFolder folder;
    recordVariants(folder / "run.fscope", orderlyRows(12));
    SQLite::Database database((folder / "run.fscope").string(), SQLite::OPEN_READONLY);
    EXPECT_THAT(asked(database, "SELECT * FROM kernel").at(0), HasSubstr("no such table"));
    database.loadExtension(EXTENSION_FILE, nullptr);
    EXPECT_EQ(asked(database, "SELECT count(*) FROM kernel WHERE name = 'gemm'").at(0), "16");
}

TEST(TheExtension, LoadsIntoPython)
{
    // The interpreter of the system: one that was built without loadable extensions cannot.
    const std::string python = "/usr/bin/python3 -c ";
    if (std::system((python
            + "'import sqlite3; sqlite3.Connection.enable_load_extension' "
              "2>/dev/null")
                        .c_str())
        != 0)
        GTEST_SKIP() << "the system's Python loads no extensions";
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer's library must be the first one of a program";
#endif
    const TemporaryFolder folder;
    recordVariants(folder / "run.fscope", orderlyRows(12));
    const auto program = "'import sqlite3, sys\n"
                         "run = sqlite3.connect(sys.argv[1])\n"
                         "run.enable_load_extension(True)\n"
                         "run.load_extension(sys.argv[2])\n"
                         "row = run.execute(\"SELECT sum(duration_ns), max(call) FROM kernel "
                         "WHERE variant = ?\", [\"eager\"]).fetchone()\n"
                         "sys.exit(0 if row == (120, 1) else str(row))' ";
    EXPECT_EQ(
        std::system(
            (python + program + (folder / "run.fscope").string() + " " EXTENSION_FILE).c_str()),
        0);
}
