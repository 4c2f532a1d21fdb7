// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

/// `judge` is total: whatever a cut or damaged file gives, there is a result without NaN.
namespace {

using namespace profiler;
using namespace recorded_example;

class Damage {
public:
    explicit Damage(std::uint64_t seed)
        : m_generator(seed)
    {
    }

    std::size_t below(std::size_t n) { return n == 0 ? 0 : m_generator() % n; }

    bool oneIn(std::size_t n) { return below(n) == 0; }

    template <typename T>
    void cut(std::vector<T>& values)
    {
        if (oneIn(3))
            values.resize(below(values.size() + 1));
    }

private:
    std::mt19937_64 m_generator;
};

void damage(CallBlock& block, Damage& by)
{
    by.cut(block.wallNs);
    by.cut(block.compiled);
    if (by.oneIn(10))
        block.caseIndex = static_cast<int>(by.below(5)) - 2;
    if (by.oneIn(10))
        block.round = -7;
    for (auto& ns : block.wallNs) {
        if (by.oneIn(50))
            ns = by.oneIn(2) ? 0 : -1;
    }
}

void damage(ProcessRecord& process, Damage& by)
{
    by.cut(process.blocks);
    by.cut(process.steady);
    by.cut(process.proofs);
    by.cut(process.compiles);
    by.cut(process.breaks);
    by.cut(process.memory);
    by.cut(process.numerics);
    by.cut(process.phases);
    if (by.oneIn(5))
        process.end.reset();
    if (by.oneIn(8))
        process.environment.clear();
    if (by.oneIn(12))
        process.start.variant = static_cast<int>(by.below(9)) - 3;
    for (auto& block : process.blocks) {
        if (by.oneIn(8))
            damage(block, by);
    }
    for (auto& fact : process.steady) {
        if (by.oneIn(8))
            fact.steadyFrom = by.oneIn(2) ? -5 : 1'000'000;
    }
}

void expectFinite(const Interval& interval)
{
    EXPECT_TRUE(std::isfinite(interval.estimate));
    EXPECT_TRUE(std::isfinite(interval.low));
    EXPECT_TRUE(std::isfinite(interval.high));
}

void expectWhole(const VariantResult& variant)
{
    if (variant.speedUp) {
        expectFinite(variant.speedUp->ratio);
        EXPECT_LE(variant.speedUp->ratio.low, variant.speedUp->ratio.high);
    } else {
        EXPECT_FALSE(variant.speedUp.error().empty());
    }
    if (variant.latency) {
        EXPECT_TRUE(std::isfinite(variant.latency->meanNs + variant.latency->sdNs));
        EXPECT_TRUE(std::isfinite(variant.latency->median().ns.value_or(0)));
    } else {
        EXPECT_FALSE(variant.latency.error().empty());
    }
    for (const auto* payback : {&variant.paybackTermsCold, &variant.paybackTermsWarm}) {
        if (*payback) {
            expectFinite((*payback)->costNs);
            expectFinite((*payback)->savedNs);
        }
    }
    for (const auto* payback : {&variant.paybackCold, &variant.paybackWarm}) {
        if (*payback) {
            EXPECT_GE((*payback)->calls, 1);
        } else {
            EXPECT_FALSE(payback->error().empty());
        }
    }
    if (variant.throughput) {
        EXPECT_TRUE(std::isfinite(variant.throughput->perSecond));
    }
}

ExampleOptions smallOptions(std::uint64_t seed)
{
    ExampleOptions options;
    options.seed = seed;
    options.variants = exampleVariants(3);
    options.variants[1].recompiles = 1;
    options.cases = {{.name = "s32", .eagerMs = 3}, {.name = "s64", .eagerMs = 6}};
    options.repetitions = 3;
    options.rounds = 10;
    options.callsPerBlock = 6;
    options.coldProcesses = 1;
    options.onGpu = seed % 2 == 0;
    return options;
}

TEST(DamagedData, GivesAResultWithoutNan)
{
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        auto data = recordedExample(smallOptions(seed));
        Damage by(seed);
        data.processes.resize(by.below(data.processes.size() + 1));
        for (auto& process : data.processes)
            damage(process, by);
        if (by.oneIn(6))
            data.plan.cases.clear();
        if (by.oneIn(10))
            data.plan.variants.resize(by.below(4));
        if (by.oneIn(4))
            data.info.status = ComparisonStatus::Running;
        const auto result = conclude(data);
        for (const auto& inCase : result.cases) {
            for (const auto& variant : inCase.variants)
                expectWhole(variant);
        }
    }
}

TEST(DamagedData, OfNothingAtAllStillHasARecommendation)
{
    const auto result = conclude(ComparisonData {});
    EXPECT_EQ(result.recommendation.kind, RecommendationKind::NotEnoughData);
    EXPECT_FALSE(result.recommendation.reason.empty());
}

} // namespace
