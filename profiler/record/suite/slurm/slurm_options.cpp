// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/slurm/slurm_options.h"

#include "profiler/model/quantity.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>

namespace profiler {
namespace {

using namespace std::chrono_literals;

/// What makes the array, how it is found again, and where its output goes.
constexpr std::array<std::string_view, 23> ours {"--array", "-a", "--output", "-o", "--error", "-e",
    "--wrap", "--parsable", "--nodes", "-N", "--ntasks", "-n", "--chdir", "-D", "--wait", "-W",
    "--test-only", "--help", "--usage", "--version", "--open-mode", "--job-name", "-J"};

/// "--partition" of "--partition=gpu", "-p" of "-p gpu" and "-pgpu".
std::string_view optionName(std::string_view word)
{
    return word.starts_with("--") ? word.substr(0, word.find_first_of("= ")) : word.substr(0, 2);
}

tl::unexpected<Error> refused(const std::string& word, const std::string& why)
{
    return failure(ErrorKind::BadInput, "--engine-option \"" + word + "\": " + why);
}

Result<void> take(SlurmOptions& options, const std::string& word)
{
    constexpr std::string_view atOnce = "at-once=";
    if (word == "share-nodes") {
        options.shareNodes = true;
        return {};
    }
    if (word.starts_with(atOnce)) {
        const auto count = wholeNumber(word.substr(atOnce.size()));
        if (!count || *count < 1 || *count > 10000)
            return refused(word, "expected how many recordings at once, such as at-once=4");
        options.atOnce = static_cast<int>(*count);
        return {};
    }
    if (!word.starts_with('-') || word.size() < 2 || word == "--")
        return refused(word,
            "expected an option of sbatch, such as --partition=gpu, or at-once=N, or share-nodes");
    if (std::ranges::find(ours, optionName(word)) != ours.end())
        return refused(word,
            "it belongs to what makes the array of recordings; leave it out, all others go to "
            "sbatch as they are");
    // As it is typed: "-p gpu" is two words.
    const auto space = word.find(' ');
    const auto equals = word.find('=');
    options.words.push_back(space < equals ? word.substr(0, space) : word);
    if (space < equals)
        options.words.push_back(word.substr(word.find_first_not_of(' ', space)));
    return {};
}

/// Estimates are of another machine than the nodes, and a limit that is too short loses all.
std::string minutesFor(nanoseconds longest)
{
    constexpr int factor = 5;
    constexpr std::chrono::minutes least = 30min;
    const auto wanted = std::chrono::ceil<std::chrono::minutes>(longest * factor);
    return std::to_string(std::max(wanted, least).count());
}

/// That cuda:N be there takes N + 1 of a node's GPUs, for Slurm numbers what it gives from 0.
std::string gpusFor(const std::string& device)
{
    const auto colon = device.find(':');
    const auto index
        = colon == std::string::npos ? std::nullopt : wholeNumber(device.substr(colon + 1));
    return std::to_string(index.value_or(0) + 1);
}

} // namespace

bool SlurmOptions::has(std::initializer_list<std::string_view> names) const
{
    return std::ranges::any_of(words, [&](const std::string& word) {
        return word.starts_with('-')
            && std::find(names.begin(), names.end(), optionName(word)) != names.end();
    });
}

std::string SlurmOptions::clusters() const
{
    std::string named;
    for (auto word = words.begin(); word != words.end(); ++word) {
        const auto name = optionName(*word);
        if (name != "--clusters" && name != "-M")
            continue;
        const auto rest = word->substr(name.size());
        if (!rest.empty())
            named = rest.starts_with('=') ? rest.substr(1) : rest;
        else if (std::next(word) != words.end())
            named = *std::next(word);
    }
    return named;
}

Result<SlurmOptions> slurmOptionsFrom(const std::vector<std::string>& given)
{
    SlurmOptions options;
    for (const auto& word : given)
        if (auto taken = take(options, word); !taken)
            return tl::unexpected(taken.error());
    return options;
}

std::vector<std::string> slurmResources(
    const std::string& device, nanoseconds longest, const SlurmOptions& options)
{
    std::vector<std::string> words {"--nodes=1", "--ntasks=1"};
    const bool onCpu = device == "cpu";
    const bool whole = onCpu || !options.shareNodes;
    if (whole && !options.has({"--exclusive"}))
        words.emplace_back("--exclusive");
    if (whole && !options.has({"--mem", "--mem-per-cpu", "--mem-per-gpu"}))
        words.emplace_back("--mem=0"); // all that the node has: a whole node alone is its CPUs
    if (!onCpu && !options.has({"--gres", "--gpus", "-G", "--gpus-per-node", "--gpus-per-task"}))
        words.push_back("--gres=gpu:" + gpusFor(device));
    if (!options.has({"--time", "-t"}))
        words.push_back("--time=" + minutesFor(longest));
    if (!options.has({"--requeue", "--no-requeue"}))
        words.emplace_back("--requeue");
    return words;
}

} // namespace profiler
