// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct TraceRows;

/// Who launched a kernel: kernel → API call of its correlation → innermost operator that was open
/// on that thread as the call began → module and source line.
struct KernelOrigin {
    std::optional<std::size_t> api; ///< row of the launch
    std::optional<std::size_t> operatorRow; ///< innermost operator, compiled function or node
    std::string module; ///< path in the model; of a backward kernel its forward's; empty: unknown
    std::int32_t place = 0; ///< id of a TracePlace; 0 = unknown

    bool operator==(const KernelOrigin&) const = default;
};

/// Where work was called, by numbers of its trace.
struct SourceKey {
    std::int32_t operatorName = 0;
    std::string module;
    std::int32_t place = 0;

    auto operator<=>(const SourceKey&) const = default; // NOLINT(modernize-use-nullptr)
};

[[nodiscard]] SourceKey sourceKeyOf(const TraceRows& rows, const KernelOrigin& origin);

/// One for each kernel, in their order. A kernel without a record of its launch has an empty one.
/// Backward work knows its module and line through the forward operator of its sequence number.
[[nodiscard]] std::vector<KernelOrigin> kernelOrigins(const TraceRows& rows);

/// Where in the model and in the user's code a span of the host was called.
struct SpanOrigin {
    std::string module; ///< path in the model; of backward work its forward's; empty: unknown
    std::int32_t place = 0; ///< id of a TracePlace; 0 = unknown

    bool operator==(const SpanOrigin&) const = default;
};

/// One for each row of the operators, in their order.
[[nodiscard]] std::vector<SpanOrigin> spanOrigins(const TraceRows& rows);

} // namespace profiler
