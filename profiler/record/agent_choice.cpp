// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/agent_choice.h"

#include "profiler/record/machine/agent_build.h"

#include <map>

namespace profiler {

std::vector<std::filesystem::path> agentsFor(const RecordRequest& request)
{
    std::map<std::string, std::filesystem::path> known; // by interpreter; probing takes a moment
    std::vector<std::filesystem::path> agents;
    for (const auto& variant : request.plan.variants) {
        const auto [entry, isNew] = known.try_emplace(variant.python);
        if (isNew) {
            const Result<Interpreter> interpreter
                = variant.python.empty() ? request.interpreter : probeInterpreter(variant.python);
            // Why there is none is in doctor; the worker says that its own loop measured.
            if (interpreter)
                entry->second = provideAgent(*interpreter, request.installation)
                                    .value_or(std::filesystem::path {});
        }
        agents.push_back(entry->second);
    }
    return agents;
}

} // namespace profiler
