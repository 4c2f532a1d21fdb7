// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/kernel_origin.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/span_kind.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace profiler {

struct TraceRows;
struct TraceSummary;

inline constexpr std::size_t noRow = std::numeric_limits<std::size_t>::max();
inline constexpr std::uint32_t noPiece = std::numeric_limits<std::uint32_t>::max();

/// An operator or compiled kernel that no other one called, with all that it called: a library
/// call, say, from its wrapper down to the function that computes. On a device a kernel that
/// compiled code launches by itself is one, too.
struct WorkPiece {
    std::string name;
    SpanKind kind = SpanKind::Operator;
    /// Row of the compiled region or of the compiled function's backward that it ran in, the
    /// innermost; noRow: in none.
    std::size_t container = noRow;
    SpanOrigin origin;
    bool backward = false; ///< autograd ran it
    bool replayed = false; ///< a CUDA graph launched it: no operator is open then
    int call = 0; ///< of the traced ones
    std::int32_t thread = 0; ///< of the host
    std::int64_t startNs = 0; ///< on the host; of what a CUDA graph launched on the device
};

/// What computes in a piece: views and allocations are none of it.
struct WorkPart {
    std::size_t piece = 0;
    std::int32_t name = 0; ///< id of a TraceName
    WorkKind kind = WorkKind::Elementwise;
    std::int64_t ns = 0; ///< of an operator without what it calls
};

struct WorkPieces {
    std::vector<WorkPiece> pieces; ///< by thread and start
    std::vector<WorkPart> parts; ///< all work of the calls, as workDetails() counts it
    std::vector<std::uint32_t> ofOperator; ///< piece of each row of the operators; noPiece: none
    std::vector<std::uint32_t> ofKernel; ///< the same of the kernels; empty where none is a part
};

/// Parts are kernels where the calls kept a device busy, else operators and compiled kernels.
[[nodiscard]] WorkPieces workPieces(const TraceRows& rows, const TraceSummary& trace);

} // namespace profiler
