// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The supervisor is a small process between recorder and worker. It is the subreaper of the
/// worker, so that whatever a worker starts (Inductor's compile pool, compilers, daemons with
/// sessions of their own) becomes the supervisor's child at the latest when its parent dies; and it
/// holds one end of a channel to the recorder, so that it sees the recorder die, by kill -9 too.
/// When either is gone it kills all the rest. Nothing else can promise that: PR_SET_PDEATHSIG
/// reaches one process, and a process group loses those that leave it.
namespace profiler {

/// Prepared before the fork: after it only async-signal-safe calls are allowed.
struct SupervisorArguments {
    const char* program = nullptr;
    char* const* argv = nullptr;
    char* const* environment = nullptr;
    const char* directory = nullptr; ///< nullptr = the recorder's
    int control = -1; ///< becomes descriptor 3 of the worker
    int standardInput = -1;
    int standardOutput = -1;
    int standardError = -1;
    int channel = -1; ///< to the recorder
};

enum class SupervisorReportKind : std::int32_t {
    Started, ///< value = the worker's pid
    NoDirectory, ///< value = errno
    NotExecuted, ///< value = errno
    Exited, ///< value = wait status
};

/// One message of the supervisor on its channel.
struct SupervisorReport {
    SupervisorReportKind kind = SupervisorReportKind::Started;
    std::int32_t value = 0;
};

inline constexpr int workerControlFd = 3;

/// The supervisor's whole life; runs in a freshly forked process.
[[noreturn]] void runSupervisor(const SupervisorArguments& arguments);

} // namespace profiler
