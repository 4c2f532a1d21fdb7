// SPDX-License-Identifier: Apache-2.0
// Included by .cpp files only: it shows nlohmann/json.
#pragma once

#include "profiler/model/facts/collection_fact.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/record/worker_link/json_reader.h"

#include <string_view>

namespace profiler {

/// The protocol's word for MemoryPhase::WarmUp; the other phases have their keys.
inline constexpr std::string_view warmUpPhase = "warmup";

[[nodiscard]] CompileFact compileFactFrom(const JsonReader& reader);
[[nodiscard]] GraphBreakFact graphBreakFactFrom(const JsonReader& reader);
[[nodiscard]] RecompileFact recompileFactFrom(const JsonReader& reader);
/// Of which block the recorder knows.
[[nodiscard]] CollectionFact collectionFactFrom(const JsonReader& reader);
/// Refused when it is larger than an excerpt can be.
[[nodiscard]] SourceFact sourceFactFrom(const JsonReader& reader, std::string& offence);
[[nodiscard]] NoticeFact noticeFactFrom(const JsonReader& reader);
[[nodiscard]] MemoryFact memoryFactFrom(const JsonReader& reader);
[[nodiscard]] NumericsFact numericsFactFrom(const JsonReader& reader);
[[nodiscard]] PhaseFact phaseFactFrom(const JsonReader& reader);

} // namespace profiler
