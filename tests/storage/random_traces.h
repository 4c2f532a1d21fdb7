// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_columns.h"
#include "tests/storage/recorded_file.h"

#include <bit>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

/// Traces that hold anything a file can.
namespace tests {

/// Any bits at all: overlaps, zero and huge gaps, times that go back, ids that wrap.
template <typename Columns>
[[nodiscard]] Columns anyRows(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 engine(seed);
    Columns columns;
    profiler::forEachColumn(columns, [&](const char* /*name*/, auto& column) {
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

[[nodiscard]] inline profiler::TraceRows someRows(std::size_t kernels)
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
        .operators = anyRows<profiler::OperatorColumns>(1000, 6),
        .kernels = anyRows<profiler::KernelColumns>(kernels, 7),
        .apis = anyRows<profiler::ApiColumns>(10, 8),
        .copies = anyRows<profiler::CopyColumns>(11, 9),
        .counters = anyRows<profiler::CounterColumns>(12, 10)};
}

inline std::vector<profiler::TraceChunk> chunksOf(const profiler::TraceRows& rows)
{
    return {rows.names, rows.places, rows.shapes, rows.operators, rows.kernels, rows.apis,
        rows.copies, rows.counters};
}

/// A comparison with one trace process whose second trace has these rows.
[[nodiscard]] inline profiler::ComparisonId recordedTrace(
    const std::filesystem::path& file, const profiler::TraceRows& rows, bool end = true)
{
    auto run = randomRun(1, {.processes = 1, .blocks = 1});
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
        EXPECT_TRUE((*sink)->endComparison(profiler::ComparisonStatus::Complete, ""));
    }
    return *id;
}

inline constexpr profiler::TraceIndex secondTrace {.process = {0}, .value = 1};

} // namespace tests
