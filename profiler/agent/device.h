// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Device.h>
#include <exception>
#include <optional>
#include <string>

namespace profiler::agent {

/// The device chosen by agent_set_device; nullopt = the CPU, which needs no synchronise.
[[nodiscard]] std::optional<c10::Device> chosenDevice();

/// Waits for everything enqueued on the chosen device. Throws what torch throws.
void synchronise();

/// What torch says, without its C++ backtrace.
[[nodiscard]] std::string describe(const std::exception& error);

/// Keeps the sentence for agent_last_error.
void holdError(std::string sentence);

} // namespace profiler::agent
