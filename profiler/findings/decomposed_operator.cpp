// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_gaps.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/findings/compiled_call.h"
#include "profiler/findings/finding_rules.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace profiler::finding_rules {

namespace {

/// "max_pool2d_with_indices" of "aten::max_pool2d_with_indices"; empty: none of the library's.
std::string_view libraryName(std::string_view name)
{
    constexpr std::string_view library = "aten::";
    if (!name.starts_with(library))
        return {};
    name.remove_prefix(library.size());
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    return name;
}

bool namesOperator(const std::string& kernel, std::string_view name)
{
    return kernel.find("_" + std::string(name) + "_") != std::string::npos;
}

/// How long an operator and the generated kernels of its name take in a call.
struct Decomposed {
    std::string_view name;
    double eagerNs = 0; ///< of all operators that those kernels name
    double compiledNs = 0;
};

Decomposed decomposed(
    std::string_view name, const TraceSummary& eager, const TraceSummary& compiled)
{
    Decomposed found {.name = name};
    std::string kernels;
    for (const auto& stat : compiled.operators)
        if (stat.kind == SpanKind::Kernel && namesOperator(stat.name, name)) {
            found.compiledNs += stat.selfPerCallNs;
            kernels += stat.name + " ";
        }
    for (const auto& stat : eager.operators)
        if (const auto other = libraryName(stat.name);
            stat.kind == SpanKind::Operator && !other.empty() && namesOperator(kernels, other))
            found.eagerNs += stat.selfPerCallNs;
    return found;
}

/// The one that loses most.
std::optional<Decomposed> worstDecomposed(
    const TraceSummary& eager, const TraceSummary& compiled, double leastNs)
{
    constexpr std::size_t most = 40; // operators are sorted by time
    std::optional<Decomposed> worst;
    for (std::size_t i = 0; i < std::min(most, eager.operators.size()); ++i) {
        const auto name = libraryName(eager.operators[i].name);
        if (name.empty())
            continue;
        const auto found = decomposed(name, eager, compiled);
        const double lost = found.compiledNs - found.eagerNs;
        if (found.compiledNs > timesLonger * found.eagerNs && lost > leastNs
            && (!worst || lost > worst->compiledNs - worst->eagerNs))
            worst = found;
    }
    return worst;
}

std::vector<Finding> find(const FindingInput& input)
{
    const auto medianNs = hostMedianNs(input);
    if (!medianNs)
        return {};
    const int caseIndex = input.inCase->caseIndex;
    const auto eager = tracedCallsOf(input.data, 0, caseIndex);
    const auto compiled = tracedCallsOf(input.data, input.variant->variant, caseIndex);
    if (eager.trace == nullptr || compiled.trace == nullptr)
        return {};
    const auto found = worstDecomposed(*eager.trace, *compiled.trace, leastShare * *medianNs);
    if (!found)
        return {};
    return {input.found(Finding::Severity::Warning, "decomposed_operator",
        {std::string(found->name), TimeTaken {found->compiledNs}, TimeTaken {found->eagerNs}})};
}

} // namespace

const FindingRule decomposedOperator {
    .key = "decomposed_operator", .needs = FindingNeeds::File, .find = find};

} // namespace profiler::finding_rules
