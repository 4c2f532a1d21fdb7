// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <array>
#include <optional>
#include <string>

namespace profiler {

/// What an operator or kernel does, as far as its name tells.
enum class WorkKind { Matmul, Fused, Norm, Elementwise, Copy };

inline constexpr std::array workKinds {
    WorkKind::Matmul, WorkKind::Fused, WorkKind::Norm, WorkKind::Elementwise, WorkKind::Copy};

/// "matmul, attention, conv".
[[nodiscard]] std::string workKindName(WorkKind kind);

/// "matmul", as JSON has it.
[[nodiscard]] std::string workKindKey(WorkKind kind);

/// nullopt: it computes nothing: views, allocations, what only contains work.
[[nodiscard]] std::optional<WorkKind> workKindOf(const std::string& name, SpanKind kind);

} // namespace profiler
