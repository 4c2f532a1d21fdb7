// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/suite/slurm/slurm_words.h"

#include <filesystem>
#include <string>
#include <vector>

namespace profiler {

/// An array job that was submitted, with the marks of its tasks by index.
struct SlurmArray {
    std::string name; ///< of its own: by it a job is found whose number nobody wrote down
    SlurmJob job; ///< without a number: sbatch was called, and its answer did not come
    std::vector<std::string> marks; ///< empty: it was handed over

    bool operator==(const SlurmArray&) const = default;
};

/// Which arrays are with Slurm, in a file of the parts' folder: whoever comes after a command that
/// was killed goes on with them.
[[nodiscard]] std::filesystem::path slurmArraysFile(const std::filesystem::path& parts);

/// None where there is no such file, or one that cannot be read.
[[nodiscard]] std::vector<SlurmArray> loadSlurmArrays(const std::filesystem::path& parts);
/// Whole or as before; none takes the file away.
[[nodiscard]] Result<void> storeSlurmArrays(
    const std::filesystem::path& parts, const std::vector<SlurmArray>& arrays);

/// The batch script of an array; its tasks' folders lie in `parts` and are called by their marks.
[[nodiscard]] std::string slurmScript(const std::filesystem::path& program,
    const std::filesystem::path& parts, const std::vector<std::string>& marks);

} // namespace profiler
