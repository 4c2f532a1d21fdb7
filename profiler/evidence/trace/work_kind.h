// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/device_call.h"
#include "profiler/model/trace.h"

#include <optional>
#include <string>

namespace profiler {

/// "GEMM, attention, conv".
[[nodiscard]] std::string workKindName(WorkKind kind);

/// nullopt: it computes nothing: views, allocations, what only contains work.
[[nodiscard]] std::optional<WorkKind> workKindOf(const std::string& name, SpanKind kind);

} // namespace profiler
