// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_phases.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace profiler {

namespace {

constexpr std::string_view kernelFile = "compile_file";

/// Damaged times could add up to more than fits.
constexpr std::int64_t longestStep = std::int64_t {1} << 53;

struct PhaseInterval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// Sorted, without overlaps.
std::vector<PhaseInterval> united(std::vector<PhaseInterval> intervals)
{
    std::ranges::sort(intervals, {}, &PhaseInterval::begin);
    std::vector<PhaseInterval> result;
    for (const auto& each : intervals) {
        if (result.empty() || each.begin > result.back().end)
            result.push_back(each);
        else
            result.back().end = std::max(result.back().end, each.end);
    }
    return result;
}

std::int64_t lengthOf(const std::vector<PhaseInterval>& intervals)
{
    return std::accumulate(intervals.begin(), intervals.end(), std::int64_t {0},
        [](std::int64_t sum, const PhaseInterval& each) { return sum + (each.end - each.begin); });
}

/// Of two lists without overlaps.
std::int64_t commonLength(
    const std::vector<PhaseInterval>& one, const std::vector<PhaseInterval>& other)
{
    std::int64_t sum = 0;
    for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();) {
        sum += std::max<std::int64_t>(
            0, std::min(one[i].end, other[j].end) - std::max(one[i].begin, other[j].begin));
        one[i].end < other[j].end ? ++i : ++j;
    }
    return sum;
}

bool isSound(const CompileSpan& span)
{
    return span.duration && span.duration->count() >= 0 && span.duration->count() < longestStep
        && span.begin.ns >= 0 && span.begin.ns < std::numeric_limits<std::int64_t>::max() / 2;
}

class FlameMaker {
public:
    CompileFlame make(const std::vector<CompileTrace>& traces)
    {
        for (const auto* span : soundSpans(traces))
            add(*span);
        close();
        return std::move(m_flame);
    }

private:
    std::vector<const CompileSpan*> soundSpans(const std::vector<CompileTrace>& traces)
    {
        std::vector<const CompileSpan*> spans;
        for (const auto& trace : traces) {
            m_flame.leftOut += trace.spansLeftOut;
            for (const auto& span : trace.spans) {
                if (isSound(span))
                    spans.push_back(&span);
                else
                    ++m_flame.notEnded;
            }
        }
        std::ranges::stable_sort(spans, [](const CompileSpan* one, const CompileSpan* other) {
            return one->begin != other->begin ? one->begin < other->begin
                                              : one->duration > other->duration;
        });
        if (!spans.empty())
            m_thread = mainThread(spans);
        return spans;
    }

    /// The one that compiles graphs: its steps take the most time.
    static int mainThread(const std::vector<const CompileSpan*>& spans)
    {
        std::map<int, std::int64_t> longest;
        for (const auto* span : spans)
            longest[span->thread] = std::max(longest[span->thread], span->duration->count());
        return std::ranges::max_element(longest, {}, [](const auto& each) {
            return each.second;
        })->first;
    }

    void add(const CompileSpan& span)
    {
        FlameStep step {.name = span.name,
            .compileId = span.compileId,
            .begin = span.begin,
            .durationNs = span.duration->count(),
            .selfNs = span.duration->count()};
        while (!m_open.empty() && m_flame.steps[m_open.back()].endNs() <= step.begin.ns)
            m_open.pop_back();
        // What ends after the step that it began in runs beside that one.
        if (span.thread == m_thread
            && (m_open.empty() || step.endNs() <= m_flame.steps[m_open.back()].endNs()))
            nest(std::move(step));
        else
            addWorker(std::move(step));
    }

    void nest(FlameStep step)
    {
        auto held = CompilePhase::Other;
        if (!m_open.empty()) {
            auto& parent = m_flame.steps[m_open.back()];
            parent.selfNs -= step.durationNs;
            held = parent.phase;
            step.parent = m_open.back();
        }
        const bool isTried = held == CompilePhase::Autotune; // a kernel is compiled to be tried
        step.phase = isTried ? held : phaseOfStep(step.name).value_or(held);
        step.depth = static_cast<int>(m_open.size());
        m_flame.depth = std::max(m_flame.depth, step.depth + 1);
        m_open.push_back(m_flame.steps.size());
        m_flame.steps.push_back(std::move(step));
    }

    /// Into the first row that is free by then.
    void addWorker(FlameStep step)
    {
        step.phase = phaseOfStep(step.name).value_or(CompilePhase::KernelCompile);
        if (step.compileId.empty() && !m_open.empty()) // other threads do not know it
            step.compileId = m_flame.steps[m_open.back()].compileId;
        auto row = std::ranges::find_if(
            m_workersEnd, [&step](std::int64_t end) { return end <= step.begin.ns; });
        if (row == m_workersEnd.end())
            row = m_workersEnd.insert(row, 0);
        *row = step.endNs();
        step.worker = static_cast<int>(row - m_workersEnd.begin());
        m_flame.steps.push_back(std::move(step));
    }

    void close()
    {
        std::vector<PhaseInterval> working;
        std::vector<PhaseInterval> waiting;
        for (const auto& step : m_flame.steps) {
            if (step.worker >= 0) {
                m_flame.workerNs += step.durationNs;
                working.push_back({step.begin.ns, step.endNs()});
                continue;
            }
            m_flame.selfNs[static_cast<std::size_t>(step.phase)] += step.selfNs;
            m_flame.wallNs += step.parent ? 0 : step.durationNs;
            if (step.phase == CompilePhase::KernelCompile)
                waiting.push_back({step.begin.ns, step.endNs()});
        }
        const auto worked = united(std::move(working));
        m_flame.overlappedNs = lengthOf(worked) - commonLength(worked, united(std::move(waiting)));
        m_flame.workers = static_cast<int>(m_workersEnd.size());
    }

    CompileFlame m_flame;
    int m_thread = 0;
    std::vector<std::size_t> m_open; ///< the step that goes on, outermost first
    std::vector<std::int64_t> m_workersEnd; ///< when each row is free
};

} // namespace

CompileFlame compileFlame(const std::vector<CompileTrace>& traces)
{
    return FlameMaker().make(traces);
}

PhaseTimes phaseTimes(const CompileFlame& flame, const std::string& compileId)
{
    PhaseTimes times {};
    for (const auto& step : flame.steps)
        if (step.worker < 0 && step.compileId == compileId)
            times[static_cast<std::size_t>(step.phase)] += step.selfNs;
    return times;
}

std::vector<const FlameStep*> kernelCompiles(const CompileFlame& flame)
{
    std::vector<const FlameStep*> kernels;
    for (const auto& step : flame.steps)
        if (step.name == kernelFile)
            kernels.push_back(&step);
    std::ranges::stable_sort(kernels, std::ranges::greater {}, &FlameStep::durationNs);
    return kernels;
}

} // namespace profiler
