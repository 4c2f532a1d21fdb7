// SPDX-License-Identifier: Apache-2.0
#include "fake_recording.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/facts/log_line.h"

#include <algorithm>

namespace profiler {

Plan FakeRecording::planFor(const std::string& behaviour)
{
    Plan plan;
    plan.workload.spec = behaviour;
    plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    plan.protocol = shortProtocol(4);
    plan.protocol.startTimeLimit = std::chrono::seconds(10);
    plan.protocol.callTimeLimit = std::chrono::seconds(10);
    return plan;
}

RecordRequest FakeRecording::requestFor(const Plan& plan)
{
    return {.plan = plan,
        .interpreter = {.path = FUSESCOPE_PYTHON},
        .installation = {.worker = FUSESCOPE_SOURCE_DIR "/tests/profiler/record/fake_worker.py"},
        .command = "fusescope record",
        .toolVersion = "0"};
}

Result<RecordOutcome> FakeRecording::record(const Plan& plan)
{
    return RecordingInMemory::record(requestFor(plan));
}

std::vector<std::string> FakeRecording::log(LogStream stream) const
{
    std::vector<std::string> lines;
    for (const auto& line : sink.log())
        if (line.stream == stream)
            lines.push_back(line.text);
    return lines;
}

int FakeRecording::noticesOf(const std::string& rule) const
{
    return static_cast<int>(std::count_if(data().notices.begin(), data().notices.end(),
        [&](const NoticeFact& notice) { return notice.rule == rule; }));
}

std::string orderOf(const ComparisonData& data)
{
    std::string words;
    for (const auto& process : data.processes) {
        const auto& name = data.plan.variants[static_cast<std::size_t>(process.start.variant)].name;
        words += (words.empty() ? "" : ", ") + keyOf(process.start.kind) + " " + name
            + (process.start.again ? " again" : "");
    }
    return words;
}

} // namespace profiler
