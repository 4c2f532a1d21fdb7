// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_info.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/trace.h"

#include <string>
#include <string_view>

/// The words that stand for enumerators in the database. They are part of the schema.
namespace storage {

[[nodiscard]] std::string_view wordOf(profiler::ComparisonStatus value);
[[nodiscard]] std::string_view wordOf(profiler::Placement value);
[[nodiscard]] std::string_view wordOf(profiler::VariantKind value);
[[nodiscard]] std::string_view wordOf(profiler::ProcessKind value);
[[nodiscard]] std::string_view wordOf(profiler::ProcessOutcome value);
[[nodiscard]] std::string_view wordOf(profiler::BlockKind value);
[[nodiscard]] std::string_view wordOf(profiler::Clock value);
[[nodiscard]] std::string_view wordOf(profiler::MemoryPhase value);
[[nodiscard]] std::string_view wordOf(profiler::TensorRole value);
[[nodiscard]] std::string_view wordOf(profiler::MonitorSource value);
[[nodiscard]] std::string_view wordOf(profiler::TracePass value);
[[nodiscard]] std::string_view wordOf(profiler::SpanKind value);
[[nodiscard]] std::string_view wordOf(profiler::WorkKind value);
[[nodiscard]] std::string_view wordOf(profiler::IdleCause value);

/// The enumerator of a word; an unknown word throws a Refusal.
template <typename Enum>
[[nodiscard]] Enum fromWord(std::string_view word);

} // namespace storage
