// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/slurm/slurm_submission.h"

#include "profiler/record/machine/new_identity.h"
#include "profiler/record/suite/slurm/slurm_client.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace profiler {
namespace {

namespace fs = std::filesystem;

/// A "%" in a path would begin one of Slurm's patterns.
std::string patternFor(const fs::path& path)
{
    std::string text;
    for (const char c : path.string())
        text += c == '%' ? std::string("%%") : std::string(1, c);
    return text;
}

/// Ours first: what the user says behind them counts.
std::vector<std::string> sbatchWords(const SlurmSettings& settings, const SlurmArray& array,
    const std::vector<const RecordingTask*>& tasks)
{
    const auto& parts = settings.parts;
    const auto script = parts / "slurm.sh";
    std::ofstream(script, std::ios::binary) << slurmScript(settings.program, parts, array.marks);
    nanoseconds longest {};
    for (const auto* task : tasks)
        longest = std::max(longest, task->estimate);

    const auto& options = settings.options;
    std::vector<std::string> words {"--parsable",
        fmt::format("--array=0-{}{}", tasks.size() - 1,
            options.atOnce ? fmt::format("%{}", *options.atOnce) : ""),
        "--job-name=" + array.name, "--chdir=" + parts.string(),
        "--output=" + patternFor(parts) + "/slurm-%A_%a.txt", "--open-mode=truncate"};
    const auto resources = slurmResources(tasks.front()->device, longest, options);
    words.insert(words.end(), resources.begin(), resources.end());
    words.insert(words.end(), options.words.begin(), options.words.end());
    words.push_back(script.string());
    return words;
}

} // namespace

SlurmArray newSlurmArray(
    const SlurmSettings& settings, const std::vector<const RecordingTask*>& tasks)
{
    SlurmArray array {.name = fmt::format("fusescope-{}-{:.8}", settings.suite, newIdentity()),
        .job = {.job = {}, .cluster = settings.options.clusters()},
        .marks = {}};
    for (const auto* task : tasks)
        array.marks.push_back(task->mark);
    return array;
}

tl::expected<SlurmJob, SlurmRefusal> submitSlurmArray(const SlurmSettings& settings,
    const SlurmArray& array, const std::vector<const RecordingTask*>& tasks)
{
    const auto submitted = SlurmClient::submit(sbatchWords(settings, array, tasks));
    if (submitted)
        return *submitted;
    const auto& complaint = submitted.error().message;
    const auto found = SlurmClient::find(array.job.cluster, array.name);
    if (!found)
        return tl::unexpected(SlurmRefusal {complaint
                + ", and squeue does not say whether it took the job (" + found.error().message
                + "); the same command looks for it and goes on when `squeue` answers",
            true});
    if (*found)
        return **found;
    return tl::unexpected(SlurmRefusal {complaint
            + "; nothing was submitted: give what your cluster asks for by --engine-option, such "
              "as --engine-option --partition=NAME",
        false});
}

} // namespace profiler
