// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/limits.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

namespace profiler {

namespace {

Measured<double> p99Of(const VariantResult& variant)
{
    if (!variant.latency)
        return missing(variant.latency.error());
    const auto& p99 = variant.latency->p99();
    if (!p99.ns)
        return missing({ReasonKind::CallsNeededForP99, {p99.needs, p99.has}});
    return *p99.ns;
}

/// With an empty cache: what a continuous integration pays, too.
Measured<double> compileTimeOf(const VariantResult& variant)
{
    if (!variant.compileCold)
        return missing(variant.compileCold.error());
    return variant.compileCold->medianNs;
}

bool compiles(const ComparisonData& data, const VariantResult& variant)
{
    return data.plan.variants[static_cast<std::size_t>(variant.variant)].kind
        == VariantKind::Compiled;
}

LimitResult judged(LimitKind kind, double limit, Measured<double> value)
{
    const bool met = value && *value <= limit;
    return {.kind = kind, .met = met, .limit = limit, .value = std::move(value)};
}

} // namespace

Limits limitsOf(const Plan& plan, const std::string& caseName)
{
    Limits limits = plan.goal.limits;
    const auto own = plan.goal.caseLimits.find(caseName);
    if (own == plan.goal.caseLimits.end())
        return limits;
    if (own->second.p99)
        limits.p99 = own->second.p99;
    if (own->second.memoryBytes)
        limits.memoryBytes = own->second.memoryBytes;
    if (own->second.compile)
        limits.compile = own->second.compile;
    return limits;
}

Measured<double> decidingPeak(const VariantResult& variant)
{
    const auto& peaks = variant.peakMemory;
    const auto& peak = peaks.device ? peaks.device : peaks.host;
    if (!peak)
        return missing(peak.error());
    return static_cast<double>(*peak);
}

std::vector<LimitResult> limitResults(
    const ComparisonData& data, int caseIndex, const VariantResult& variant)
{
    const auto limits = limitsOf(data.plan, caseAt(data, caseIndex).name);
    std::vector<LimitResult> results;
    if (limits.p99)
        results.push_back(
            judged(LimitKind::P99, static_cast<double>(limits.p99->count()), p99Of(variant)));
    if (limits.memoryBytes) {
        results.push_back(judged(
            LimitKind::Memory, static_cast<double>(*limits.memoryBytes), decidingPeak(variant)));
    }
    if (limits.compile && compiles(data, variant))
        results.push_back(judged(LimitKind::Compile, static_cast<double>(limits.compile->count()),
            compileTimeOf(variant)));
    return results;
}

} // namespace profiler
