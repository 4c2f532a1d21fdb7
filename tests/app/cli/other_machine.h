// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/cli/machine_apart.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tests {

/// A real sshd on this machine, in namespaces of its own: another user, without the project's
/// files, with other processes, another name and another boot.
class OtherMachine {
public:
    OtherMachine();
    OtherMachine(const OtherMachine&) = delete;
    OtherMachine& operator=(const OtherMachine&) = delete;
    OtherMachine(OtherMachine&&) = delete;
    OtherMachine& operator=(OtherMachine&&) = delete;
    ~OtherMachine();

    /// Empty, or why there can be none here.
    [[nodiscard]] static std::string whyNot();

    /// `disk`: what the disk of the user's cache has, as options of a tmpfs; empty: much.
    void start(const std::string& disk = {});
    /// All its processes end at once, as those of a machine without power.
    void switchOff();

    [[nodiscard]] std::string address() const;

    [[nodiscard]] std::filesystem::path home() const { return m_folder.path() / "home"; }

    /// Where Fusescope keeps what it sent. A disk of its own is not seen from outside.
    [[nodiscard]] std::filesystem::path jobs() const { return home() / ".cache/fusescope/jobs"; }

    [[nodiscard]] const TemporaryFolder& folder() const { return m_folder; }

    /// FUSESCOPE_SSH=…
    [[nodiscard]] std::string sshVariable() const;

    /// Runs a command over there.
    [[nodiscard]] int run(const std::string& command) const;

    /// Ends the ssh programs that go there from here, by their process ids; how many.
    int cutConnections() const;
    /// Kills what runs there under the name `program`; how many.
    int killThere(const std::string& program) const;

private:
    int killWhere(
        const std::function<bool(const std::filesystem::path& process, const std::string& line)>&
            is) const;

    TemporaryFolder m_folder;
    int m_port = 0;
    MachineApart m_machine;
    int m_boots = 0;
};

} // namespace tests
