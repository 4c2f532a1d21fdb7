// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/console.h"

#include "profiler/model/quantity.h"
#include "profiler/report/text/text_table.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <nlohmann/json.hpp>
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

/// Why stdout, which is one for the whole process, first failed; C keeps only that it did.
int outputError = 0;

void put(std::string_view text)
{
    errno = 0;
    const auto written = std::fwrite(text.data(), 1, text.size(), stdout);
    if ((written != text.size() || std::fflush(stdout) != 0) && outputError == 0)
        outputError = errno;
}

void putError(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

std::string asData(std::string_view text)
{
    return isatty(STDOUT_FILENO) == 1 ? profiler::terminalText(text) : std::string(text);
}

} // namespace

int terminalColumns()
{
    constexpr int usual = 80;
    constexpr int widest = 1000;
    if (const auto columns = profiler::wholeNumber(variable("COLUMNS"));
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

void print(std::string_view text, profiler::Paint paint)
{
    put(profiler::terminalText(text, paint));
}

void printJson(std::string_view json)
{
    put(profiler::terminalJson(json));
}

void printDocument(const nlohmann::ordered_json& document)
{
    using Json = nlohmann::ordered_json;
    printJson(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void putText(nlohmann::ordered_json& row, const std::string& key, const std::string& text,
    const std::string& reason)
{
    row[key] = text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
    if (text.empty())
        row[key + "_reason"] = reason;
}

void printData(std::string_view text)
{
    put(asData(text));
}

void keepStandardStreams()
{
    // Reading ends alone: what is written to it fails, as it did.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0)
            static_cast<void>(open("/dev/null", O_RDONLY));
}

bool finishOutput()
{
    if (std::fflush(stdout) != 0 && outputError == 0)
        outputError = errno;
    if (outputError == 0 && std::ferror(stdout) == 0)
        return true;
    if (outputError == EPIPE)
        return true;
    const auto reason = outputError == 0 ? "" : ": " + std::generic_category().message(outputError);
    printError("fusescope: cannot write to stdout" + reason
        + "; not all of the output is there, make room or send it elsewhere\n");
    return false;
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
    put(asData(m_waiting));
    if (outputError != 0 && outputError != EPIPE) // a reader that went away wanted no more
        m_error = std::generic_category().message(outputError);
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
    putError(profiler::terminalText(text));
}

void redrawErrorLine(std::string_view text)
{
    putError("\r\x1b[2K" + profiler::terminalText(text));
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
