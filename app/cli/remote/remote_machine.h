// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/remote/remotes.h"
#include "profiler/record/remote/machine.h"

#include <cstdint>
#include <functional>
#include <string>

namespace cli {

/// Another machine that can record: this program is there and runs.
struct ReadyMachine {
    profiler::remote::ProgramArchive program;
    profiler::remote::MachineFacts facts;
};

/// Told what is sent, before, and how far that is.
struct SendingView {
    std::function<void(const std::string&)> say; ///< a sentence
    std::function<void(const std::string&)> step; ///< of the line that is redrawn
};

/// "12 % of 20.1 MiB" again and again, of so many bytes.
[[nodiscard]] profiler::remote::SentBytes sentBytes(
    const SendingView& view, const std::string& what, std::int64_t bytes);

/// Looks whether the machine can run this program, and sends it where it is not there yet.
[[nodiscard]] profiler::Result<ReadyMachine> makeReady(
    const profiler::remote::Connection& connection, const std::string& python,
    std::int64_t bytesToSend, const SendingView& view);

/// Nothing, or why no recording can be made there: what stops it, of the doctor there.
[[nodiscard]] profiler::Result<void> checkCanRecord(
    const profiler::remote::Connection& connection, const ReadyMachine& machine);

} // namespace cli
