// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"

#include "app/cli/words/quantity.h"
#include "profiler/report/text_table.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/ioctl.h>
#include <system_error>
#include <unistd.h>

namespace cli {
namespace {

std::string variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets them
    return value == nullptr ? "" : value;
}

} // namespace

int terminalColumns()
{
    constexpr int usual = 80;
    constexpr int widest = 1000;
    if (const auto columns = wholeNumber(variable("COLUMNS"));
        columns && *columns > 0 && *columns <= widest)
        return static_cast<int>(*columns);
    winsize size {};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return usual;
}

bool wantsColour()
{
    return isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

bool stderrIsTerminal()
{
    return isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb";
}

void print(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

bool StandardOutput::write(std::string_view text)
{
    constexpr std::size_t piece = std::size_t {64} * 1024;
    m_waiting += text;
    if (m_waiting.size() >= piece)
        flush();
    return m_error.empty();
}

std::string lastSystemError()
{
    return std::error_code(errno, std::generic_category()).message();
}

void StandardOutput::flush()
{
    errno = 0;
    const auto written = std::fwrite(m_waiting.data(), 1, m_waiting.size(), stdout);
    if (m_error.empty() && (written != m_waiting.size() || std::fflush(stdout) != 0))
        m_error = lastSystemError();
    m_waiting.clear();
}

profiler::Result<void> StandardOutput::finish()
{
    flush();
    if (m_error.empty())
        return {};
    return profiler::failure(profiler::ErrorKind::Unavailable,
        "cannot write to stdout: " + m_error + "; write to a file with -o");
}

void printError(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

ExitCode refuse(ExitCode code, const std::string& sentence)
{
    std::fflush(stdout);
    printError("fusescope: " + profiler::printable(sentence) + "\n");
    return code;
}

ExitCode refuse(const profiler::Error& error)
{
    const bool interrupted = error.kind == profiler::ErrorKind::Interrupted;
    return refuse(interrupted ? ExitCode::Interrupted : ExitCode::CommandFailed, error.message);
}

} // namespace cli
