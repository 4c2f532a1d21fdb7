// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/suite/slurm/slurm_arrays.h"
#include "profiler/record/suite/slurm/slurm_options.h"
#include "profiler/record/suite/suite_engine.h"

#include <tl/expected.hpp>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace profiler {

struct SlurmSettings {
    std::filesystem::path program; ///< the command line itself, where the nodes see it
    std::filesystem::path parts; ///< the folder of all tasks' folders
    std::string suite; ///< its name, for the jobs'
    SlurmOptions options;
    /// Slurm is asked no more often: each question is work for a controller that many share.
    std::chrono::milliseconds askEvery {3000};
    /// A network file system shows what another machine wrote after a while.
    std::chrono::milliseconds filesWithin {60000};
    /// A controller that is restarted says nothing for minutes, and its jobs go on.
    std::chrono::milliseconds patience {600000};
};

/// Under a name of its own, and without a job: nothing is submitted yet.
[[nodiscard]] SlurmArray newSlurmArray(
    const SlurmSettings& settings, const std::vector<const RecordingTask*>& tasks);

/// Why there is no job, as a sentence.
struct SlurmRefusal {
    std::string message;
    bool mayBeThere = false; ///< nobody knows whether Slurm took it
};

/// Writes the array's script and calls sbatch, which may fail ("Socket timed out on send/recv
/// operation") where Slurm took the job: then it is looked for by the array's name.
[[nodiscard]] tl::expected<SlurmJob, SlurmRefusal> submitSlurmArray(const SlurmSettings& settings,
    const SlurmArray& array, const std::vector<const RecordingTask*>& tasks);

} // namespace profiler
