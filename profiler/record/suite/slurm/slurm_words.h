// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/suite/suite_engine.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What Slurm's programs print, and what their words mean for a task.
namespace profiler {

/// One element of an array job.
struct SlurmElement {
    /// All that are not named: those that waited when they were cancelled together.
    static constexpr int rest = -1;

    std::string job; ///< of the array: "12"
    int index = 0;

    auto operator<=>(const SlurmElement&) const = default; // NOLINT(modernize-use-nullptr)
};

/// What Slurm says of it.
struct SlurmSaid {
    std::string state; ///< "PENDING"; without what sacct adds: "CANCELLED by 0"
    std::string reason; ///< why it waits; empty where Slurm has none

    bool operator==(const SlurmSaid&) const = default;
};

using SlurmSays = std::map<SlurmElement, SlurmSaid>;

/// What `sbatch --parsable` prints: the job, and its cluster where there are several.
struct SlurmJob {
    std::string job;
    std::string cluster; ///< empty: the one of this machine

    bool operator==(const SlurmJob&) const = default;
};

[[nodiscard]] std::optional<SlurmJob> slurmJobFrom(std::string_view printed);

/// Options of squeue for what `slurmFoundFrom` reads: the job of that name.
[[nodiscard]] std::vector<std::string> slurmFindOptions(const std::string& name);
/// Of several clusters each stands under its own line: "CLUSTER: north".
[[nodiscard]] std::optional<SlurmJob> slurmFoundFrom(std::string_view printed);

/// Options of squeue for lines that `slurmQueueFrom` reads: one for each element, ended ones, too.
[[nodiscard]] std::vector<std::string> slurmQueueOptions();
[[nodiscard]] SlurmSays slurmQueueFrom(std::string_view printed);
/// Of one element; empty: nothing.
[[nodiscard]] SlurmSaid slurmSaidOf(const SlurmSays& says, const SlurmElement& element);
/// Of any of its elements.
[[nodiscard]] bool slurmKnowsJob(const SlurmSays& says, const std::string& job);

/// The same of sacct, which knows what squeue has forgotten.
[[nodiscard]] std::vector<std::string> slurmAccountOptions();
[[nodiscard]] SlurmSays slurmAccountFrom(std::string_view printed);

/// squeue knows none of the jobs any more: that is an answer, and no failure.
[[nodiscard]] bool saysJobIsForgotten(std::string_view errors);

/// What a program of Slurm's complained, without its name: "Unable to contact slurm controller
/// (connect failure)".
[[nodiscard]] std::string slurmComplaint(std::string_view errors);

[[nodiscard]] TaskState taskStateOf(const SlurmSaid& said);

/// The word behind an end says nothing else than the exit code does.
[[nodiscard]] bool endedByItself(const SlurmSaid& said);

/// Why Slurm ended it, as a sentence for people.
[[nodiscard]] std::string endedBySlurm(const SlurmSaid& said);

} // namespace profiler
