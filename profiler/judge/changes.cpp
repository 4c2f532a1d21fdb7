// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/changes.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace profiler {
namespace {

/// Collects what changed for one variant in one case.
class Collector {
public:
    Collector(int caseIndex, const VariantResult& baseline, const VariantResult& variant,
        std::vector<Change>& changes)
        : m_caseIndex(caseIndex)
        , m_baseline(baseline)
        , m_variant(variant)
        , m_changes(changes)
    {
    }

    void addUse() const
    {
        if (m_variant.verdict == Verdict::Failed)
            add(ChangeKind::Failed, true).reason = m_variant.verdictReason;
        if (m_variant.verdict == Verdict::RanEager)
            add(ChangeKind::RanEager, true).reason = m_variant.verdictReason;
        if (m_variant.numerics.status == NumericsStatus::Different)
            add(ChangeKind::Numerics, true);
    }

    void addTimes() const
    {
        if (m_variant.speedUp && decided(m_variant.verdict))
            add(ChangeKind::Speed, m_variant.verdict == Verdict::Slower).ratio
                = m_variant.speedUp->ratio;
        if (m_variant.tailRatio && decided(m_variant.tailVerdict))
            add(ChangeKind::Tail, m_variant.tailVerdict == Verdict::Slower).ratio
                = m_variant.tailRatio;
    }

    void addMemory(const MemoryRow& row) const
    {
        if (row.difference && decided(row.verdict))
            add(ChangeKind::Memory, row.verdict == Verdict::Slower).memory = *row.difference;
    }

    void addCounts() const
    {
        addCount(ChangeKind::Breaks, m_baseline.graphBreaks, m_variant.graphBreaks);
        addCount(ChangeKind::Recompiles, m_baseline.recompiles, m_variant.recompiles);
    }

private:
    static bool decided(Verdict verdict)
    {
        return verdict == Verdict::Faster || verdict == Verdict::Slower;
    }

    void addCount(ChangeKind kind, const Measured<int>& before, const Measured<int>& after) const
    {
        if (!before || !after || *before == *after)
            return;
        auto& change = add(kind, *after > *before);
        change.before = *before;
        change.after = *after;
    }

    Change& add(ChangeKind kind, bool worse) const
    {
        m_changes.push_back(
            {.kind = kind, .worse = worse, .caseIndex = m_caseIndex, .variant = m_variant.variant});
        return m_changes.back();
    }

    int m_caseIndex;
    const VariantResult& m_baseline;
    const VariantResult& m_variant;
    std::vector<Change>& m_changes;
};

bool compiledBaseline(const ComparisonResult& result)
{
    return !result.plan.variants.empty()
        && result.plan.variants.front().kind == VariantKind::Compiled;
}

double sizeOf(const Change& change)
{
    return change.ratio ? std::abs(LogRatio::ofRatio(change.ratio->estimate).logarithm()) : 0;
}

} // namespace

std::vector<Change> changesOf(const ComparisonData& data, const ComparisonResult& result)
{
    std::vector<Change> changes;
    for (const auto& caseResult : result.cases) {
        const auto memory = memoryRows(data, caseResult);
        for (const auto& variant : caseResult.variants) {
            if (variant.variant == 0)
                continue;
            const Collector collector(
                caseResult.caseIndex, caseResult.variants.front(), variant, changes);
            collector.addUse();
            collector.addTimes();
            if (const auto row = std::ranges::find(memory, variant.variant, &MemoryRow::variant);
                row != memory.end())
                collector.addMemory(*row);
            // Eager has no graph to leave: its count says nothing about the compiled one's.
            if (compiledBaseline(result))
                collector.addCounts();
        }
    }
    std::ranges::stable_sort(changes, [](const Change& one, const Change& other) {
        const auto order = [](const Change& change) {
            return std::tuple(!change.worse, change.kind, -sizeOf(change));
        };
        return order(one) < order(other);
    });
    return changes;
}

int changedPairs(const std::vector<Change>& changes, bool worse)
{
    std::set<std::pair<int, int>> pairs;
    for (const auto& change : changes)
        if (change.worse == worse)
            pairs.emplace(change.caseIndex, change.variant);
    return static_cast<int>(pairs.size());
}

} // namespace profiler
