// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/suite/suite_engine.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// What a user says about how Slurm is to run the tasks.
struct SlurmOptions {
    std::vector<std::string> words; ///< for sbatch, as they are; they stand behind ours
    std::optional<int> atOnce; ///< of an array's elements; empty: as many as Slurm has room for
    bool shareNodes = false; ///< by recordings on different GPUs

    /// One of the names was given ("--time", "-t").
    [[nodiscard]] bool has(std::initializer_list<std::string_view> names) const;
    /// What --clusters names; empty: the one of this machine.
    [[nodiscard]] std::string clusters() const;
};

/// Options of sbatch ("--partition=gpu", "-A physics"), and two words of our own: "at-once=4",
/// "share-nodes". Those that an array of recordings cannot do without are refused.
[[nodiscard]] Result<SlurmOptions> slurmOptionsFrom(const std::vector<std::string>& given);

/// A task's wish for a node, its time and its device, where the user said nothing else.
[[nodiscard]] std::vector<std::string> slurmResources(
    const std::string& device, nanoseconds longest, const SlurmOptions& options);

} // namespace profiler
