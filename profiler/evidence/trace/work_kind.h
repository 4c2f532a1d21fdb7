// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/device_call.h"

#include <optional>
#include <string>

namespace profiler {

enum class SpanKind : std::uint8_t;

/// "GEMM, attention, conv".
[[nodiscard]] std::string workKindName(WorkKind kind);

/// "gloo:all_reduce": it runs beside the thread that calls, which works on or waits.
[[nodiscard]] bool isCollective(const std::string& name, SpanKind kind);

/// nullopt: it computes nothing: views, allocations, what only contains work.
[[nodiscard]] std::optional<WorkKind> workKindOf(const std::string& name, SpanKind kind);

} // namespace profiler
