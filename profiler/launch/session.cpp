// SPDX-License-Identifier: Apache-2.0
#include "profiler/launch/session.h"

#include <algorithm>

namespace profiler {

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

void Session::noteSkips()
{
    const int skipped = stop.takeSkippedVariant();
    if (skipped >= 0 && static_cast<std::size_t>(skipped) < variants.size())
        state(skipped).skipped = true;
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
