// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <string_view>

namespace profiler::agent {

/// Which of torch's record scopes a span came from, as far as it says what the span is.
enum class SpanScope : std::uint8_t { Function, Backward, User };

struct SpanName {
    SpanKind kind = SpanKind::Operator;
    std::string_view text; ///< what is kept of the name: of a region the compile id alone
};

/// What torch's name for a span says. `isOperator`: the dispatcher gave the name, not a call of
/// RECORD_FUNCTION with a text.
[[nodiscard]] SpanName readSpanName(SpanScope scope, std::string_view name, bool isOperator);

} // namespace profiler::agent
