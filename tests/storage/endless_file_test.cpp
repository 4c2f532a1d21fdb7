// SPDX-License-Identifier: Apache-2.0
// Small files that would keep a reader busy, or fill its memory, for ever.
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "storage/columns/column_codec.h"
#include "storage/file/sql_query.h"
#include "storage/rows/log_codec.h"
#include "storage/sqlite/statement_guard.h"
#include "storage/sqlite/statements.h"
#include "tests/storage/recorded_file.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace profiler;
using testing::HasSubstr;
using tests::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

void putBigEndian(std::string& bytes, std::size_t at, std::size_t width, std::uint64_t value)
{
    for (std::size_t i = 0; i < width; ++i)
        bytes[at + i] = static_cast<char>(value >> (8 * (width - 1 - i)));
}

/// An interior page of a table, all of whose cells name one page.
std::string branchTo(std::uint32_t page, std::size_t pageSize)
{
    constexpr std::size_t header = 12;
    constexpr std::size_t cell = 5; // a page and a key of one byte
    constexpr std::size_t cells = 300;
    std::string bytes(pageSize, '\0');
    bytes[0] = 5;
    putBigEndian(bytes, 3, 2, cells);
    putBigEndian(bytes, 5, 2, pageSize - cells * cell);
    putBigEndian(bytes, 8, 4, page);
    for (std::size_t i = 0; i < cells; ++i) {
        const auto at = pageSize - (i + 1) * cell;
        putBigEndian(bytes, header + 2 * i, 2, at);
        putBigEndian(bytes, at, 4, page);
        bytes[at + 4] = static_cast<char>(i % 100);
    }
    return bytes;
}

/// Gives a table branches of branches to its one leaf: as many rows as there are atoms.
void makeEndless(const fs::path& file, const std::string& table)
{
    const auto root = std::stoul(
        tests::queried(file, "SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'"));
    const auto pageSize = std::stoul(tests::queried(file, "PRAGMA page_size"));
    auto bytes = tests::bytesOf(file);
    auto pages = static_cast<std::uint32_t>(bytes.size() / pageSize);
    bytes += bytes.substr((root - 1) * pageSize, pageSize); // the leaf moves to the end
    ++pages;
    for (int depth = 0; depth < 8; ++depth) {
        bytes += branchTo(pages, pageSize);
        ++pages;
    }
    bytes.replace((root - 1) * pageSize, pageSize, branchTo(pages, pageSize));
    putBigEndian(bytes, 28, 4, pages);
    tests::writeBytes(file, bytes);
}

/// Whether `function` held in a process that may take `megabytes` more than this one has.
template <typename Function>
bool heldWithin([[maybe_unused]] std::size_t megabytes, Function&& function)
{
    const auto child = fork();
    if (child == 0) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        std::ifstream sizes("/proc/self/statm");
        std::size_t pages = 0;
        sizes >> pages;
        const auto most = pages * 4096 + (megabytes << 20U);
        const rlimit limit {.rlim_cur = most, .rlim_max = most};
        if (setrlimit(RLIMIT_AS, &limit) != 0)
            _exit(2);
#endif
        _exit(function() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void addChunks(const fs::path& file, const std::string& insert, std::int64_t rows,
    const storage::Bytes& data, int chunks)
{
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    SQLite::Statement statement(database, insert);
    for (int i = 0; i < chunks; ++i) {
        statement.bind(1, i * rows);
        statement.bind(2, rows);
        statement.bind(3, data.data(), static_cast<int>(data.size()));
        statement.exec();
        statement.reset();
    }
}

} // namespace

TEST(EndlessFile, IsRefusedHoweverItsPagesNameEachOther)
{
    for (const auto* table : {"comparison", "sqlite_sequence", "notice", "change"}) {
        SCOPED_TRACE(table);
        const TemporaryFolder folder;
        const auto file = folder / "run.fscope";
        tests::recordedFile(file);
        makeEndless(file, table);
        const auto listed = storage::listComparisons(file);
        const auto loaded = storage::loadComparison(file, "nobody");
        const auto sink = storage::openForRecording(file);
        if (table != std::string("comparison"))
            continue; // found by its key, or never looked at
        ASSERT_FALSE(listed);
        EXPECT_EQ(listed.error().kind, ErrorKind::BadData) << listed.error().message;
        EXPECT_THAT(listed.error().message, HasSubstr("take an undamaged copy"));
        EXPECT_FALSE(sink);
    }
}

TEST(CancelScope, EndsAQuestionThatHasNoEnd)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    tests::recordedFile(file);
    int asked = 0;
    const storage::CancelScope cancelled([&asked] { return ++asked > 50; });
    const auto answer = storage::readSql(file,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
        {[](auto&) {}, [](auto&) {}});
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().kind, ErrorKind::Interrupted);
    EXPECT_THAT(answer.error().message, HasSubstr("was cancelled"));
}

TEST(CancelScope, OfTheOutsideHoldsInside)
{
    EXPECT_FALSE(storage::CancelScope::isWanted());
    bool wanted = false;
    {
        const storage::CancelScope outer([&wanted] { return wanted; });
        const storage::CancelScope inner([] { return false; });
        EXPECT_FALSE(storage::CancelScope::isWanted());
        wanted = true;
        EXPECT_TRUE(storage::CancelScope::isWanted());
    }
    EXPECT_FALSE(storage::CancelScope::isWanted());
}

TEST(LogBomb, IsReadChunkByChunk)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    tests::recordedFile(file);
    tests::execute(file, "DELETE FROM log_chunk");
    const std::vector<LogLine> lines(3, LogLine {.text = std::string(storage::longestLine, 'x')});
    constexpr int chunks = 80; // 960 MiB
    addChunks(
        file, "INSERT INTO log_chunk VALUES (1, ?, ?, ?)", 3, storage::encodeLog(lines), chunks);
    EXPECT_LT(fs::file_size(file), 2'000'000U);
    EXPECT_TRUE(heldWithin(200, [&] {
        int count = 0;
        const auto read = storage::readLog(file, {1}, [&count](LogLine&& /*line*/) {
            ++count;
            return true;
        });
        return read.has_value() && count == 3 * chunks;
    }));
    int taken = 0;
    ASSERT_TRUE(storage::readLog(file, {1}, [&taken](LogLine&&) { return ++taken < 4; }));
    EXPECT_EQ(taken, 4) << "no more is read than is wanted";
}

namespace {

/// A chunk as somebody would make it by hand: the frame that zstd skips is cut off.
storage::Bytes withoutFilling(storage::Bytes chunk)
{
    constexpr std::array<std::uint8_t, 4> skippable {0x50, 0x2a, 0x4d, 0x18};
    const auto found = std::ranges::search(chunk, skippable);
    EXPECT_FALSE(found.empty());
    chunk.erase(found.begin(), chunk.end());
    return chunk;
}

} // namespace

TEST(RowBomb, TakesNoMoreThanItsBytesAllow)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    auto run = tests::randomRun(1, {.processes = 0});
    TraceIndex trace;
    {
        auto sink = storage::openForRecording(file);
        ASSERT_TRUE(tests::record(run, **sink));
        const auto process = (*sink)->beginProcess({.kind = ProcessKind::Trace});
        trace = *(*sink)->beginTrace(*process, {});
        ASSERT_TRUE((*sink)->endTrace(trace, {}));
        ASSERT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, ""));
    }
    KernelColumns equal;
    forEachColumn(equal, [](const char*, auto& column) { column.resize(storage::chunkRecords); });
    const auto data = withoutFilling(storage::encodeColumns(equal, 0, storage::chunkRecords));
    addChunks(file, "INSERT INTO kernel_chunk VALUES (1, ?, ?, 0, 0, ?)",
        static_cast<std::int64_t>(storage::chunkRecords), data, 700); // 46 million rows
    EXPECT_TRUE(heldWithin(500, [&] {
        const auto rows = storage::loadTraceRows(file, {1}, trace);
        return !rows && rows.error().kind == ErrorKind::BadData
            && rows.error().message.find("in too few bytes") != std::string::npos;
    }));
}
