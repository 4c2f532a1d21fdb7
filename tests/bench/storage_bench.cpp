// SPDX-License-Identifier: Apache-2.0
// The run database: how fast calls go through the sink, each block with a flush as a recorder does
// it, and how long a comparison with a million calls takes to open.
#include "profiler/model/comparison_data.h"
#include "profiler/model/record_sink.h"
#include "storage/file/run_database.h"
#include "tests/support/temporary_folder.h"

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

constexpr int calls = 1'000'000;
constexpr int lanes = 4;
constexpr int callsOfABlock = 1000;
constexpr int tries = 5;
constexpr double leastWrittenPerSecond = 1e6;
constexpr double mostOpenSeconds = 1;
constexpr double mostBytesPerCall = 20; // of plain columns

double seconds(std::chrono::steady_clock::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

/// Times with the spread of real calls, so that they compress no better than real ones.
CallBlock realisticBlock(std::mt19937_64& engine, int round)
{
    CallBlock block {.kind = BlockKind::Timed, .round = round, .order = round};
    for (int i = 0; i < callsOfABlock; ++i) {
        const auto wall = 3'000'000 + static_cast<std::int64_t>(engine() % 200'000);
        block.wallNs.push_back(wall);
        block.cpuNs.push_back(wall - static_cast<std::int64_t>(engine() % 10'000));
        block.switches.push_back(engine() % 50 == 0 ? 1 : 0);
    }
    block.machine = {.cpuPressureRatio = 0.01, .cpuPerWall = 0.99, .loadAverage = 1.2};
    return block;
}

std::vector<CallBlock> blocksToWrite()
{
    std::mt19937_64 engine(1);
    std::vector<CallBlock> blocks;
    blocks.reserve(calls / callsOfABlock);
    for (int i = 0; i < calls / callsOfABlock; ++i)
        blocks.push_back(realisticBlock(engine, i / lanes));
    return blocks;
}

Result<void> writeBlocks(RecordSink& sink, const std::vector<CallBlock>& blocks)
{
    std::vector<ProcessIndex> processes;
    for (int lane = 0; lane < lanes; ++lane) {
        const auto process = sink.beginProcess({.variant = lane % 2});
        if (!process)
            return tl::unexpected(process.error());
        processes.push_back(*process);
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        auto written = sink.add(processes[i % processes.size()], blocks[i]).and_then([&] {
            return sink.flush();
        });
        if (!written)
            return written;
    }
    for (const auto process : processes)
        if (auto ended = sink.endProcess(process, {}); !ended)
            return ended;
    return sink.endComparison(ComparisonStatus::Complete, "done");
}

[[noreturn]] void stop(const Error& error)
{
    std::fprintf(stderr, "storage_bench: %s\n", error.message.c_str());
    std::exit(1); // NOLINT(concurrency-mt-unsafe): there is one thread
}

double writeSeconds(const std::filesystem::path& file)
{
    const auto blocks = blocksToWrite();
    auto sink = storage::openForRecording(file);
    if (!sink)
        stop(sink.error());
    Plan plan {.cases = {{}}, .variants = {{.name = "eager"}, {.name = "default"}}};
    if (const auto begun = (*sink)->beginComparison({}, plan); !begun)
        stop(begun.error());
    const auto start = std::chrono::steady_clock::now();
    if (const auto written = writeBlocks(**sink, blocks); !written)
        stop(written.error());
    return seconds(std::chrono::steady_clock::now() - start);
}

double loadSeconds(const std::filesystem::path& file)
{
    const auto start = std::chrono::steady_clock::now();
    const auto data = storage::loadComparison(file);
    const auto taken = seconds(std::chrono::steady_clock::now() - start);
    if (!data)
        stop(data.error());
    std::size_t loaded = 0;
    for (const auto& process : data->processes)
        for (const auto& block : process.blocks)
            loaded += block.wallNs.size();
    if (loaded != calls)
        stop({ErrorKind::BadData, "loaded " + std::to_string(loaded) + " calls"});
    return taken;
}

bool report(const char* name, double figure, double limit, bool ok)
{
    std::printf("%-28s %12.4g %12.4g %s\n", name, figure, limit, ok ? "ok" : "FAIL");
    return ok;
}

/// The best of several tries: other programs can only take time away.
struct Figures {
    double writtenPerSecond = 0;
    double openSeconds = 1e9;
    double bytesPerCall = 0;
};

Figures measure(const std::filesystem::path& folder)
{
    Figures best;
    for (int i = 0; i < tries; ++i) {
        const auto file = folder / std::to_string(i);
        best.writtenPerSecond = std::max(best.writtenPerSecond, calls / writeSeconds(file));
        best.openSeconds = std::min(best.openSeconds, loadSeconds(file));
        best.bytesPerCall = static_cast<double>(std::filesystem::file_size(file)) / calls;
    }
    return best;
}

} // namespace

int main()
{
    const tests::TemporaryFolder folder;
    const auto figures = measure(folder.path());

    bool ok = report("calls_written_per_s", figures.writtenPerSecond, leastWrittenPerSecond,
        figures.writtenPerSecond >= leastWrittenPerSecond);
    ok &= report("open_million_calls_s", figures.openSeconds, mostOpenSeconds,
        figures.openSeconds <= mostOpenSeconds);
    ok &= report("bytes_per_call", figures.bytesPerCall, mostBytesPerCall,
        figures.bytesPerCall <= mostBytesPerCall);
    return ok ? 0 : 1;
}
