// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/suite/slurm/slurm_arrays.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Slurm's own programs, found on PATH; they find the cluster as they do for everybody.
class SlurmClient {
public:
    /// Without sbatch: one sentence.
    [[nodiscard]] static Result<void> isInstalled();

    /// An error need not mean that Slurm did not take it.
    [[nodiscard]] static Result<SlurmJob> submit(const std::vector<std::string>& words);

    /// The job of that name; empty: Slurm's queue knows none.
    [[nodiscard]] static Result<std::optional<SlurmJob>> find(
        const std::string& cluster, const std::string& name);

    /// What Slurm remembers of the arrays' elements; what it has forgotten is missing.
    [[nodiscard]] Result<SlurmSays> ask(const std::vector<SlurmArray>& arrays);

    /// Those that wait never start, and those that run are asked to end after their block.
    [[nodiscard]] static Result<void> askToEnd(const std::vector<SlurmArray>& arrays);
    /// Elements end now: "12" or "12_3".
    [[nodiscard]] static Result<void> cancel(
        const std::string& cluster, const std::vector<std::string>& jobs);

private:
    [[nodiscard]] static Result<SlurmSays> askQueue(
        const std::string& cluster, const std::string& jobs);
    void askAccounts(const std::string& cluster, const std::string& jobs, SlurmSays& says);

    bool m_hasAccounts = true; ///< until it says that it has none
};

} // namespace profiler
