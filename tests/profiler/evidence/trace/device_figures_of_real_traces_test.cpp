// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/kernels/kernel_origin.h"
#include "profiler/evidence/kernels/occupancy.h"
#include "profiler/evidence/trace/trace_figures.h"
#include "tests/support/example_traces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <zlib.h>

using namespace profiler;
using Json = nlohmann::json;

namespace {

/// Traces of NVIDIA and AMD, eager and compiled, with graphs, several streams and old formats.
constexpr const char* files[] {"hta_diff_control.json.gz", "hta_diff_test.json.gz",
    "hta_ns_resolution.json.gz", "hta_timeline_rank0.json.gz", "hta_simple_add.json.gz",
    "hta_event_sync_multi_stream.json.gz", "hta_gpu_user_annotation.json.gz",
    "hta_mi250_minitoy.json.gz", "hta_triton_example.json.gz", "kineto_resnet50_w0.json.gz",
    "tl_h100_bert_small.json.gz", "tl_h100_vit.json.gz", "tl_h100_qwen05b.json.gz",
    "tl_mi300_qwen05b.json.gz", "tl_b200_eager.json.gz", "tl_torch_compile_triton_mi300.json.gz",
    "tl_vllm_decode_full_graph.json.gz", "tl_vllm_piecewise_graph.json.gz",
    "tl_xdit_sd35_compiled.json.gz"};

class RealTrace : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override
    {
        const auto file = tests::publicTrace(GetParam());
        if (!file)
            GTEST_SKIP() << "the public traces are not beside this checkout";
        m_trace = readKineto(*file).value();
        m_truth = Json::parse(std::ifstream(*tests::publicTrace("reference.json")))
                      .at("traces")
                      .at(GetParam())
                      .at("truth");
    }

    /// Microseconds with three decimals.
    static double micro(std::int64_t ns) { return static_cast<double>(ns) / 1000; }

    void hasTheFiguresOfAnIndependentCheck() const;
    void isBusyByClassAndIdleByCauseUpToItsWholeSpan() const;
    void isBusyInItsStepsAsTheCheckFound() const;
    void knowsTheLaunchOfEveryKernelThatHasOne() const;
    void hasTheOccupancyThatKinetoEstimated() const;

    ImportedTrace m_trace;
    Json m_truth;
};

void expectTime(const CountedTime& time, const Json& truth)
{
    EXPECT_EQ(time.count, truth.at("count").get<std::int64_t>());
    EXPECT_NEAR(static_cast<double>(time.sumNs) / 1000, truth.at("sum_us").get<double>(), 0.002);
    EXPECT_NEAR(
        static_cast<double>(time.unionNs) / 1000, truth.at("union_us").get<double>(), 0.002);
}

std::int64_t sumOf(const auto& parts)
{
    return std::accumulate(parts.begin(), parts.end(), std::int64_t {0},
        [](std::int64_t sum, const auto& part) { return sum + part.second; });
}

void RealTrace::hasTheFiguresOfAnIndependentCheck() const
{
    const auto figures = deviceFigures(m_trace.rows);
    ASSERT_TRUE(figures);
    const auto& all = m_truth.at("gpu_all");
    expectTime(figures->kernels, all.at("kernel"));
    expectTime(figures->memcpys, all.at("memcpy"));
    expectTime(figures->memsets, all.at("memset"));
    EXPECT_NEAR(micro(figures->busyNs), all.at("busy_union_us").get<double>(), 0.002);
    EXPECT_NEAR(micro(figures->spanNs), all.at("span_us").get<double>(), 0.002);
    EXPECT_NEAR(micro(figures->idleNs), all.at("idle_us").get<double>(), 0.002);
    const auto& delay = m_truth.at("launch_start_to_first_gpu_start_per_correlation");
    if (delay.at("n").get<int>() > 0) {
        ASSERT_TRUE(figures->launchDelay);
        EXPECT_EQ(figures->launchDelay->n, delay.at("n").get<std::int64_t>());
        EXPECT_NEAR(micro(figures->launchDelay->minNs), delay.at("min_us").get<double>(), 0.002);
        EXPECT_NEAR(micro(figures->launchDelay->p50Ns), delay.at("p50_us").get<double>(), 0.002);
        EXPECT_NEAR(micro(figures->launchDelay->maxNs), delay.at("max_us").get<double>(), 0.002);
    }
}

void RealTrace::isBusyByClassAndIdleByCauseUpToItsWholeSpan() const
{
    const auto calls = deviceCalls({tests::wholeSpan(m_trace.rows)}, m_trace.rows);
    ASSERT_EQ(calls.size(), 1U);
    const auto& all = m_truth.at("gpu_all");
    EXPECT_NEAR(micro(sumOf(calls[0].busyNs)), all.at("busy_union_us").get<double>(), 0.002);
    EXPECT_NEAR(micro(sumOf(calls[0].idleNs)), all.at("idle_us").get<double>(), 0.002);
    EXPECT_EQ(sumOf(calls[0].busyNs) + sumOf(calls[0].idleNs), calls[0].durationNs);
    EXPECT_LE(hostBoundOf(calls[0].idleNs), sumOf(calls[0].idleNs));
}

void RealTrace::isBusyInItsStepsAsTheCheckFound() const
{
    std::vector<TraceCall> windows;
    for (const auto& step : m_trace.steps)
        windows.push_back({.startNs = step.startNs, .endNs = step.endNs});
    const auto calls = deviceCalls(windows, m_trace.rows);
    const auto truth = m_truth.value("steps", Json::array());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        EXPECT_EQ(sumOf(calls[i].busyNs) + sumOf(calls[i].idleNs), calls[i].durationNs);
        for (const auto& step : truth) {
            if (step.at("name") != m_trace.steps[i].name)
                continue;
            const auto busy = step.at("gpu_busy_in_window_us").get<double>();
            EXPECT_NEAR(micro(busyInAllNs(calls[i])), busy, 0.002);
        }
    }
}

void RealTrace::knowsTheLaunchOfEveryKernelThatHasOne() const
{
    const auto origins = kernelOrigins(m_trace.rows);
    ASSERT_EQ(origins.size(), m_trace.rows.kernels.size());
    std::int64_t launched = 0;
    for (std::size_t i = 0; i < origins.size(); ++i) {
        if (!origins[i].api)
            continue;
        ++launched;
        EXPECT_EQ(
            m_trace.rows.apis.correlation[*origins[i].api], m_trace.rows.kernels.correlation[i]);
        if (const auto row = origins[i].operatorRow) {
            const auto& operators = m_trace.rows.operators;
            const auto moment = m_trace.rows.apis.startNs[*origins[i].api];
            EXPECT_LE(operators.startNs[*row], moment);
            EXPECT_GT(endOf(operators.startNs[*row], operators.durationNs[*row]), moment);
        }
    }
    const auto withPeer = m_truth.at("gpu_events_with_runtime_peer").get<std::int64_t>();
    EXPECT_LE(launched, withPeer);
    EXPECT_GE(launched, withPeer - static_cast<std::int64_t>(m_trace.rows.copies.size()));
}

/// The events of a trace as its file has them.
Json eventsOf(const std::filesystem::path& file)
{
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> source(gzopen(file.c_str(), "rb"), gzclose);
    std::string text;
    std::array<char, 65'536> part {};
    for (int got = 0; (got = gzread(source.get(), part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(got));
    const auto document = Json::parse(text);
    return document.is_array() ? document : document.at("traceEvents");
}

/// Kineto asks NVIDIA's cuda_occupancy.h with the device's real limits.
void RealTrace::hasTheOccupancyThatKinetoEstimated() const
{
    for (const auto& event : eventsOf(*tests::publicTrace(GetParam()))) {
        const auto arguments = event.value("args", Json::object());
        const auto estimate = arguments.find("est. achieved occupancy %");
        if (estimate == arguments.end() || !arguments.contains("block"))
            continue;
        const auto device = std::ranges::find(
            m_trace.devices, arguments.at("device").get<std::int64_t>(), &ImportedDevice::id);
        if (device == m_trace.devices.end())
            continue;
        const auto limits
            = deviceLimits(device->computeMajor.value(), device->computeMinor.value());
        ASSERT_TRUE(limits) << device->name;
        const LaunchShape shape {.grid = arguments.at("grid"),
            .block = arguments.at("block"),
            .registers = arguments.at("registers per thread"),
            .dynamicSharedBytes = arguments.at("shared memory")};
        const auto percent = estimate->get<int>();
        // It asks without the permission to use more than 48 KiB, and is told that nothing fits.
        if (percent == 0 && shape.dynamicSharedBytes > 48 * 1024 - 1024)
            continue;
        const auto ours = estimatedOccupancy(*limits, shape, device->multiprocessors);
        ASSERT_TRUE(ours) << device->name;
        EXPECT_NEAR(ours->ratio * 100, percent, 0.51)
            << device->name << " registers " << shape.registers << " shared "
            << shape.dynamicSharedBytes << " block " << shape.block[0];
    }
}

} // namespace

/// One test, since reading a trace takes longer than all of these.
TEST_P(RealTrace, HasTheFiguresOfOthers)
{
    hasTheFiguresOfAnIndependentCheck();
    isBusyByClassAndIdleByCauseUpToItsWholeSpan();
    isBusyInItsStepsAsTheCheckFound();
    knowsTheLaunchOfEveryKernelThatHasOne();
    hasTheOccupancyThatKinetoEstimated();
}

INSTANTIATE_TEST_SUITE_P(Public, RealTrace, testing::ValuesIn(files), [](const auto& test) {
    std::string name = test.param;
    name.erase(name.find('.'));
    return name;
});
