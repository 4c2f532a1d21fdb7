// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/json/json_fields.h"
#include "profiler/formats/torch_log/torch_trace_log.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/process_facts.h"

#include <vector>

/// CompilationMetrics of a log → the facts that the worker makes of torch's own.
namespace profiler {

/// `members` of the object under "compilation_metrics". Without the id where the record alone has
/// it.
[[nodiscard]] LoggedCompile compileIn(const json_text::JsonMemberList& members);

/// Versions that a record of metrics names: torch, python, cuda, triton.
[[nodiscard]] EnvironmentFields versionsIn(const json_text::JsonMemberList& members);

/// What the caches' own records say, where the metrics (before torch 2.11) do not.
[[nodiscard]] std::optional<std::string> cacheWord(
    const CacheUse& graphCache, const CacheUse& autogradCache);

/// The compile did not happen: the function had been compiled as often as is allowed.
[[nodiscard]] bool isRefusedByLimit(const CompileFact& fact);

} // namespace profiler
