// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/warm_up_run.h"

#include "profiler/evidence/lanes/warm_up.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace profiler {
namespace {

constexpr std::int64_t longestPieceNs = 2'000'000'000; // so that a request to stop is heard
constexpr int mostSingleCalls = 16; // while each one still compiles
constexpr auto unlimitedCalls = std::numeric_limits<std::int64_t>::max();

/// The warm-up of one case, as it grows.
class CaseWarmUp {
public:
    CaseWarmUp(WorkerRun& worker, int caseIndex)
        : m_worker(worker)
        , m_case(caseIndex)
        , m_most(worker.budget().mostWarmUpCalls().value_or(unlimitedCalls))
    {
    }

    /// Asks for calls and takes their times; false when the worker failed.
    bool grow(std::int64_t calls)
    {
        const auto block = m_worker.warmUp(m_case, calls);
        if (!block)
            return false;
        m_lastCompiled = false;
        for (std::size_t i = 0; i < block->wallNs.size(); ++i) {
            m_lastCompiled = block->compiled[i] != 0;
            m_wallNs.push_back(block->wallNs[i]);
            m_elapsedNs += m_lastCompiled ? 0 : block->wallNs[i];
        }
        return true;
    }

    /// Single calls until one did not compile: its time says how many calls fill a piece.
    bool singleCalls()
    {
        for (int i = 0; i < mostSingleCalls && count() < m_most; ++i) {
            if (!grow(1))
                return false;
            if (!m_lastCompiled)
                break;
        }
        if (!m_lastCompiled)
            m_worker.tellCallTime(m_case, std::chrono::nanoseconds(m_wallNs.back()));
        return true;
    }

    bool growTo(std::int64_t calls)
    {
        calls = std::min(calls, m_most);
        while (count() < calls) {
            const auto fitting = longestPieceNs / callNs();
            // The first guess is made from one call: a small piece corrects it.
            const auto most = count() < 8 ? 5 : std::max<std::int64_t>(fitting, 1);
            if (!grow(std::min(calls - count(), most)))
                return false;
        }
        return true;
    }

    /// nullopt when the worker failed.
    std::optional<WarmCase> untilSteady()
    {
        if (!singleCalls() || !growTo(count() + 5) || !growTo(firstWarmUpCalls(callNs())))
            return std::nullopt;
        auto judgement = judgeWarmUp(m_wallNs);
        for (int doublings = 0;
             !judgement.steady && !m_worker.warmUpTimeOver(m_elapsedNs) && count() < m_most;
             ++doublings) {
            const auto more = moreWarmUpCalls(
                {.calls = count(), .elapsedNs = m_elapsedNs, .doublings = doublings});
            if (!more)
                break;
            if (!growTo(count() + *more))
                return std::nullopt;
            judgement = judgeWarmUp(m_wallNs);
        }
        m_worker.recordSteady({.caseIndex = m_case,
            .steady = judgement.steady,
            .warmUpCalls = count(),
            .steadyFrom = judgement.steadyFrom,
            .noisy = judgement.noisy,
            .reason = judgement.reason});
        return WarmCase {.steady = judgement.steady, .callNs = callNs(), .calls = count()};
    }

private:
    [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(m_wallNs.size()); }

    /// Median of the last half.
    [[nodiscard]] std::int64_t callNs() const
    {
        const auto lastHalf = static_cast<std::ptrdiff_t>(m_wallNs.size() / 2);
        const auto middle = upperMedian({m_wallNs.begin() + lastHalf, m_wallNs.end()});
        return std::max<std::int64_t>(middle.value_or(1), 1);
    }

    WorkerRun& m_worker;
    int m_case;
    std::int64_t m_most; ///< calls that it may take
    std::vector<std::int64_t> m_wallNs;
    std::int64_t m_elapsedNs = 0; ///< of calls that did not compile
    bool m_lastCompiled = false;
};

using GrowingCases = std::map<int, CaseWarmUp>;

/// One call of each case, in order. Empty when the worker or one of them failed.
GrowingCases firstCallOfEach(WorkerRun& worker)
{
    GrowingCases growing;
    for (const int index : worker.caseIndices()) {
        const bool ran = growing.emplace(index, CaseWarmUp(worker, index)).first->second.grow(1);
        if (!ran && !worker.alive())
            return {};
    }
    return worker.spoiled() ? GrowingCases {} : growing;
}

} // namespace

bool firstCalls(WorkerRun& worker)
{
    auto growing = firstCallOfEach(worker);
    return !growing.empty()
        && std::ranges::all_of(growing, [](auto& each) { return each.second.singleCalls(); });
}

WarmCases warmUp(WorkerRun& worker)
{
    auto growing = firstCallOfEach(worker);
    if (growing.empty())
        return {};
    WarmCases warm;
    for (const int index : worker.caseIndices()) {
        const auto settled = growing.at(index).untilSteady();
        if (!settled)
            return {};
        warm[index] = *settled;
    }
    return warm;
}

} // namespace profiler
