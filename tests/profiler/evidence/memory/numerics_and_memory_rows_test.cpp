// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/memory/memory_rows.h"
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace profiler {
namespace {

using recorded_example::ExampleOptions;

const PhaseMemory& phaseOf(const MemoryRow& row, MemoryPhase phase)
{
    return *std::ranges::find(row.phases, phase, &PhaseMemory::phase);
}

TEST(MemoryRows, ShowTheJudgedPeaks)
{
    const auto data = recorded_example::recordedExample({.onGpu = true});
    const auto result = judge(data);
    const auto rows = memoryRows(data, result.cases.front());
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_TRUE(hasDeviceMemory(rows));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& variant = result.cases.front().variants[i];
        EXPECT_EQ(phaseOf(rows[i], MemoryPhase::Steady).device->bytes, *variant.peakMemory.device);
        EXPECT_EQ(phaseOf(rows[i], MemoryPhase::Steady).host->bytes, *variant.peakMemory.host);
        EXPECT_EQ(phaseOf(rows[i], MemoryPhase::Compile).host.has_value(),
            variant.compileMemory.host.has_value());
        if (i > 0) {
            EXPECT_EQ(phaseOf(rows[i], MemoryPhase::Compile).host->bytes,
                variant.compileMemory.host.value())
                << "with the compilers it started";
        }
        EXPECT_EQ(phaseOf(rows[i], MemoryPhase::Steady).device->processes, 3);
    }
}

TEST(MemoryRows, HoldTheDifferenceOfTheShownMediansInsideItsInterval)
{
    const auto data = recorded_example::recordedExample({.onGpu = true});
    const auto result = judge(data);
    const auto rows = memoryRows(data, result.cases.front());
    const auto& variants = result.cases.front().variants;
    ASSERT_TRUE(rows[2].difference);
    EXPECT_EQ(
        rows[2].difference->bytes, *variants[2].peakMemory.device - *variants[0].peakMemory.device);
    EXPECT_LE(*rows[2].difference->low, rows[2].difference->bytes);
    EXPECT_GE(*rows[2].difference->high, rows[2].difference->bytes);
    EXPECT_GT(*rows[2].difference->low, 0) << "8 % more than eager";
    EXPECT_EQ(rows[2].verdict, Verdict::Slower);
    EXPECT_FALSE(rows[0].difference);
}

TEST(MemoryRows, SayWhyAPeakIsNotKnown)
{
    const auto data = recorded_example::recordedExample();
    const auto rows = memoryRows(data, judge(data).cases.front());
    EXPECT_FALSE(hasDeviceMemory(rows));
    EXPECT_EQ(
        reasonText(phaseOf(rows[1], MemoryPhase::Steady).device.error()), "it ran on the CPU");
    EXPECT_EQ(reasonText(phaseOf(rows[1], MemoryPhase::Build).host.error()),
        "the peak could not be read in this phase");
}

TEST(MemoryRows, OfOneProcessHaveADifferenceWithoutAnInterval)
{
    ExampleOptions options;
    options.coldProcesses = 1;
    const auto data = recorded_example::recordedExample(options);
    const auto rows = memoryRows(data, judge(data).cases.front());
    ASSERT_TRUE(rows[1].difference);
    EXPECT_FALSE(rows[1].difference->low);
    EXPECT_EQ(rows[1].verdict, Verdict::NotEnoughData);
}

TEST(NumericsRows, PutTheWorstTensorOfAVariantFirst)
{
    ComparisonData data;
    ProcessRecord check {.start = {.kind = ProcessKind::Check, .variant = 1}};
    const auto tensor = [](const char* path, std::int64_t mismatches, double used) {
        return NumericsFact {.path = path,
            .dtype = "float32",
            .elements = 10,
            .bitEqual = 2,
            .mismatches = mismatches,
            .toleranceUsedRatio = used};
    };
    check.numerics = {tensor("fine", 0, 0.2), tensor("worse", 0, 0.9), tensor("bad", 3, 40),
        NumericsFact {.path = "equal", .dtype = "int64", .elements = 4, .bitEqual = 4}};
    data.processes = {check};
    const auto rows = numericsRows(data, 0);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].fact.path, "bad");
    EXPECT_EQ(rows[0].status, NumericsStatus::Different);
    EXPECT_EQ(rows[1].fact.path, "worse");
    EXPECT_EQ(rows[3].fact.path, "equal");
    EXPECT_FALSE(rows[3].tolerance) << "integers must be equal";
    EXPECT_TRUE(numericsRows(data, 1).empty());
}

} // namespace
} // namespace profiler
