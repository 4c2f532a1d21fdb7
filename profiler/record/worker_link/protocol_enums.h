// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/trace.h"

#include <optional>
#include <string_view>

/// The words of PROTOCOL.md for our enumerations.
namespace profiler {

[[nodiscard]] const char* processKindWord(ProcessKind kind);
[[nodiscard]] const char* memoryPhaseWord(MemoryPhase phase);
[[nodiscard]] std::optional<MemoryPhase> memoryPhaseFrom(std::string_view word);
[[nodiscard]] const char* tracePassWord(TracePass pass);
[[nodiscard]] std::optional<TensorRole> tensorRoleFrom(std::string_view word);

} // namespace profiler
