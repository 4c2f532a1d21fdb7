// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/copied_layouts.h"

#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/evidence/ledger/hidden_work.h"
#include "profiler/evidence/ledger/matched_calls.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <map>
#include <string>

namespace profiler {
namespace {

/// Of all calls of one kernel.
struct SumOfShares {
    CopiedShare sum;
    int calls = 0;
};

std::map<std::string, SumOfShares> sharesByKernel(const std::vector<GeneratedCode>& codes)
{
    std::map<std::string, SumOfShares> byKernel;
    for (const auto& code : codes) {
        const auto calls = generatedCalls(code.code);
        const auto shares = copiedShares(code, calls, sizesOfCalls(code, calls));
        for (std::size_t i = 0; i < calls.size(); ++i) {
            auto& kernel = byKernel[calls[i].kernel];
            kernel.sum.parameters += shares[i].parameters;
            kernel.sum.inputs += shares[i].inputs;
            ++kernel.calls;
        }
    }
    std::erase_if(byKernel, [](const auto& kernel) { return kernel.second.sum.all() <= 0; });
    return byKernel;
}

} // namespace

Measured<CopiedLayouts> copiedLayouts(
    const ComparisonData& data, const CaseResult& inCase, int variant)
{
    const auto traced = tracedCallsOf(data, variant, inCase.caseIndex);
    if (traced.trace == nullptr)
        return missing(whyNotTraced(data, variant, inCase.caseIndex));
    if (traced.process->code.empty())
        return missing(ReasonKind::NotRecorded);
    const auto work = compareWork(data, inCase, variant);
    if (!work)
        return missing(work.error());
    const auto byKernel = sharesByKernel(traced.process->code);
    CopiedLayouts found;
    for (const auto& row : work->rows) {
        const auto kernel = std::ranges::find_if(
            byKernel, [&](const auto& entry) { return isRunOf(row.name, entry.first); });
        if (kernel == byKernel.end() || !row.time.variant)
            continue;
        const auto& [sum, calls] = kernel->second;
        found.weightNs += row.time.variant->ns * sum.parameters / calls;
        found.inputNs += row.time.variant->ns * sum.inputs / calls;
        found.sharedByBytes = found.sharedByBytes || sum.all() < calls;
        found.shares[row.name] = sum.all() / calls;
        ++found.kernels;
    }
    return found;
}

} // namespace profiler
