// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/proofs.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <map>
#include <optional>

namespace profiler {

namespace {

bool makesProofs(ProcessKind kind)
{
    return kind == ProcessKind::Paired || kind == ProcessKind::Look;
}

/// Did torch compile this region without a single operator? A function that only calls others, past
/// the recompile limit, still runs compiled code of its own, and everything in it runs eager.
bool isEmptyRegion(const ProcessRecord& process, const std::string& compileId)
{
    bool empty = false;
    for (const auto& fact : process.compiles) {
        if (fact.startUp || fact.compileId != compileId || !fact.operators)
            continue;
        if (*fact.operators > 0)
            return false;
        empty = true;
    }
    return empty;
}

/// Runs of regions that hold operators, as far as torch told.
int regionRuns(const ProcessRecord& process, const ProofFact& proof)
{
    int runs = 0;
    for (const auto& [id, times] : proof.regions)
        if (!isEmptyRegion(process, id))
            runs += std::max(0, times);
    return runs;
}

std::vector<const ProofFact*> observedProofs(const ProcessRecord& process, int caseIndex)
{
    std::vector<const ProofFact*> proofs;
    for (const auto& proof : process.proofs) {
        if (proof.observed && proof.caseIndex == caseIndex)
            proofs.push_back(&proof);
    }
    return proofs;
}

bool concernsCase(const std::optional<int>& factCase, int caseIndex)
{
    return factCase.value_or(caseIndex) == caseIndex;
}

/// Torch's reasons go on with explanations, hints and links; the title is what a sentence can
/// carry.
std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

/// Torch compiles nothing while one is on, and says nothing of it; its worker does.
Reason whichDispatchMode(const ComparisonData& data, int variant, int caseIndex)
{
    for (const auto& notice : data.notices)
        if (notice.rule == "dispatch_mode" && notice.variant == variant
            && concernsCase(notice.caseIndex, caseIndex))
            return recorded(notice.sentence.substr(0, notice.sentence.find_last_not_of('.') + 1));
    return {};
}

/// Torch says why it gave up in the failed compile; past the limit it only stops compiling.
Reason whyEager(const ComparisonData& data, const ProcessRecord& process, int caseIndex)
{
    for (auto fact = process.compiles.rbegin(); fact != process.compiles.rend(); ++fact) {
        if (fact->startUp || fact->failType.empty() || !concernsCase(fact->caseIndex, caseIndex))
            continue;
        return recorded(fact->failReason.empty() ? fact->failType : firstLine(fact->failReason));
    }
    constexpr int recompileLimit = 8; // torch's default
    std::map<std::string, int> compilesOfFunction;
    for (const auto& fact : process.compiles) {
        if (!fact.startUp
            && ++compilesOfFunction[fact.file + ":" + fact.function] >= recompileLimit)
            return {ReasonKind::RecompileLimitReached, {fact.function}};
    }
    for (const auto& fact : process.compiles)
        if (!fact.startUp && !fact.failReason.empty())
            return {ReasonKind::GivenUpInOtherCase,
                {fact.function, std::vector {recorded(firstLine(fact.failReason))}}};
    auto mode = whichDispatchMode(data, process.start.variant, caseIndex);
    return mode.empty() ? Reason {ReasonKind::NoCompiledOperator, {}} : mode;
}

void judgeCompiledLane(ProofJudgement& judgement, const ComparisonData& data,
    const ProcessRecord& process, int caseIndex)
{
    const auto proofs = observedProofs(process, caseIndex);
    if (proofs.empty() || judgement.ranEager)
        return;
    const int afterWarmUp = regionRuns(process, *proofs.front());
    for (const auto* proof : proofs) {
        const int runs = regionRuns(process, *proof);
        if (runs > 0 && runs >= afterWarmUp)
            continue;
        judgement.ranEager = true;
        judgement.reason = whyEager(data, process, caseIndex);
        if (runs > 0) {
            judgement.reason = {ReasonKind::FewerRegions,
                {std::int64_t {afterWarmUp}, std::int64_t {runs}, std::vector {judgement.reason}}};
        }
        return;
    }
}

} // namespace

ProofJudgement judgeProofs(const ComparisonData& data, int variant, int caseIndex)
{
    ProofJudgement judgement;
    const auto index = static_cast<std::size_t>(variant);
    if (index >= data.plan.variants.size())
        return judgement;
    const bool compiled = usesTorchCompile(data.plan.variants[index]);
    // A program that was exported or traced has nothing it could fall back to.
    if (!compiled && data.plan.variants[index].kind == VariantKind::Compiled)
        return judgement;
    for (const auto& process : data.processes) {
        if (!makesProofs(process.start.kind) || process.start.variant != variant
            || !servesCase(process, caseIndex))
            continue;
        const auto proofs = observedProofs(process, caseIndex);
        judgement.observed = judgement.observed || !proofs.empty();
        if (compiled)
            judgeCompiledLane(judgement, data, process, caseIndex);
        else if (std::ranges::any_of(proofs,
                     [&](const ProofFact* proof) { return regionRuns(process, *proof) > 0; }))
            judgement.ranCompiled = true;
    }
    if (judgement.ranCompiled)
        judgement.reason = {ReasonKind::EagerRanCompiled, {}};
    return judgement;
}

} // namespace profiler
