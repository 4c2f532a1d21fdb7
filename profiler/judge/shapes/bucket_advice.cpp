// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/bucket_advice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace profiler {
namespace {

constexpr std::size_t mostCandidates = 2048;

/// A size that a bucket may have.
struct Candidate {
    std::int64_t size = 0;
    TimeAtSize time;
    double callsUpTo = 0; ///< of the traffic, up to this size
};

/// Evenly chosen where there are too many; the largest is always among them.
std::vector<std::int64_t> thinned(const std::set<std::int64_t>& sizes)
{
    std::vector<std::int64_t> all(sizes.begin(), sizes.end());
    if (all.size() <= mostCandidates)
        return all;
    std::vector<std::int64_t> kept;
    for (std::size_t i = 1; i <= mostCandidates; ++i)
        kept.push_back(all[(i * all.size() / mostCandidates) - 1]);
    return kept;
}

std::vector<Candidate> candidatesOf(const BucketQuestion& question)
{
    const auto largest = question.measured.back().size;
    std::set<std::int64_t> sizes;
    for (const auto& [size, calls] : question.traffic.calls)
        if (size <= largest)
            sizes.insert(size);
    if (sizes.empty())
        return {};
    const auto smallest = *sizes.begin();
    for (const auto& each : question.measured)
        if (each.size >= smallest)
            sizes.insert(each.size);
    std::vector<Candidate> candidates;
    auto next = question.traffic.calls.begin();
    double calls = 0;
    for (const auto size : thinned(sizes)) {
        for (; next != question.traffic.calls.end() && next->first <= size; ++next)
            calls += next->second;
        candidates.push_back(
            {.size = size, .time = *timeAtSize(question.measured, size), .callsUpTo = calls});
    }
    return candidates;
}

/// best[j]: the cheapest way to serve all calls up to candidate j with a bucket there.
struct Layer {
    std::vector<double> ns;
    std::vector<std::size_t> before; ///< the bucket below; the candidate itself: none
};

class Search {
public:
    Search(const BucketQuestion& question, std::vector<Candidate> candidates)
        : m_question(question)
        , m_candidates(std::move(candidates))
    {
        const double all = m_candidates.back().callsUpTo;
        while (m_candidates[m_first].callsUpTo < all)
            ++m_first;
    }

    /// With exactly so many buckets, one more than before.
    void addLayer()
    {
        Layer layer {
            .ns = std::vector(m_candidates.size(), std::numeric_limits<double>::infinity()),
            .before = std::vector<std::size_t>(m_candidates.size())};
        for (std::size_t j = 0; j < m_candidates.size(); ++j) {
            layer.before[j] = j;
            if (m_layers.empty()) {
                layer.ns[j] = costOf(0, j);
                continue;
            }
            for (std::size_t i = 0; i < j; ++i) {
                const double ns = m_layers.back().ns[i] + costOf(m_candidates[i].callsUpTo, j);
                if (ns < layer.ns[j]) {
                    layer.ns[j] = ns;
                    layer.before[j] = i;
                }
            }
        }
        m_layers.push_back(std::move(layer));
    }

    /// The last bucket must hold the largest call.
    [[nodiscard]] std::size_t bestEnd(std::size_t layer) const
    {
        const auto& ns = m_layers[layer].ns;
        return static_cast<std::size_t>(
            std::min_element(ns.begin() + static_cast<std::ptrdiff_t>(m_first), ns.end())
            - ns.begin());
    }

    [[nodiscard]] double bestNs(std::size_t layer) const
    {
        return m_layers[layer].ns[bestEnd(layer)];
    }

    [[nodiscard]] std::vector<std::size_t> bucketsOf(std::size_t layer) const
    {
        std::vector<std::size_t> buckets;
        auto at = bestEnd(layer);
        for (auto i = layer + 1; i-- > 0;) {
            buckets.push_back(at);
            at = m_layers[i].before[at];
        }
        std::ranges::reverse(buckets);
        return buckets;
    }

    [[nodiscard]] const Candidate& at(std::size_t index) const { return m_candidates[index]; }

private:
    [[nodiscard]] double costOf(double servedBelow, std::size_t bucket) const
    {
        const auto& candidate = m_candidates[bucket];
        return m_question.compileNs
            + m_question.repeats * (candidate.callsUpTo - servedBelow) * candidate.time.ns;
    }

    const BucketQuestion& m_question;
    std::vector<Candidate> m_candidates;
    std::size_t m_first = 0; ///< the smallest candidate that holds every call
    std::vector<Layer> m_layers;
};

void addBuckets(BucketAdvice& advice, const BucketQuestion& question, const Search& search,
    const std::vector<std::size_t>& chosen)
{
    auto next = question.traffic.calls.begin();
    for (const auto index : chosen) {
        const auto& candidate = search.at(index);
        Bucket bucket {
            .size = candidate.size, .ns = candidate.time.ns, .measured = candidate.time.measured};
        double used = 0;
        for (; next != question.traffic.calls.end() && next->first <= bucket.size; ++next) {
            bucket.calls += next->second;
            used += next->second * static_cast<double>(next->first);
        }
        const double computed = bucket.calls * static_cast<double>(bucket.size);
        bucket.paddedRatio = computed > 0 ? 1 - used / computed : 0;
        advice.callsNs += question.repeats * bucket.calls * bucket.ns;
        advice.buckets.push_back(bucket);
    }
    advice.compileNs = question.compileNs * static_cast<double>(chosen.size());
}

} // namespace

double BucketAdvice::paddedRatio() const
{
    double computed = 0;
    double padded = 0;
    for (const auto& bucket : buckets) {
        const double all = bucket.calls * static_cast<double>(bucket.size);
        computed += all;
        padded += all * bucket.paddedRatio;
    }
    return computed > 0 ? padded / computed : 0;
}

std::optional<TimeAtSize> timeAtSize(const std::vector<SizeTime>& measured, std::int64_t size)
{
    const auto above = std::ranges::lower_bound(measured, size, {}, &SizeTime::size);
    if (above == measured.end())
        return std::nullopt;
    if (above->size == size || above == measured.begin())
        return TimeAtSize {.ns = above->ns, .measured = above->size == size};
    const auto below = std::prev(above);
    const double share
        = static_cast<double>(size - below->size) / static_cast<double>(above->size - below->size);
    return TimeAtSize {.ns = std::lerp(below->ns, above->ns, share), .measured = false};
}

std::optional<BucketAdvice> adviseBuckets(const BucketQuestion& question)
{
    if (question.measured.empty() || question.mostBuckets < 1)
        return std::nullopt;
    auto candidates = candidatesOf(question);
    if (candidates.empty())
        return std::nullopt;
    const auto count = candidates.size();
    Search search(question, std::move(candidates));
    BucketAdvice advice;
    std::size_t best = 0;
    for (std::size_t i = 0; i < std::min(count, static_cast<std::size_t>(question.mostBuckets));
         ++i) {
        search.addLayer();
        advice.totalNsByCount.push_back(search.bestNs(i));
        if (search.bestNs(i) < search.bestNs(best))
            best = i;
    }
    addBuckets(advice, question, search, search.bucketsOf(best));
    for (const auto& [size, calls] : question.traffic.calls) {
        const auto time = timeAtSize(question.measured, size);
        if (time)
            advice.exactNs += question.repeats * calls * time->ns;
        else
            advice.unservedCalls += calls;
    }
    return advice;
}

} // namespace profiler
