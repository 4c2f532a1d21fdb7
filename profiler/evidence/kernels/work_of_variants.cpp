// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_of_variants.h"

#include "profiler/evidence/trace/short_names.h"
#include "profiler/model/comparison_result.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

/// Lays one comparison of a pair beside the other.
class Merging {
public:
    explicit Merging(const std::vector<int>& variants)
    {
        m_work.variants = variants;
        m_work.overheads.assign(variants.size(), missing(ReasonKind::NotTraced));
        m_work.total.resize(variants.size());
    }

    void take(const WorkComparison& pair, std::size_t side)
    {
        m_work.onDevice = m_work.onDevice || pair.onDevice;
        takeOverhead(pair.baselineOverhead, 0);
        setTimes(m_work.total, pair.total, side);
        for (const auto& row : pair.rows)
            setTimes(named(row).times, row.time, side);
        for (const auto& rest : pair.rests)
            setTimes(restOf(rest.kind).times, rest.time, side);
        if (side != 0)
            takeOverhead(pair.variantOverhead, side);
    }

    void takeReason(const Reason& reason, std::size_t side)
    {
        m_work.overheads.at(side) = missing(reason);
    }

    [[nodiscard]] WorkOfVariants merged()
    {
        setShortNames(m_work.rows);
        std::ranges::stable_sort(m_work.rows, std::ranges::greater {},
            [](const NamedTimes& row) { return largestChangeNs(row.times); });
        std::ranges::sort(m_work.rests, {}, &RestTimes::kind);
        return std::move(m_work);
    }

private:
    void takeOverhead(const Measured<double>& overhead, std::size_t side)
    {
        if (!m_work.overheads.at(side))
            m_work.overheads[side] = overhead;
    }

    static void setTimes(WorkTimes& times, const WorkPair& pair, std::size_t side)
    {
        if (pair.baseline)
            times[0] = pair.baseline;
        if (side != 0)
            times.at(side) = pair.variant;
    }

    NamedTimes& named(const NamedWork& row)
    {
        const auto [at, isNew] = m_byKey.try_emplace(row.key(), m_work.rows.size());
        if (isNew)
            m_work.rows.push_back(
                {.name = row.name, .kind = row.kind, .times = WorkTimes(m_work.variants.size())});
        return m_work.rows[at->second];
    }

    RestTimes& restOf(RestKind kind)
    {
        const auto found = std::ranges::find(m_work.rests, kind, &RestTimes::kind);
        if (found != m_work.rests.end())
            return *found;
        return m_work.rests.emplace_back(
            RestTimes {.kind = kind, .times = WorkTimes(m_work.variants.size())});
    }

    std::map<WorkKey, std::size_t> m_byKey;
    WorkOfVariants m_work;
};

} // namespace

double changeNs(const WorkTimes& times, std::size_t side)
{
    return WorkPair {.baseline = times.front(), .variant = times.at(side)}.changeNs();
}

double largestChangeNs(const WorkTimes& times)
{
    double largest = times.size() == 1 && times.front() ? times.front()->ns : 0;
    for (std::size_t side = 1; side < times.size(); ++side)
        largest = std::max(largest, std::abs(changeNs(times, side)));
    return largest;
}

void addTimes(WorkTimes& sum, const WorkTimes& times)
{
    sum.resize(std::max(sum.size(), times.size()));
    for (std::size_t side = 0; side < times.size(); ++side) {
        if (!times[side])
            continue;
        auto& into = sum[side] ? *sum[side] : sum[side].emplace();
        into.times += times[side]->times;
        into.ns += times[side]->ns;
    }
}

std::optional<std::size_t> WorkOfVariants::sideOf(int variant) const
{
    const auto found = std::ranges::find(variants, variant);
    if (found == variants.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - variants.begin());
}

const NamedTimes* WorkOfVariants::find(const WorkKey& key) const
{
    const auto found = std::ranges::find(rows, key, &NamedTimes::key);
    return found == rows.end() ? nullptr : &*found;
}

bool WorkOfVariants::isPaired(std::size_t side) const
{
    return side > 0 && side < overheads.size() && overheads.front() && overheads[side];
}

Measured<WorkOfVariants> workOfVariants(
    const ComparisonData& data, const CaseResult& inCase, const std::vector<int>& variants)
{
    Merging merging(variants);
    Reason reason {ReasonKind::WithoutSuchVariant, {}};
    bool known = false;
    const auto take = [&](std::size_t side) {
        const auto pair = compareWork(data, inCase, variants[side]);
        if (pair) {
            merging.take(*pair, side);
            known = true;
        } else {
            merging.takeReason(pair.error(), side);
            reason = pair.error();
        }
    };
    if (variants.size() == 1)
        take(0);
    for (std::size_t side = 1; side < variants.size(); ++side)
        take(side);
    if (!known)
        return missing(reason);
    return merging.merged();
}

} // namespace profiler
