// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// Runs the built `fusescope` as a user does.
namespace tests {

struct Ended {
    int code = -1; ///< exit code, or 128 + signal
    std::string out;
    std::string err;

    [[nodiscard]] std::string lastErrorLine() const;
};

struct Program {
    std::filesystem::path folder; ///< it runs there; data and configuration lie in it too
    std::vector<std::string> environment; ///< NAME=value, added
    std::filesystem::path input {}; ///< of stdin; empty: that of the test

    [[nodiscard]] Ended run(const std::vector<std::string>& words) const;

    /// `lineSeen` is called with each line of stdout and the program's process id.
    [[nodiscard]] Ended watch(const std::vector<std::string>& words,
        const std::function<void(const std::string&, int)>& lineSeen) const;
};

void writeText(const std::filesystem::path& file, const std::string& text);

} // namespace tests
