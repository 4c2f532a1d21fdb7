// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/load_argument.h"

#include "app/cli/arguments/argument_error.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/quantity.h"
#include "profiler/model/text/parted.h"

#include <filesystem>
#include <string_view>

namespace cli {

using profiler::Result;

Result<void> setLoad(profiler::LoadPlan& load, const std::string& word)
{
    if (load.repetitions == 0)
        load.repetitions = profiler::usualLoadRepetitions;
    load.rates.clear();
    if (word == "auto")
        return {};
    for (const auto part : profiler::parted(word, ',')) {
        const auto rate = profiler::decimalNumber(part);
        if (!rate || *rate <= 0)
            return badWord(
                "--load", word, "auto, or rates above 0 in requests a second, such as 50,100,200");
        load.rates.push_back(*rate);
    }
    return {};
}

Result<void> setArrivals(profiler::LoadPlan& load, const std::string& word)
{
    constexpr std::string_view replay = "replay:";
    load.replay.clear();
    if (word.starts_with(replay) && word.size() > replay.size()) {
        std::error_code ignored;
        load.replay = std::filesystem::absolute(word.substr(replay.size()), ignored).string();
        load.arrivals = profiler::Arrivals::Replay;
        return {};
    }
    const auto arrivals = profiler::fromKey<profiler::Arrivals>(word);
    if (!arrivals || *arrivals == profiler::Arrivals::Replay)
        return badWord("--arrivals", word, "poisson, constant or replay:FILE");
    load.arrivals = *arrivals;
    return {};
}

} // namespace cli
