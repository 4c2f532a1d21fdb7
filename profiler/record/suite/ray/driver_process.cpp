// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/ray/driver_process.h"

#include "profiler/model/process/child_start.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace profiler {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr auto endsWithin = std::chrono::seconds(15); ///< it takes its cluster down
constexpr mode_t logFileMode = 0644;

int spawn(const std::vector<std::string>& command, const UniqueFd& input, const UniqueFd& output,
    const std::filesystem::path& errors, pid_t& pid)
{
    posix_spawn_file_actions_t actions {};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output.get(), STDOUT_FILENO);
    posix_spawn_file_actions_addopen(
        &actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, logFileMode);
    const int status = spawnInOwnGroup(command, actions, pid);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

} // namespace

Result<DriverProcess> DriverProcess::start(
    const std::vector<std::string>& command, const std::filesystem::path& errors)
{
    ChildPipe input;
    ChildPipe output;
    pid_t pid = -1;
    const int status = openPipe(input) && openPipe(output)
        ? spawn(command, input.reading, output.writing, errors, pid)
        : errno;
    if (status != 0)
        return failure(ErrorKind::Unavailable,
            command.front() + " cannot be started: " + std::generic_category().message(status));
    ::fcntl(output.reading.get(), F_SETFL, O_NONBLOCK); // NOLINT(*-vararg): as POSIX has it
    return DriverProcess(pid, std::move(input.writing), std::move(output.reading));
}

DriverProcess::DriverProcess(pid_t pid, UniqueFd input, UniqueFd output)
    : m_pid(pid)
    , m_input(std::move(input))
    , m_output(std::move(output))
{
}

DriverProcess::DriverProcess(DriverProcess&& other) noexcept
    : m_pid(std::exchange(other.m_pid, 0))
    , m_input(std::move(other.m_input))
    , m_output(std::move(other.m_output))
    , m_text(std::move(other.m_text))
{
}

DriverProcess::~DriverProcess()
{
    if (m_pid <= 0)
        return;
    m_input.reset();
    m_output.reset();
    const auto limit = SteadyClock::now() + endsWithin;
    while (::waitpid(m_pid, nullptr, WNOHANG) == 0) {
        if (SteadyClock::now() > limit) {
            ::kill(-m_pid, SIGKILL);
            ::waitpid(m_pid, nullptr, 0);
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

bool DriverProcess::write(const std::string& line)
{
    const auto text = line + "\n";
    for (std::size_t done = 0; done < text.size();) {
        const auto count = ::write(m_input.get(), text.data() + done, text.size() - done);
        if (count < 0 && errno != EINTR)
            return false;
        done += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
    return true;
}

std::optional<std::string> DriverProcess::readLine(std::chrono::milliseconds wait)
{
    const auto limit = SteadyClock::now() + wait;
    while (true) {
        drain();
        if (const auto end = m_text.find('\n'); end != std::string::npos) {
            auto line = m_text.substr(0, end);
            m_text.erase(0, end + 1);
            return line;
        }
        if (!m_output.valid())
            m_text.clear(); // half a line of one that ended
        const auto left
            = std::chrono::duration_cast<std::chrono::milliseconds>(limit - SteadyClock::now());
        if (left.count() <= 0 || !m_output.valid())
            return std::nullopt;
        pollfd waited {.fd = m_output.get(), .events = POLLIN, .revents = 0};
        if (::poll(&waited, 1, static_cast<int>(left.count())) < 0)
            return std::nullopt; // a request to stop
    }
}

void DriverProcess::drain()
{
    std::array<char, 4096> buffer {};
    while (m_output.valid()) {
        const auto count = ::read(m_output.get(), buffer.data(), buffer.size());
        if (count > 0)
            m_text.append(buffer.data(), static_cast<std::size_t>(count));
        else if (count == 0)
            m_output.reset();
        else if (errno != EINTR)
            return;
    }
}

} // namespace profiler
