// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

/// The agent calls what it measures through five functions of CPython. Here they are ours: the same
/// loop, observer and trace, and no interpreter in the process.
namespace profiler::native {

/// What a call of the agent's calls: the program with the inputs in turn. Its result is dropped by
/// `drop`, outside the timed span.
struct Callable {
    std::function<void()> call;
    std::function<void()> drop;
};

/// What the last call raised, or the agent; empty = nothing. Asked for once.
[[nodiscard]] std::string takeError();

} // namespace profiler::native
