// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace profiler {

/// Decides the exit code of the command line and the shape an error is shown with.
enum class ErrorKind {
    BadInput, ///< options, plan, shapes: the user can correct it
    NotFound, ///< a file, comparison, case or variant that is not there
    BadData, ///< a file that is not what it claims to be, or is damaged
    Unavailable, ///< this machine lacks something: interpreter, compiler, device, disk
    Failed, ///< the workload or a library failed while running
    Interrupted, ///< the user asked to stop
};

/// One sentence: what happened, what is still valid, what to do.
struct Error {
    ErrorKind kind = ErrorKind::Failed;
    std::string message;

    bool operator==(const Error&) const = default;
};

template <typename T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(ErrorKind kind, std::string message)
{
    return tl::unexpected<Error>(Error {.kind = kind, .message = std::move(message)});
}

} // namespace profiler
