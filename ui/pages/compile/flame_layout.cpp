// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/flame_layout.h"

#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ui {

namespace {

using profiler::FlameStep;

constexpr int mostStepRows = 9;
constexpr int mostWorkerRows = 6;
constexpr double sameLength = 0.97; // of the step around it

struct Call {
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    bool compiled = false;
};

/// Blocks tell when they began; their calls follow each other.
std::vector<Call> callsOf(const profiler::ProcessRecord& process, std::int64_t untilNs)
{
    std::vector<Call> calls;
    for (const auto& block : process.blocks) {
        auto at = block.started.ns;
        for (std::size_t i = 0; i < block.wallNs.size() && at < untilNs; ++i) {
            const auto length = std::max<std::int64_t>(0, block.wallNs[i]);
            const bool compiled = i < block.compiled.size() && block.compiled[i] != 0;
            calls.push_back({at, at + length, compiled});
            at += length;
        }
    }
    std::ranges::sort(calls, {}, &Call::beginNs);
    return calls;
}

class Layout {
public:
    explicit Layout(const profiler::ProcessRecord& process)
    {
        m_drawing.flame = profiler::compileFlame(process.compileTraces);
        if (m_drawing.flame.steps.empty())
            return;
        std::int64_t end = 0;
        for (const auto& step : m_drawing.flame.steps)
            end = std::max(end, step.endNs());
        const auto calls = callsOf(process, end);
        m_origin = m_drawing.flame.steps.front().begin.ns;
        if (!calls.empty() && calls.front().beginNs > 0)
            m_origin = std::min(m_origin, calls.front().beginNs);
        m_drawing.lengthNs = static_cast<double>(end - m_origin);
        placeCalls(calls, end);
        placeSteps();
        placeWorkers();
        std::ranges::stable_sort(m_drawing.boxes, [](const FlameBox& one, const FlameBox& other) {
            return std::pair(one.row, one.fromNs) < std::pair(other.row, other.fromNs);
        });
    }

    FlameDrawing take() { return std::move(m_drawing); }

private:
    [[nodiscard]] double at(std::int64_t ns) const { return static_cast<double>(ns - m_origin); }

    void placeCalls(const std::vector<Call>& calls, std::int64_t end)
    {
        int number = 0;
        m_drawing.callRows = calls.empty() ? 0 : 1;
        for (const auto& call : calls)
            m_drawing.boxes.push_back({.fromNs = at(call.beginNs),
                .toNs = at(std::min(call.endNs, end)),
                .call = ++number,
                .compiled = call.compiled});
    }

    void placeSteps()
    {
        const auto& steps = m_drawing.flame.steps;
        const auto hidden = hiddenSteps();
        std::vector<int> rows(steps.size(), 0);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].worker >= 0)
                continue;
            const auto& parent = steps[i].parent;
            rows[i] = parent ? rows[*parent] + (hidden[*parent] ? 0 : 1) : 0;
            if (hidden[i] || rows[i] >= mostStepRows)
                continue;
            m_drawing.stepRows = std::max(m_drawing.stepRows, rows[i] + 1);
            add(i, m_drawing.callRows + rows[i]);
        }
    }

    /// Those that one step inside fills.
    [[nodiscard]] std::vector<bool> hiddenSteps() const
    {
        const auto& steps = m_drawing.flame.steps;
        std::vector<bool> hidden(steps.size(), false);
        for (const auto& step : steps) {
            if (!step.parent || !steps[*step.parent].parent)
                continue; // what is outermost stays
            const auto whole = static_cast<double>(steps[*step.parent].durationNs);
            if (static_cast<double>(step.durationNs) >= sameLength * whole)
                hidden[*step.parent] = true;
        }
        return hidden;
    }

    void placeWorkers()
    {
        const auto& steps = m_drawing.flame.steps;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].worker < 0)
                continue;
            const int row = steps[i].worker % mostWorkerRows;
            m_drawing.workerRows = std::max(m_drawing.workerRows, row + 1);
            add(i, m_drawing.callRows + m_drawing.stepRows + row);
        }
    }

    void add(std::size_t step, int row)
    {
        const auto& of = m_drawing.flame.steps[step];
        m_drawing.boxes.push_back(
            {.row = row, .fromNs = at(of.begin.ns), .toNs = at(of.endNs()), .step = step});
    }

    FlameDrawing m_drawing;
    std::int64_t m_origin = 0;
};

} // namespace

FlameDrawing flameDrawing(const profiler::ProcessRecord& process)
{
    return Layout(process).take();
}

} // namespace ui
