// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/exit_code.h"
#include "profiler/model/result.h"
#include "profiler/report/text/terminal_text.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace cli {

/// Width of the terminal behind stdout, by COLUMNS or the terminal itself; 80 otherwise.
[[nodiscard]] int terminalColumns();

/// Is stdout a terminal that wants colours (NO_COLOR, TERM=dumb)?
[[nodiscard]] bool wantsColour();

[[nodiscard]] bool stderrIsTerminal();

/// To stdout, for people: nothing in it steers a terminal but colours, where they are kept. What
/// could not be written, finishOutput() tells.
void print(std::string_view text, profiler::Paint paint = profiler::Paint::Shown);

/// The same of JSON, which stays what it is.
void printJson(std::string_view json);
void printDocument(const nlohmann::ordered_json& document);

/// A text that is empty is null in JSON, and the reason stands beside it.
void putText(nlohmann::ordered_json& row, const std::string& key, const std::string& text,
    const std::string& reason);

/// The same of other data, which stays as it is where stdout is no terminal.
void printData(std::string_view text);

/// Before anything is opened: a stream that the caller closed is not to be taken by a file.
void keepStandardStreams();

/// Once, at the end of a command: where stdout took less than was printed, that is said. A
/// reader that went away wanted no more.
[[nodiscard]] bool finishOutput();

/// For what is long: stdout is written by pieces, and a piece that does not go out is told.
class StandardOutput {
public:
    /// False: it could not be written, and finish() says why.
    [[nodiscard]] bool write(std::string_view text);

    /// Writes what is left.
    [[nodiscard]] profiler::Result<void> finish();

private:
    void flush();

    std::string m_waiting;
    std::string m_error; ///< of the system; empty: none
};

/// Nothing in it steers a terminal.
void printError(std::string_view text);

/// In place of the terminal's last line of stderr; empty: takes it away.
void redrawErrorLine(std::string_view text);

/// What errno says, in words.
[[nodiscard]] std::string lastSystemError();

/// Ends a command: the last line of stderr is `fusescope: ` and one sentence.
ExitCode refuse(ExitCode code, const std::string& sentence);
/// The same for an error on the way, of a command other than record.
ExitCode refuse(const profiler::Error& error);

} // namespace cli
