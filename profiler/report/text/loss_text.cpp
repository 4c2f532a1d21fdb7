// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/loss_text.h"

#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/number_text.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"

#include <cmath>
#include <cstdlib>

namespace profiler {

namespace {

class LossText {
public:
    void add(std::int64_t count, const char* one, const char* many)
    {
        if (count != 0)
            add(countText(count, one, many));
    }

    void add(const std::string& words)
    {
        if (!words.empty())
            m_text += (m_text.empty() ? "" : ", ") + words;
    }

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

} // namespace

std::string traceLossText(const TraceSummary& trace)
{
    const auto& losses = trace.losses;
    LossText words;
    words.add(losses.dropped, "record dropped", "records dropped");
    words.add(losses.refused, "buffer refused", "buffers refused");
    words.add(losses.zeroTimestamps, "kernel without a time", "kernels without a time");
    words.add(losses.negativeDurations, "event that ends before it starts",
        "events that end before they start");
    words.add(losses.launchesWithoutKernel, "launch without a kernel", "launches without a kernel");
    words.add(losses.kernelsWithoutLaunch, "kernel without a launch", "kernels without a launch");
    words.add(losses.spansLost, "operator without room", "operators without room");
    if (losses.clockStepNs != 0)
        words.add("the clock was set by "
            + formatDuration(std::abs(static_cast<double>(losses.clockStepNs))));
    for (std::string_view reason : losses.reasons) {
        reason.remove_suffix(reason.ends_with('.') ? 1 : 0);
        words.add(std::string(reason));
    }
    return words.text();
}

std::string incompleteTraces(
    const ComparisonData& data, int caseIndex, const std::vector<int>& variants)
{
    std::string text;
    for (const int variant : variants) {
        const auto* trace = tracedCallsOf(data, variant, caseIndex).trace;
        const auto words = trace == nullptr ? std::string() : traceLossText(*trace);
        if (!words.empty())
            text += (text.empty() ? "The trace of " : " The trace of ")
                + data.plan.variants.at(static_cast<std::size_t>(variant)).name
                + " is not complete: " + words + ".";
    }
    return text;
}

} // namespace profiler
