// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/autotune_gain.h"

#include "profiler/model/facts/compile_trace.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <array>

namespace profiler {

bool isLibraryChoice(std::string_view name)
{
    constexpr auto templates = std::to_array<std::string_view>(
        {"triton_", "cpp_", "cutlass_", "cuda_", "ck_", "rocm_", "decompose_", "cute"});
    return std::ranges::none_of(
        templates, [name](std::string_view begin) { return name.starts_with(begin); });
}

std::optional<double> autotuneGainNs(const ProcessRecord& process)
{
    std::optional<double> gain;
    for (const auto& trace : process.compileTraces)
        for (const auto& run : trace.autotunes) {
            const auto library
                = std::ranges::find_if(run.choices, [](const AutotuneChoice& choice) {
                      return choice.time && isLibraryChoice(choice.name);
                  });
            if (library == run.choices.end() || !run.choices.front().time)
                continue;
            const auto saved = *library->time - *run.choices.front().time;
            gain = gain.value_or(0) + static_cast<double>(std::max<std::int64_t>(0, saved.count()));
        }
    return gain;
}

} // namespace profiler
