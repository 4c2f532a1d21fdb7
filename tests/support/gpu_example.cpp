// SPDX-License-Identifier: Apache-2.0
#include "tests/support/gpu_example.h"

#include "profiler/evidence/device/device_calls.h"
#include "profiler/model/case.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "tests/support/example_traces.h"
#include "tests/support/recorded_example.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace recorded_example {

using namespace profiler; // NOLINT(google-build-using-namespace): every type here is its

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t period = 50'000'000;
constexpr const char* uuid = "GPU-5c3d1a7e-0000-4242-8888-cafe00c0ffee";

/// From the first thing on the host to the last on the device.
TraceCall callOf(const TraceRows& rows)
{
    auto call = tests::wholeSpan(rows);
    for (std::size_t i = 0; i < rows.apis.size(); ++i)
        call.startNs = std::min(call.startNs, rows.apis.startNs[i]);
    for (std::size_t i = 0; i < rows.operators.size(); ++i)
        if (rows.operators.kind[i] == static_cast<std::uint8_t>(SpanKind::Operator))
            call.startNs = std::min(call.startNs, rows.operators.startNs[i]);
    return call;
}

/// What a variant asks of the device while it runs.
struct Load {
    double smActive;
    double tensorActive;
    double watts;
};

constexpr std::array loads {
    Load {0.55, 0.20, 412}, Load {0.68, 0.31, 489}, Load {0.84, 0.42, 541}, Load {0.86, 0.44, 552}};

/// What a device of that time tells, by the lanes that worked.
class Readings {
public:
    explicit Readings(const ComparisonData& data, int repetition)
        : m_random(static_cast<std::uint64_t>(repetition) + 7)
    {
        for (const auto& process : data.processes) {
            if (process.start.kind != ProcessKind::Paired || process.start.repetition != repetition)
                continue;
            for (const auto& block : process.blocks)
                takeBlock(process.start.variant, block);
        }
    }

    MonitorRows make()
    {
        for (const auto* name : {"sm_active_ratio", "tensor_active_ratio", "sm_clock_mhz",
                 "memory_clock_mhz", "power_watts", "temperature_celsius", "clock_event_reasons"})
            m_rows.names.push_back(
                {.id = static_cast<std::int32_t>(m_rows.names.size()) + 1, .text = name});
        for (auto moment = m_first - second; moment <= m_last + second; moment += period)
            read(moment);
        return std::move(m_rows);
    }

private:
    struct Work {
        int variant;
        std::int64_t from;
        std::int64_t to;
    };

    void takeBlock(int variant, const CallBlock& block)
    {
        auto end = block.started.ns;
        for (const auto call : block.wallNs)
            end += call;
        m_work.push_back({variant, block.started.ns, end});
        m_first = std::min(m_first, block.started.ns);
        m_last = std::max(m_last, end);
    }

    [[nodiscard]] double jitter(double value)
    {
        return value * (1 + std::normal_distribution<double>(0, 0.03)(m_random));
    }

    void add(std::int32_t series, std::int64_t moment, double value)
    {
        m_rows.rows.timeNs.push_back(moment);
        m_rows.rows.series.push_back(series);
        m_rows.rows.value.push_back(value);
    }

    void read(std::int64_t moment)
    {
        constexpr double idleWatts = 118;
        const auto work = std::ranges::find_if(
            m_work, [&](const Work& one) { return moment >= one.from && moment < one.to; });
        const bool busy = work != m_work.end();
        const auto load = busy ? loads.at(static_cast<std::size_t>(work->variant) % loads.size())
                               : Load {0, 0, idleWatts};
        // A warm-up in the middle hits the power limit for a while.
        const auto third = m_first + (m_last - m_first) / 3;
        const bool held = busy && moment > third && moment < third + 2 * second;
        m_heat += ((busy ? 1.0 : 0.0) - m_heat) * 0.02;
        if (moment / period % 2 == 0) { // NVML samples activity every 100 ms
            add(1, moment, std::clamp(jitter(load.smActive), 0.0, 1.0));
            add(2, moment, std::clamp(jitter(load.tensorActive), 0.0, 1.0));
        }
        add(3, moment, held ? jitter(1700) : 1980);
        add(4, moment, 3201);
        add(5, moment, held ? 698 : jitter(load.watts));
        add(6, moment, std::round(36 + 10 * m_heat));
        add(7, moment, held ? 4 : (busy ? 0 : 1));
    }

    std::mt19937_64 m_random;
    std::vector<Work> m_work;
    std::int64_t m_first = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_last = 0;
    double m_heat = 0;
    MonitorRows m_rows;
};

void addMonitor(GpuExample& example, int repetition)
{
    auto rows = Readings(example.data, repetition).make();
    MonitorSummary monitor {.start = {.source = MonitorSource::Device,
                                .device = uuid,
                                .repetition = repetition,
                                .started = example.data.info.started},
        .missing = {{"dram_active_ratio",
            "the activity of the multiprocessors (GPM) was refused: the driver lets only the "
            "administrator read it"}},
        .rows = static_cast<std::int64_t>(rows.rows.size())};
    for (const auto& name : rows.names)
        monitor.series.push_back(name.text);
    example.data.monitors.push_back(std::move(monitor));
    example.monitors.push_back(std::move(rows));
}

} // namespace

TraceRowsOf GpuExample::rowsOf() const
{
    return rowsFrom(traces);
}

MonitorRowsOf GpuExample::countersOf() const
{
    return countersFrom(monitors);
}

namespace {

/// Such latencies that traced calls took a little longer than timed ones.
ExampleOptions optionsFor(const std::vector<TraceRows>& traces)
{
    constexpr double slowedDown = 1.08;
    const auto msOf = [](const TraceRows& rows) {
        return static_cast<double>(durationOf(callOf(rows))) / 1e6 / slowedDown;
    };
    ExampleOptions options {.variants = exampleVariants(4), .onGpu = true};
    options.rounds = 10;
    options.repetitions = 3;
    options.noiseRepetitions = 1;
    options.cases.front().eagerMs = msOf(traces.front());
    for (std::size_t i = 1; i < traces.size(); ++i)
        options.variants.at(i).speedUp = msOf(traces.front()) / msOf(traces.at(i));
    return options;
}

/// With the times that stand in its file, which count from `date`, and without the counters of
/// memory, which a recording does not have.
TraceRows withoutDate(TraceRows rows, std::int64_t date)
{
    const auto move = [&](auto& columns) {
        for (auto& start : columns.startNs)
            start -= date;
    };
    move(rows.operators);
    move(rows.kernels);
    move(rows.apis);
    move(rows.copies);
    rows.counters = {};
    return rows;
}

} // namespace

GpuExample gpuExample()
{
    std::vector<TraceRows> traces;
    for (const auto& [file, date] : {std::pair {"tl_h100_bert_small.json.gz", 1'751'410'836},
             {"tl_h100_vit.json.gz", 1'751'410'836},
             {"tl_vllm_decode_full_graph.json.gz", 1'767'189'312}})
        traces.push_back(withoutDate(tests::exampleTrace(file).rows, date * second));
    const auto options = optionsFor(traces);
    GpuExample example {.data = recordedExample(options)};
    for (std::size_t variant = 0; variant < traces.size(); ++variant) {
        ProcessRecord process {.start = {.kind = ProcessKind::Trace,
                                   .variant = static_cast<int>(variant),
                                   .started = example.data.info.started},
            .end = ProcessEnd {},
            .environment = example.data.processes.front().environment,
            .traces = {summaryOf(traces[variant], {callOf(traces[variant])})}};
        process.environment["multiprocessors"] = "132";
        const TraceIndex index {
            .process = {static_cast<int>(example.data.processes.size())}, .value = 0};
        example.data.processes.push_back(std::move(process));
        example.traces.emplace(index, std::move(traces[variant]));
    }
    for (int repetition = 0; repetition < options.repetitions; ++repetition)
        addMonitor(example, repetition);
    return example;
}

} // namespace recorded_example
