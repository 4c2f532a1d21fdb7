// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/control_lines.h"

#include "app/cli/terminal/console.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace cli {
namespace {

constexpr std::size_t longestLine = 4096;

std::optional<int> indexOf(const std::vector<std::string>& names, std::string_view name)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return std::nullopt;
    return static_cast<int>(found - names.begin());
}

} // namespace

std::string obey(
    std::string_view line, const std::vector<std::string>& variants, profiler::StopRequest& stop)
{
    const auto space = std::min(line.find(' '), line.size());
    const auto verb = line.substr(0, space);
    const auto name = line.substr(std::min(space + 1, line.size()));
    if (verb == "pause" || verb == "continue") {
        stop.pauseAfterRound(verb == "pause");
        return {};
    }
    if (verb == "stop") {
        stop.request();
        return {};
    }
    if (verb != "skip" && verb != "retry")
        return "\"" + std::string(line)
            + "\" is no request; expected pause, continue, skip NAME, retry NAME or stop";
    const auto variant = indexOf(variants, name);
    if (!variant)
        return "the plan has no variant \"" + std::string(name) + "\"";
    if (verb == "retry") {
        stop.retryVariant(*variant);
        return {};
    }
    if (*variant == 0)
        return "the baseline cannot be skipped: everything is compared with it";
    stop.skipVariant(*variant);
    return {};
}

ControlLines::ControlLines(std::vector<std::string> variants, profiler::StopRequest& stop)
    : ControlLines([names = std::move(variants), &stop](
                       std::string_view line) { return obey(line, names, stop); })
{
}

ControlLines::ControlLines(std::function<std::string(std::string_view)> obeyed)
    : m_obeyed(std::move(obeyed))
    , m_wake(eventfd(0, EFD_CLOEXEC))
    , m_listener([this] { listen(); })
{
}

ControlLines::~ControlLines()
{
    constexpr std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(m_wake, &one, sizeof one);
    m_listener.join();
    close(m_wake);
}

void ControlLines::listen()
{
    std::array<pollfd, 2> waits {};
    waits[0] = {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    waits[1] = {.fd = m_wake, .events = POLLIN, .revents = 0};
    for (;;) {
        if (poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR)
            return;
        if (waits[1].revents != 0)
            return;
        if (waits[0].revents == 0)
            continue;
        std::array<char, 1024> buffer {};
        const auto got = read(STDIN_FILENO, buffer.data(), buffer.size());
        if (got > 0)
            take({buffer.data(), static_cast<std::size_t>(got)});
        else if (got == 0 || errno != EINTR)
            waits[0].fd = -1; // nobody will ask any more
    }
}

void ControlLines::take(std::string_view bytes)
{
    m_partial += bytes;
    for (auto end = m_partial.find('\n'); end != std::string::npos; end = m_partial.find('\n')) {
        const auto refused = m_obeyed(std::string_view(m_partial).substr(0, end));
        if (!refused.empty())
            printError("control: " + profiler::printable(refused) + "\n");
        m_partial.erase(0, end + 1);
    }
    if (m_partial.size() > longestLine)
        m_partial.clear();
}

} // namespace cli
