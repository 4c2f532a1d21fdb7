// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/device_text.h"
#include "tests/support/gpu_example.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace profiler;
using recorded_example::gpuExample;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using PlainJson = nlohmann::json;

namespace {

const recorded_example::GpuExample& madeGpuExample()
{
    static const auto made = gpuExample();
    return made;
}

ShownBulk bulkOf(const recorded_example::GpuExample& of)
{
    return {.rowsOf = of.rowsOf(), .countersOf = of.countersOf()};
}

/// On the CPU, watched for one repetition.
ComparisonData onCpu()
{
    auto data = recorded_example::recordedExample();
    data.monitors.push_back({.start = {.device = "cpu", .repetition = 0},
        .series = {"cpu_busy_ratio"},
        .missing = {{"cpu_clock_mhz", "this machine does not tell the clock of its cores"}},
        .rows = 2});
    return data;
}

Result<MonitorRows> halfInUse(MonitorIndex /*monitor*/)
{
    constexpr std::int64_t late = 4'000'000'000'000'000'000;
    return MonitorRows {.names = {{1, "cpu_busy_ratio"}},
        .rows = {.timeNs = {1, late}, .series = {1, 1}, .value = {0.5, 0.5}}};
}

} // namespace

TEST(ShowGpu, HasTheSharesOfACallThatAddUpToIt)
{
    const auto document = PlainJson::parse(
        showJson(ShowPart::Gpu, madeGpuExample().data, bulkOf(madeGpuExample())));
    EXPECT_EQ(document["schema"], 1);
    ASSERT_EQ(document["gpu"].size(), 4U);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& row = document["gpu"][i];
        double sum = 0;
        for (const auto* key : {"busy", "idle"})
            for (const auto& [name, ratio] : row[key].items())
                sum += ratio.get<double>();
        EXPECT_NEAR(sum, 1, 1e-9);
        EXPECT_GT(row["kernels_per_call"], 50);
        EXPECT_GT(row["launch_delay"]["p50_ns"], 0);
        double hostBound = 0;
        for (const auto* cause : {"host", "sync", "copy", "compile"})
            hostBound += row["idle"].value(cause, 0.0);
        EXPECT_DOUBLE_EQ(row["host_bound_ratio"].get<double>(), hostBound);
    }
    EXPECT_EQ(document["gpu"][0]["kernels_per_call"], 60);
    EXPECT_EQ(document["gpu"][2]["graph_launches_per_call"], 1);
    EXPECT_GT(document["gpu"][2]["energy_joules_per_call"]["estimate"], 0);
    EXPECT_EQ(document["gpu"][2]["energy_joules_per_call"]["repetitions"], 3);
    EXPECT_NEAR(document["gpu"][2]["counters"]["sm_active_ratio"].get<double>(), 0.84, 0.05);
}

TEST(ShowGpu, SaysWhyAVariantHasNoFigures)
{
    const auto document = PlainJson::parse(
        showJson(ShowPart::Gpu, madeGpuExample().data, bulkOf(madeGpuExample())));
    const auto& last = document["gpu"][3];
    EXPECT_TRUE(last["busy_ratio"].is_null());
    EXPECT_EQ(last["busy_ratio_reason"], "its calls were not traced");
    const auto& monitor = document["monitors"][0];
    EXPECT_EQ(monitor["source"], "device");
    EXPECT_THAT(monitor["missing"]["dram_active_ratio"].get<std::string>(),
        HasSubstr("only the administrator"));
    EXPECT_EQ(monitor["series"][2]["name"], "sm_clock_mhz");
    EXPECT_EQ(monitor["series"][2]["max"], 1980);
}

TEST(ShowGpu, FitsPeople)
{
    const auto text = showText(ShowPart::Gpu, madeGpuExample().data, bulkOf(madeGpuExample()));
    EXPECT_THAT(text,
        AllOf(HasSubstr("host-bound"), HasSubstr("No figures of a GPU for max-autotune"),
            HasSubstr("SM active"), HasSubstr("Not read: DRAM")));
}

TEST(ShowGpu, ShowsTheCpusOwnCountersWithoutAGpu)
{
    const auto text = showText(ShowPart::Gpu, onCpu(), {.countersOf = &halfInUse});
    EXPECT_THAT(text,
        AllOf(HasSubstr("No figures of a GPU: its calls were not traced."), HasSubstr("50.0 %"),
            HasSubstr("CPU use"), HasSubstr("Not read: CPU clock"), Not(HasSubstr("busy  "))));
}

TEST(ShowKernels, NamesTheClassOfEachKernel)
{
    auto data = recorded_example::recordedExample();
    data.processes.push_back({.start = {.kind = ProcessKind::Trace},
        .traces = {{.kernels = {{.name = "triton_poi_fused_add_0", .count = 1, .totalNs = 7},
                        {.name = "volta_sgemm_64x64_nn", .count = 1, .totalNs = 5}},
            .ended = true}}});
    const auto rows = PlainJson::parse(showJson(ShowPart::Kernels, data))["traces"][0]["kernels"];
    EXPECT_EQ(rows[0]["class"], "fused");
    EXPECT_EQ(rows[1]["class"], "matmul");
}

TEST(DeviceSentence, SaysHowBusyAndWhatTheIdleTimeIs)
{
    const auto result = conclude(madeGpuExample().data);
    const auto devices
        = variantDevices(madeGpuExample().data, result.cases[0], madeGpuExample().rowsOf(), {});
    const auto sentence = deviceSentence(result.cases[0], devices, 2);
    EXPECT_THAT(sentence,
        AllOf(HasSubstr("The GPU is busy "), HasSubstr(" % of a call with reduce-overhead, eager "),
            HasSubstr("of the idle ")));
    EXPECT_EQ(deviceSentence(result.cases[0], devices, 3),
        "How busy the GPU is with max-autotune is not known: its calls were not traced.");
    EXPECT_THAT(deviceNote(devices, 2), HasSubstr("not how full the device is"));
}

TEST(HostSentence, SaysWhenSomebodyElseTookPartOfTheMachine)
{
    const auto result = conclude(onCpu());
    const HostUse quiet {.busyRatio = 0.5, .pressureRatio = 0.01, .stealRatio = 0};
    const HostUse stolen {.busyRatio = 0.6, .stealRatio = 0.2};
    EXPECT_EQ(hostSentence(result.cases[0], quiet, quiet, 1),
        "No GPU was measured. While calls are timed the CPU is 50 % in use with default, eager "
        "50 %.");
    EXPECT_THAT(hostSentence(result.cases[0], quiet, stolen, 1), HasSubstr("somebody else"));
    EXPECT_THAT(hostSentence(result.cases[0], {}, {}, 1), HasSubstr("nothing watched the CPU"));
    EXPECT_TRUE(isDisturbed(stolen));
    EXPECT_FALSE(isDisturbed(quiet));
}

TEST(LaunchesText, TellsGraphsApart)
{
    EXPECT_EQ(launchesText({.launches = 214}), "214");
    EXPECT_EQ(launchesText({.launches = 5, .graphLaunches = 5}), "5 graphs");
    EXPECT_EQ(launchesText({.launches = 1, .graphLaunches = 1}), "1 graph");
    EXPECT_EQ(launchesText({.launches = 12, .graphLaunches = 2}), "12, of them 2 graphs");
}
