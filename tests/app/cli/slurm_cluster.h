// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/cli/machine_apart.h"
#include "tests/support/temporary_folder.h"

#include <string>

namespace tests {

/// A real slurmctld and slurmd with one node on this machine, in namespaces of their own.
class SlurmCluster {
public:
    /// Empty, or why there can be none here.
    [[nodiscard]] static std::string whyNot();

    /// True: the node takes jobs.
    [[nodiscard]] bool start();

    /// SLURM_CONF=…
    [[nodiscard]] std::string variable() const;

    /// What one of Slurm's programs prints.
    [[nodiscard]] std::string run(const std::string& command) const;

    /// "12_3": an element that waits; empty: none does.
    [[nodiscard]] std::string waitingElement() const;
    /// Returns at the very beginning of that element, or after a minute.
    void awaitBeginOf(const std::string& element) const;

    void drain() const;
    void resume() const;

    [[nodiscard]] std::string logs() const;

private:
    TemporaryFolder m_folder;
    MachineApart m_machine; ///< ends before its folder goes
};

} // namespace tests
