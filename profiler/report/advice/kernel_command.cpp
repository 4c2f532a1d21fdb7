// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/advice/kernel_command.h"

#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/record_command.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>
#include <vector>

namespace profiler {
namespace {

constexpr int launchesToSkip = 5; ///< that are profiled: each is replayed some dozen times

/// For a regular expression of ECMAScript.
std::string escapedPattern(std::string_view text)
{
    std::string made;
    for (const char character : text) {
        if (std::string_view("\\^$.|?*+()[]{}").find(character) != std::string_view::npos)
            made += '\\';
        made += character;
    }
    return made;
}

std::vector<std::string> functionsOf(const LedgerRow& row)
{
    std::vector<std::string> names;
    if (row.compiled)
        for (const auto& [key, part] : row.compiled->work)
            if (auto name = escapedPattern(functionName(key.second));
                !name.empty() && std::ranges::find(names, name) == names.end())
                names.push_back(std::move(name));
    return names;
}

/// The baseline and the variant once: what else is recorded would run under the profiler, too, and
/// CUPTI has but one user at a time.
Plan briefly(const Plan& plan, int variant)
{
    Plan brief = plan;
    brief.variants = {plan.variants.front()};
    if (variant != 0)
        brief.variants.push_back(plan.variants.at(static_cast<std::size_t>(variant)));
    brief.protocol.traceCalls = 0;
    brief.protocol.checkInputs = 0;
    leaveOutNoise(brief.protocol);
    brief.load = {};
    return brief;
}

} // namespace

std::string functionName(const std::string& kernel)
{
    constexpr std::string_view anonymous = "(anonymous namespace)::";
    std::string_view name = kernel;
    if (const auto at = name.rfind(anonymous); at != std::string_view::npos)
        name.remove_prefix(at + anonymous.size());
    name = name.substr(0, name.find_first_of("<("));
    while (name.ends_with(' '))
        name.remove_suffix(1);
    for (const std::string_view separator : {" ", "::"})
        if (const auto at = name.rfind(separator); at != std::string_view::npos)
            name.remove_prefix(at + separator.size());
    return std::string(name);
}

std::string kernelProfilerCommand(const Plan& plan, int variant, const LedgerRow& row)
{
    const auto functions = functionsOf(row);
    if (!plan.numeric.device.starts_with("cuda") || functions.empty())
        return {};
    const auto options = recordOptions(briefly(plan, variant));
    const auto words
        = options.words.empty() ? std::vector<std::string> {"plan.json"} : options.words;
    return fmt::format("ncu --target-processes all --set full --launch-count {} \\\n"
                       "    --kernel-name {} -o kernels \\\n    {}",
        launchesToSkip, shellWord(fmt::format("regex:^({})$", fmt::join(functions, "|"))),
        recordCommandText(words, "profiled.fscope"));
}

} // namespace profiler
