// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/unique_fd.h"
#include "profiler/model/result.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace profiler {

/// A child that is talked to by lines in both directions. It ends with us: its input then ends.
class DriverProcess {
public:
    /// Its standard error goes into `errors`.
    [[nodiscard]] static Result<DriverProcess> start(
        const std::vector<std::string>& command, const std::filesystem::path& errors);

    DriverProcess(const DriverProcess&) = delete;
    DriverProcess& operator=(const DriverProcess&) = delete;
    DriverProcess(DriverProcess&& other) noexcept;
    DriverProcess& operator=(DriverProcess&&) = delete;
    /// Closes its input, and kills it where it has not ended after a while.
    ~DriverProcess();

    /// False: it reads no more.
    [[nodiscard]] bool write(const std::string& line);

    /// The next whole line; waits for it as long as is said. Empty: there is none yet, or it ended.
    [[nodiscard]] std::optional<std::string> readLine(std::chrono::milliseconds wait);

    /// It closed its output, and all of it was read.
    [[nodiscard]] bool hasEnded() const { return !m_output.valid() && m_text.empty(); }

private:
    DriverProcess(pid_t pid, UniqueFd input, UniqueFd output);

    void drain();

    pid_t m_pid = 0;
    UniqueFd m_input;
    UniqueFd m_output;
    std::string m_text; ///< read and not handed out
};

} // namespace profiler
