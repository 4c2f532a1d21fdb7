// SPDX-License-Identifier: Apache-2.0
// Kernels of a trace in the run database: how fast they are written, how large they are, and how
// long ten millions of them, and the table of the longest, take to read; through SQL as well.
#include "profiler/model/comparison_data.h"
#include "profiler/model/record_sink.h"
#include "profiler/model/trace_columns.h"
#include "storage/file/run_database.h"
#include "storage/sql/trace_table.h"
#include "tests/support/table_row.h"
#include "tests/support/temporary_folder.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

using namespace profiler;

namespace {

constexpr std::size_t kernels = 10'000'000;
constexpr std::size_t batch = 65'536; // as the collector hands them over
constexpr int names = 400;
constexpr int graphKernels = 425; // of one replay
constexpr int tries = 3;
constexpr std::int64_t firstNs = 1'790'000'000'000'000'000;
constexpr double leastWrittenPerSecond = 10e6;
constexpr double mostBytes = 10; // of a kernel
constexpr double mostLoadSeconds = 0.5;
constexpr double mostTopSeconds = 0.005;
constexpr double mostScanRatio = 3; ///< a row of SQL beside a row of the plain decode
constexpr double mostPieceRatio = 0.05; ///< a hundredth of the time, beside a whole scan

double seconds(std::chrono::steady_clock::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

[[noreturn]] void stop(const Error& error)
{
    std::fprintf(stderr, "trace_storage: %s\n", error.message.c_str());
    std::exit(1); // NOLINT(concurrency-mt-unsafe): there is one thread
}

/// Replays of a graph as a decoder writes them: the same kernels in the same order, times with the
/// spread of real ones.
KernelColumns realisticKernels()
{
    std::mt19937_64 engine(1);
    std::vector<std::int64_t> usual(graphKernels);
    for (auto& duration : usual)
        duration = 1'500 + static_cast<std::int64_t>(engine() % 40'000);
    KernelColumns columns;
    std::int64_t now = firstNs;
    for (std::size_t i = 0; i < kernels; ++i) {
        const auto place = static_cast<int>(i % graphKernels);
        const auto duration = usual[static_cast<std::size_t>(place)]
            + static_cast<std::int64_t>(engine() % 300) * 32; // the device's clock ticks in 32 ns
        tests::addRow(columns, now, duration, 1 + place % names, i / graphKernels, 0, 1, 7,
            1 + place % 60, 3, 10'000 + place, 0);
        now += duration + static_cast<std::int64_t>(engine() % 40) * 32;
    }
    return columns;
}

std::vector<KernelColumns> batches()
{
    const auto all = realisticKernels();
    std::vector<KernelColumns> pieces;
    for (std::size_t first = 0; first < all.size(); first += batch)
        appendRows(pieces.emplace_back(), all, first, std::min(batch, all.size() - first));
    return pieces;
}

TraceSummary summaryOf(std::size_t count)
{
    TraceSummary summary {.calls = {{.startNs = firstNs, .endNs = firstNs + 1}}, .ended = true};
    for (std::size_t i = 0; i < count; ++i)
        summary.kernels.push_back({.name = "triton_poi_fused_" + std::to_string(i),
            .count = 1000,
            .totalNs = static_cast<std::int64_t>(1'000'000 - i),
            .minNs = 1,
            .maxNs = 2});
    return summary;
}

template <typename T>
T taken(Result<T> result)
{
    if (!result)
        stop(result.error());
    return std::move(*result);
}

void taken(const Result<void>& result)
{
    if (!result)
        stop(result.error());
}

struct Figures {
    double writtenPerSecond = 0;
    double bytes = 0;
    double loadSeconds = 1e9;
    double topSeconds = 1e9;
    double scanSeconds = 1e9; ///< SQL over every kernel
    double pieceSeconds = 1e9; ///< SQL over a hundredth of the time
    double viewSeconds = 1e9; ///< SQL: the fifty longest
    double changeSeconds = 1e9; ///< SQL: difference of two variants
};

/// A second variant with its table alone, to be compared with.
void addOther(RecordSink& sink)
{
    const auto process = taken(sink.beginProcess({.kind = ProcessKind::Trace, .variant = 1}));
    const auto trace = taken(sink.beginTrace(process, {}));
    taken(sink.endTrace(trace, summaryOf(names + names / 2)));
    taken(sink.endProcess(process, {}));
}

double writeSeconds(const std::filesystem::path& file, const std::vector<KernelColumns>& pieces)
{
    auto sink = taken(storage::openForRecording(file));
    const Plan plan {.cases = {{}},
        .variants = {{.name = "eager"}, {.name = "compiled", .kind = VariantKind::Compiled}}};
    taken(sink->beginComparison({}, plan));
    const auto process = taken(sink->beginProcess({.kind = ProcessKind::Trace}));
    const auto trace = taken(sink->beginTrace(process, {}));
    const auto start = std::chrono::steady_clock::now();
    for (const auto& piece : pieces)
        taken(sink->addTraceChunk(trace, piece));
    taken(sink->endTrace(trace, summaryOf(names)));
    taken(sink->flush());
    const auto took = seconds(std::chrono::steady_clock::now() - start);
    taken(sink->endProcess(process, {}));
    addOther(*sink);
    taken(sink->endComparison(ComparisonStatus::Complete, "done"));
    return took;
}

/// How long a query takes; its answer has to have `rows` rows.
void time(SQLite::Database& database, const std::string& sql, int rows, double& best)
{
    const auto start = std::chrono::steady_clock::now();
    SQLite::Statement statement(database, sql);
    int found = 0;
    while (statement.executeStep())
        ++found;
    best = std::min(best, seconds(std::chrono::steady_clock::now() - start));
    if (found != rows)
        stop({ErrorKind::BadData, sql + " has " + std::to_string(found) + " rows"});
}

void measureSql(const std::filesystem::path& file, std::int64_t lastNs, Figures& best)
{
    SQLite::Database database(file.string(), SQLite::OPEN_READONLY);
    if (storage::addTraceTables(database.getHandle()) != 0)
        stop({ErrorKind::Failed, "the tables cannot be added"});
    time(database, "SELECT count(*), sum(duration_ns) FROM kernel HAVING count(*) = 10000000", 1,
        best.scanSeconds);
    const auto hundredth = firstNs + (lastNs - firstNs) / 100;
    time(database,
        "SELECT sum(duration_ns) FROM kernel WHERE start_ns < " + std::to_string(hundredth)
            + " HAVING count(*) BETWEEN 95000 AND 105000",
        1, best.pieceSeconds);
    time(database,
        "SELECT name, count, total_ns FROM kernel_summary WHERE variant = 'eager' "
        "ORDER BY total_ns DESC LIMIT 50",
        50, best.viewSeconds);
    time(database,
        "SELECT * FROM kernel_change WHERE comparison = 1 AND variant = 'compiled' "
        "ORDER BY abs(change_per_call_ns) DESC",
        names + names / 2, best.changeSeconds);
}

void measure(
    const std::filesystem::path& file, const std::vector<KernelColumns>& pieces, Figures& best)
{
    best.writtenPerSecond = std::max(
        best.writtenPerSecond, static_cast<double>(kernels) / writeSeconds(file, pieces));
    best.bytes = static_cast<double>(std::filesystem::file_size(file)) / kernels;
    auto start = std::chrono::steady_clock::now();
    const auto rows = taken(storage::loadTraceRows(file, {1}, {}));
    best.loadSeconds
        = std::min(best.loadSeconds, seconds(std::chrono::steady_clock::now() - start));
    if (rows.kernels.size() != kernels)
        stop({ErrorKind::BadData, "loaded " + std::to_string(rows.kernels.size()) + " kernels"});
    start = std::chrono::steady_clock::now();
    const auto data = taken(storage::loadComparison(file));
    best.topSeconds = std::min(best.topSeconds, seconds(std::chrono::steady_clock::now() - start));
    if (data.processes.at(0).traces.at(0).kernels.size() != names)
        stop({ErrorKind::BadData, "the table of kernels is not whole"});
    measureSql(file, rows.kernels.startNs.back(), best);
}

bool report(const char* name, double figure, double limit, bool ok)
{
    std::printf("%-28s %12.4g %12.4g %s\n", name, figure, limit, ok ? "ok" : "FAIL");
    return ok;
}

} // namespace

int main()
{
    const tests::TemporaryFolder folder;
    const auto pieces = batches();
    Figures best;
    for (int i = 0; i < tries; ++i) {
        const auto file = folder / std::to_string(i);
        measure(file, pieces, best);
        std::filesystem::remove(file);
    }
    bool ok = report("kernels_written_per_s", best.writtenPerSecond, leastWrittenPerSecond,
        best.writtenPerSecond >= leastWrittenPerSecond);
    ok = report("bytes_per_kernel", best.bytes, mostBytes, best.bytes <= mostBytes) && ok;
    ok = report("load_ten_million_kernels_s", best.loadSeconds, mostLoadSeconds,
             best.loadSeconds <= mostLoadSeconds)
        && ok;
    ok = report(
             "kernel_table_s", best.topSeconds, mostTopSeconds, best.topSeconds <= mostTopSeconds)
        && ok;
    ok = report("sql_scan_beside_decode", best.scanSeconds / best.loadSeconds, mostScanRatio,
             best.scanSeconds <= mostScanRatio * best.loadSeconds)
        && ok;
    ok = report("sql_piece_beside_scan", best.pieceSeconds / best.scanSeconds, mostPieceRatio,
             best.pieceSeconds <= mostPieceRatio * best.scanSeconds)
        && ok;
    ok = report("sql_top_fifty_s", best.viewSeconds, mostTopSeconds,
             best.viewSeconds <= mostTopSeconds)
        && ok;
    ok = report("sql_difference_s", best.changeSeconds, mostTopSeconds,
             best.changeSeconds <= mostTopSeconds)
        && ok;
    return ok ? 0 : 1;
}
