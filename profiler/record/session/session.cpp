// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/session.h"

#include <algorithm>
#include <thread>

namespace profiler {

using namespace std::chrono_literals;

bool Session::timeIsUp() const
{
    return std::chrono::steady_clock::now() - begun > plan().protocol.totalTimeLimit;
}

int Session::processesForCases() const
{
    if (!plan().protocol.casesApart)
        return 1;
    return static_cast<int>(std::max({plan().cases.size(), cases.size(), std::size_t {1}}));
}

void Session::noteRequests()
{
    const auto skipped = stop.takeSkipped();
    const auto retried = stop.takeRetried();
    for (int i = 0; i < static_cast<int>(variants.size()); ++i) {
        if ((skipped & StopRequest::bit(i)) != 0)
            state(i).skipped = true;
        if ((retried & StopRequest::bit(i)) != 0) {
            auto& again = state(i);
            again.skipped = again.out = false;
            again.deaths = 0;
            again.reason.clear(); // it fails again where it does
            again.errorClass.clear();
        }
    }
}

void Session::waitWhilePaused(int repetition, const std::string& between)
{
    if (!stop.paused() || ending())
        return;
    reporter.report({.kind = ProgressKind::Paused,
        .repetition = repetition,
        .stage = between,
        .text = "paused between " + between});
    while (stop.paused() && !ending()) {
        recording.flushIfDue();
        noteRequests();
        std::this_thread::sleep_for(50ms);
    }
}

void Session::notice(const NoticeFact& notice)
{
    if (!recording.add(notice))
        return;
    reporter.report({.kind = ProgressKind::Notice,
        .variant = notice.variant ? variant(*notice.variant).name : std::string {},
        .text = notice.sentence});
}

std::vector<int> Session::liveVariants() const
{
    std::vector<int> live;
    for (std::size_t i = 0; i < variants.size(); ++i)
        if (variants[i].live())
            live.push_back(static_cast<int>(i));
    return live;
}

} // namespace profiler
