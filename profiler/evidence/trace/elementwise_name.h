// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace profiler {

/// What an elementwise kernel of ATen does, in few words: operation, type of its elements, how it
/// reads them, and how many a thread takes at once: "add<bf16> ×4", "mul<f32> strided ×2",
/// "silu<bf16> unrolled ×4". `name` is demangled, with its template arguments. nullopt: it is
/// another kernel, or one whose operation is not found.
[[nodiscard]] std::optional<std::string> elementwiseName(std::string_view name);

} // namespace profiler
