// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/made_replays.h"

#include "tests/support/table_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

namespace made_replays {

using namespace profiler; // NOLINT(google-build-using-namespace): every type here is its

namespace {

constexpr int streams = 4;
constexpr int replayKernels = 400; // of one stream in one call
constexpr int callKernels = streams * replayKernels;
constexpr int modules = 12;
constexpr std::int64_t firstNs = 1'790'000'000'000'000'000;

constexpr std::array stems {"ampere_bf16_gemm_", "triton_poi_fused_add_", "softmax_forward_",
    "vectorized_elementwise_", "ncclDevKernel_AllReduce_"};
constexpr int variations = 7;
constexpr auto kernelNames = static_cast<int>(stems.size()) * variations;
constexpr std::int32_t launchName = kernelNames + 1;
constexpr std::int32_t moduleName = launchName + 1;

TraceNames namesOfAll()
{
    TraceNames names;
    const auto add = [&](const std::string& text) {
        names.push_back({.id = static_cast<std::int32_t>(names.size()) + 1, .text = text});
    };
    for (const auto* stem : stems)
        for (int i = 0; i < variations; ++i)
            add(stem + std::to_string(i));
    add("cudaGraphLaunch");
    for (int i = 0; i <= modules; ++i)
        add("blocks." + std::to_string(i));
    return names;
}

/// Makes one call after the other.
class Maker {
public:
    Maker()
        : m_usual(callKernels)
    {
        for (auto& duration : m_usual)
            duration = 1'000 + static_cast<std::int64_t>(m_engine() % 1'530) * 32;
    }

    /// Appends the rows of one call, as records come: when kernels have ended.
    TraceCall addCall(TraceRows& rows)
    {
        const auto begin = m_now;
        addCopy(rows.copies, begin + 2'000);
        for (int stream = 0; stream < streams; ++stream)
            addReplay(rows.apis, stream, begin + 10'000);
        std::ranges::sort(m_kernels, {}, [](const Kernel& kernel) { return kernel.end; });
        for (const auto& kernel : m_kernels)
            add(kernel, rows.kernels);
        const auto end = m_kernels.back().end + 8'000;
        addModules(rows.operators, begin, end);
        m_kernels.clear();
        m_now = end + 20'000 + static_cast<std::int64_t>(m_engine() % 200'000);
        return {.startNs = begin, .endNs = end};
    }

private:
    struct Kernel {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        int place = 0;
        std::int32_t correlation = 0;
    };

    void addReplay(ApiColumns& apis, int stream, std::int64_t begin)
    {
        const auto correlation = ++m_correlation;
        tests::addRow(apis, begin + stream * 6'000, 5'000, launchName, 1, correlation, 0);
        auto now = begin + stream * 6'000 + 7'000;
        for (int i = 0; i < replayKernels; ++i) {
            const auto place = stream * replayKernels + i;
            const auto end = now + m_usual[static_cast<std::size_t>(place)]
                + static_cast<std::int64_t>(m_engine() % 30) * 32;
            m_kernels.push_back(
                {.begin = now, .end = end, .place = place, .correlation = correlation});
            now = end + static_cast<std::int64_t>(m_engine() % 40) * 32;
        }
    }

    static void add(const Kernel& kernel, KernelColumns& kernels)
    {
        tests::addRow(kernels, kernel.begin, kernel.end - kernel.begin,
            1 + kernel.place % kernelNames, kernel.correlation, 0, 1,
            7 + kernel.place / replayKernels, 1 + kernel.place % 60, 3, 10'000 + kernel.place, 0);
    }

    void addCopy(CopyColumns& copies, std::int64_t begin)
    {
        tests::addRow(copies, begin, 6'000, CopyKind::HostToDevice, 1 << 20, ++m_correlation, 0, 1,
            7, 0, 0, 0);
    }

    /// One that holds all others.
    static void addModules(OperatorColumns& spans, std::int64_t begin, std::int64_t end)
    {
        const auto length = (end - begin) / modules;
        for (int i = 0; i <= modules; ++i) {
            tests::addRow(spans, i == 0 ? begin : begin + (i - 1) * length,
                i == 0 ? end - begin : length - 500, moduleName + i, 1, SpanKind::Module, -1, 0);
        }
    }

    std::mt19937_64 m_engine {1};
    std::vector<std::int64_t> m_usual;
    std::vector<Kernel> m_kernels;
    std::int64_t m_now = firstNs;
    std::int32_t m_correlation = 0;
};

} // namespace

Trace wholeTrace(std::size_t kernels)
{
    Trace trace;
    trace.rows.names = namesOfAll();
    Maker maker;
    while (trace.rows.kernels.size() < kernels)
        trace.calls.push_back(maker.addCall(trace.rows));
    return trace;
}

TimelineTracks tracksInPieces(std::size_t kernels)
{
    TimelineBuilder builder(namesOfAll());
    Maker maker;
    std::vector<TraceCall> calls;
    for (std::size_t made = 0; made < kernels;) {
        TraceRows rows;
        while (rows.kernels.size() < 65'536)
            calls.push_back(maker.addCall(rows));
        made += rows.kernels.size();
        builder.add(rows.kernels);
        builder.add(rows.copies);
        builder.add(rows.apis);
        builder.add(rows.operators);
    }
    builder.add(calls);
    return builder.finished();
}

std::vector<TimeSpan> script(TimeSpan whole)
{
    constexpr double narrowest = 40'000; // ns: a few kernels
    constexpr int zooming = 80;
    const auto length = static_cast<double>(whole.end - whole.begin);
    std::vector<TimeSpan> views;
    for (int step = 0; step < steps; ++step) {
        const auto depth = std::min({step, zooming, steps - 1 - step});
        const auto view
            = length * std::pow(narrowest / length, static_cast<double>(depth) / zooming);
        const auto panned = std::clamp(step - zooming, 0, steps - 2 * zooming);
        const auto centre = length * 0.37 + panned * view * 0.4;
        const auto begin = whole.begin
            + static_cast<std::int64_t>(std::clamp(centre - view / 2, 0.0, length - view));
        views.push_back({begin, begin + static_cast<std::int64_t>(view)});
    }
    return views;
}

} // namespace made_replays
