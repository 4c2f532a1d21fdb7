// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/torch_settings.h"

#include "profiler/model/text/last_line.h"
#include "profiler/record/machine/python_words.h"
#include "profiler/record/machine/short_child.h"
#include "torch_settings_script.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace profiler {
namespace {

using namespace std::chrono_literals;

constexpr auto settingsLimit = 2min; ///< the first import of an environment compiles its modules

} // namespace

Result<std::map<std::string, std::string>> torchDefaults(const std::filesystem::path& python)
{
    const auto told
        = runShortChild(pythonScript(python.string(), torchSettingsScript), settingsLimit);
    if (!told)
        return tl::unexpected(told.error());
    // Packages print what they like while they are imported; ours is the last line.
    const auto json = nlohmann::json::parse(lastLine(told->standardOutput), nullptr, false);
    if (told->exitCode != 0 || !json.is_object())
        return failure(ErrorKind::Unavailable,
            fmt::format("{} does not tell the settings of its torch (exit code {})",
                python.string(), told->exitCode));
    std::map<std::string, std::string> settings;
    for (const auto& [name, value] : json.items())
        if (value.is_string())
            settings.emplace(name, value.get<std::string>());
    return settings;
}

} // namespace profiler
