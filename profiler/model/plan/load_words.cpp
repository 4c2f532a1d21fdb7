// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/load_words.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/bad_word.h"
#include "profiler/model/quantity.h"
#include "profiler/model/text/parted.h"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

namespace profiler {
namespace {

constexpr std::string_view anyRates = "auto";
constexpr std::string_view replay = "replay:";

} // namespace

Result<void> setLoadRates(LoadPlan& load, const std::string& word)
{
    if (load.repetitions == 0)
        load.repetitions = usualLoadRepetitions;
    load.rates.clear();
    if (word == anyRates)
        return {};
    for (const auto part : parted(word, ',')) {
        const auto rate = decimalNumber(part);
        if (!rate || *rate <= 0)
            return badWord(
                "--load", word, "auto, or rates above 0 in requests a second, such as 50,100,200");
        load.rates.push_back(*rate);
    }
    return {};
}

std::string loadRatesWord(const LoadPlan& load)
{
    return load.rates.empty() ? std::string(anyRates)
                              : fmt::format("{}", fmt::join(load.rates, ","));
}

Result<void> setArrivals(LoadPlan& load, const std::string& word)
{
    load.replay.clear();
    if (word.starts_with(replay) && word.size() > replay.size()) {
        std::error_code ignored;
        load.replay = std::filesystem::absolute(word.substr(replay.size()), ignored).string();
        load.arrivals = Arrivals::Replay;
        return {};
    }
    const auto arrivals = fromKey<Arrivals>(word);
    if (!arrivals || *arrivals == Arrivals::Replay)
        return badWord("--arrivals", word, "poisson, constant or replay:FILE");
    load.arrivals = *arrivals;
    return {};
}

std::string arrivalsWord(const LoadPlan& load)
{
    return load.arrivals == Arrivals::Replay ? std::string(replay) + load.replay
                                             : std::string(keyOf(load.arrivals));
}

} // namespace profiler
