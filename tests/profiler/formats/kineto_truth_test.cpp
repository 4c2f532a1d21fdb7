// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/operator_summary.h"
#include "profiler/evidence/trace/trace_figures.h"
#include "profiler/formats/kineto/kineto_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

using namespace profiler;
using Json = nlohmann::json;

/// Every public trace against the figures that an independent program found in it, which are exact:
/// integer nanoseconds, printed as microseconds with three decimals.
namespace {

/// Of the tools HolisticTraceAnalysis, Kineto and TraceLens; NVIDIA and AMD; 2021 to 2026.
constexpr const char* files[] {"hta_backward_thread.json", "hta_compare_base.json.gz",
    "hta_compare_test.json.gz", "hta_cpu_only.json.gz", "hta_cupti_profiler_range.json.gz",
    "hta_diff_control.json.gz", "hta_diff_test.json.gz", "hta_event_sync_multi_stream.json.gz",
    "hta_gpu_user_annotation.json.gz", "hta_large_integer.json.gz", "hta_mi250_minitoy.json.gz",
    "hta_ns_resolution.json.gz", "hta_rank_non_gpu.json.gz", "hta_simple_add.json.gz",
    "hta_timeline_rank0.json.gz", "hta_triton_example.json.gz", "kineto_after_fix.json",
    "kineto_before_fix.json", "kineto_gpu_metrics_input.json", "kineto_resnet50_w0.json.gz",
    "tl_b200_eager.json.gz", "tl_h100_bert_small.json.gz", "tl_h100_qwen05b.json.gz",
    "tl_h100_vit.json.gz", "tl_mi300_qwen05b.json.gz", "tl_torch_compile_triton_mi300.json.gz",
    "tl_vllm_decode_full_graph.json.gz", "tl_vllm_piecewise_graph.json.gz",
    "tl_xdit_sd35_compiled.json.gz"};

std::filesystem::path folder()
{
    if (const auto* const chosen = std::getenv("FUSESCOPE_TRACES")) // NOLINT(concurrency-mt-unsafe)
        return chosen;
    return FUSESCOPE_TRACES;
}

Json reference()
{
    return Json::parse(std::ifstream(folder() / "reference.json")).at("traces");
}

std::int64_t ns(const Json& microseconds)
{
    return std::llround(microseconds.get<double>() * 1000);
}

class PublicTrace : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override
    {
        if (!std::filesystem::exists(folder() / "reference.json"))
            GTEST_SKIP() << "the public traces are not in " << folder()
                         << "; name their folder in FUSESCOPE_TRACES";
        auto trace = readKineto(folder() / GetParam());
        ASSERT_TRUE(trace) << trace.error().message;
        m_trace = std::move(*trace);
        m_truth = reference().at(GetParam()).at("truth");
        m_figures = deviceFigures(m_trace.rows);
    }

    [[nodiscard]] std::map<std::string, KernelStat> kernelStats() const
    {
        NameTexts names;
        for (const auto& name : m_trace.rows.names)
            names.emplace(name.id, name.text);
        KernelSummary summary({});
        summary.add(m_trace.rows.kernels);
        std::map<std::string, KernelStat> stats;
        for (auto& stat : summary.stats(names))
            stats.emplace(stat.name, stat);
        return stats;
    }

    void isReadWholeWithEveryEventCountedByCategory() const;
    void hasItsDevicesBusyAndIdleToTheNanosecond() const;
    void hasEachStreamBusyToTheNanosecond() const;
    void hasTheTimesOfEachKernelByName() const;
    void hasTheDelaysFromLaunchToFirstStart() const;
    void linksTheWorkToTheLaunchesThatAreInIt() const;
    void hasItsStepsAndHowBusyTheDeviceWasInThem() const;
    void hasTheMostThatWasAllocatedOnADevice() const;

    ImportedTrace m_trace;
    Json m_truth;
    std::optional<DeviceFigures> m_figures;
};

void expectTime(const CountedTime& time, const Json& truth)
{
    EXPECT_EQ(time.count, truth.at("count").get<std::int64_t>());
    EXPECT_EQ(time.sumNs, ns(truth.at("sum_us")));
    EXPECT_EQ(time.unionNs, ns(truth.at("union_us")));
}

void PublicTrace::isReadWholeWithEveryEventCountedByCategory() const
{
    EXPECT_TRUE(m_trace.losses.empty()) << m_trace.losses.front().what;
    EXPECT_EQ(m_trace.events, m_truth.at("n_events").get<std::int64_t>());
    std::map<std::string, std::int64_t> counted = m_truth.at("categories");
    if (const auto without = counted.extract("None"))
        counted[""] = without.mapped();
    EXPECT_EQ(m_trace.categories, counted);
}

void PublicTrace::hasItsDevicesBusyAndIdleToTheNanosecond() const
{
    const auto& all = m_truth.at("gpu_all");
    ASSERT_EQ(m_figures.has_value(), all.at("events") != 0);
    if (!m_figures)
        return;
    expectTime(m_figures->kernels, all.at("kernel"));
    expectTime(m_figures->memcpys, all.at("memcpy"));
    expectTime(m_figures->memsets, all.at("memset"));
    EXPECT_EQ(m_figures->busyNs, ns(all.at("busy_union_us")));
    EXPECT_EQ(m_figures->spanNs, ns(all.at("span_us")));
    EXPECT_EQ(m_figures->idleNs, ns(all.at("idle_us")));
}

void PublicTrace::hasEachStreamBusyToTheNanosecond() const
{
    std::map<std::pair<int, int>, std::int64_t> truth;
    if (m_figures)
        for (const auto& [place, figures] :
            m_truth.at("gpu_all").at("per_device_stream_busy_us").items()) {
            const auto slash = place.find('/');
            const auto stream = place.find_first_of("0123456789", slash);
            truth[{std::stoi(place), std::stoi(place.substr(stream))}] = ns(figures.at(1));
        }
    std::map<std::pair<int, int>, std::int64_t> found;
    if (m_figures)
        for (const auto& stream : m_figures->streams)
            found[{stream.device, stream.stream}] = stream.busyNs;
    EXPECT_EQ(found, truth);
}

void PublicTrace::hasTheTimesOfEachKernelByName() const
{
    const auto stats = kernelStats();
    EXPECT_EQ(stats.size(), m_truth.at("n_distinct_kernels").get<std::size_t>());
    for (const auto& kernel : m_truth.at("kernels")) {
        const auto found = stats.find(kernel.at("name").get<std::string>());
        ASSERT_NE(found, stats.end()) << kernel.at("name");
        EXPECT_EQ(found->second.count, kernel.at("count").get<std::int64_t>());
        EXPECT_EQ(found->second.totalNs, ns(kernel.at("sum_us"))) << found->first;
        EXPECT_EQ(found->second.minNs, ns(kernel.at("min_us")));
        EXPECT_EQ(found->second.maxNs, ns(kernel.at("max_us")));
    }
}

void PublicTrace::hasTheDelaysFromLaunchToFirstStart() const
{
    const auto& truth = m_truth.at("launch_start_to_first_gpu_start_per_correlation");
    const auto delay = m_figures ? m_figures->launchDelay : std::nullopt;
    ASSERT_EQ(delay ? delay->n : 0, truth.at("n").get<std::int64_t>());
    if (!delay)
        return;
    EXPECT_EQ(delay->minNs, ns(truth.at("min_us")));
    EXPECT_EQ(delay->maxNs, ns(truth.at("max_us")));
    // Between two of an even number the check rounds half a nanosecond in its own way.
    EXPECT_NEAR(static_cast<double>(delay->p50Ns), truth.at("p50_us").get<double>() * 1000, 1);
    EXPECT_NEAR(static_cast<double>(delay->p95Ns), truth.at("p95_us").get<double>() * 1000, 1);
}

void PublicTrace::linksTheWorkToTheLaunchesThatAreInIt() const
{
    const auto& rows = m_trace.rows;
    std::set<std::int32_t> launches(rows.apis.correlation.begin(), rows.apis.correlation.end());
    launches.erase(0);
    const auto linked = [&](const std::vector<std::int32_t>& correlations) {
        return std::ranges::count_if(
            correlations, [&](std::int32_t one) { return launches.contains(one); });
    };
    EXPECT_EQ(linked(rows.kernels.correlation) + linked(rows.copies.correlation),
        m_truth.at("gpu_events_with_runtime_peer").get<std::int64_t>());
}

void PublicTrace::hasItsStepsAndHowBusyTheDeviceWasInThem() const
{
    std::vector<TraceCall> calls;
    for (const auto& step : m_trace.steps)
        calls.push_back({.startNs = step.startNs, .endNs = step.endNs});
    const auto traced = tracedCalls(calls, m_trace.rows);
    const auto& truth = m_truth.at("steps");
    ASSERT_EQ(traced.size(), truth.size());
    for (std::size_t i = 0; i < traced.size(); ++i) {
        EXPECT_EQ(m_trace.steps[i].name, truth[i].at("name").get<std::string>());
        EXPECT_EQ(traced[i].durationNs, ns(truth[i].at("dur_us")));
        EXPECT_EQ(traced[i].busyNs, ns(truth[i].at("gpu_busy_in_window_us")));
    }
}

void PublicTrace::hasTheMostThatWasAllocatedOnADevice() const
{
    const auto& counters = m_trace.rows.counters;
    double most = 0;
    for (std::size_t i = 0; i < counters.size(); ++i) {
        const auto& series
            = m_trace.rows.names.at(static_cast<std::size_t>(counters.series[i]) - 1).text;
        if (series.starts_with("device") && series.ends_with("_allocated_bytes"))
            most = std::max(most, counters.value[i]);
    }
    const auto truth = m_truth.value("memory_events", Json {{"max_total_allocated", 0}});
    EXPECT_EQ(most, truth.at("max_total_allocated").get<double>());
}

TEST_P(PublicTrace, HasTheFiguresOfAnIndependentCheck)
{
    isReadWholeWithEveryEventCountedByCategory();
    hasItsDevicesBusyAndIdleToTheNanosecond();
    hasEachStreamBusyToTheNanosecond();
    hasTheTimesOfEachKernelByName();
    hasTheDelaysFromLaunchToFirstStart();
    linksTheWorkToTheLaunchesThatAreInIt();
    hasItsStepsAndHowBusyTheDeviceWasInThem();
    hasTheMostThatWasAllocatedOnADevice();
}

INSTANTIATE_TEST_SUITE_P(All, PublicTrace, testing::ValuesIn(files), [](const auto& file) {
    std::string name = file.param;
    std::ranges::replace_if(
        name, [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) == 0; },
        '_');
    return name;
});

TEST(PublicTraces, AreAllLookedAt)
{
    if (!std::filesystem::exists(folder() / "reference.json"))
        GTEST_SKIP() << "the public traces are not in " << folder();
    const std::set<std::string> tested(std::begin(files), std::end(files));
    const auto traces = reference();
    for (const auto& [file, figures] : traces.items())
        EXPECT_TRUE(tested.contains(file)) << file;
}

} // namespace
