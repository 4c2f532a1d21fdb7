// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/span_kind.h"

#include <cstdint>
#include <optional>
#include <string_view>

/// What Kineto's words mean.
namespace profiler {

enum class CopyKind : std::uint8_t;

/// What rows an event makes.
enum class KinetoCategory : std::uint8_t {
    Operator,
    Annotation,
    Python,
    Kernel,
    Memcpy,
    Memset,
    Api,
    Other, ///< none
    Unknown, ///< no word of torch's for the processor or for NVIDIA's, AMD's and Intel's devices
};

/// `category`: "cpu_op", "Operator" (until 2021)…
[[nodiscard]] KinetoCategory kinetoCategory(std::string_view category);

/// Of an unknown one: do its events tell of work on a device, by its name alone?
[[nodiscard]] bool isDeviceCategory(std::string_view category);

struct KinetoSpan {
    SpanKind kind = SpanKind::Operator;
    std::string_view name; ///< what is kept of it: of a region the compile id alone
};

/// Of an operator, an annotation, or a function of Python; nullopt: it makes no row, as functions
/// of Python do that are no module.
[[nodiscard]] std::optional<KinetoSpan> kinetoSpan(KinetoCategory category, std::string_view name);

[[nodiscard]] bool isProfilerStep(std::string_view name);

/// "Memcpy HtoD (Pageable -> Device)"
[[nodiscard]] CopyKind kinetoCopyKind(std::string_view name);

} // namespace profiler
