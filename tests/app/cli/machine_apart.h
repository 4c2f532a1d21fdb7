// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tests {

/// A shell script as the first process of namespaces of its own: other processes, another name and
/// what it mounts. It ends with this object and with the test.
class MachineApart {
public:
    MachineApart() = default;
    MachineApart(const MachineApart&) = delete;
    MachineApart& operator=(const MachineApart&) = delete;
    MachineApart(MachineApart&&) = delete;
    MachineApart& operator=(MachineApart&&) = delete;

    ~MachineApart() { end(); }

    /// Empty, or why there can be none here. `whose`: "another user's machine is", for the reason.
    [[nodiscard]] static std::string whyNot(
        const std::string& whose, const std::vector<std::string>& programs);

    /// What it prints goes to the end of `log`.
    void start(const std::vector<std::string>& script, const std::filesystem::path& log);
    /// All its processes end at once.
    void end();

    [[nodiscard]] bool isStarted() const { return m_process > 0; }

private:
    int m_process = -1;
};

} // namespace tests
