// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/generated_calls.h"
#include "profiler/evidence/ledger/work_pieces.h"
#include "profiler/model/facts/generated_code.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace profiler {

struct TraceRows;

/// A kernel call of one of several generated codes.
struct CallOfCode {
    std::size_t code = 0;
    std::size_t call = 0; ///< among generatedCalls() of it

    auto operator<=>(const CallOfCode&) const = default; // NOLINT(modernize-use-nullptr)
};

struct MatchedCalls {
    std::vector<std::vector<GeneratedCall>> calls; ///< of each code
    std::vector<std::optional<CallOfCode>> ofPiece; ///< nullopt: no call of the code is like it
};

/// Which call of the generated code each piece of work is. Within one run of a compiled graph both
/// come in the same order: a compiled kernel is the next call of its name, a library call the next
/// one of that library's function, and nothing is skipped for it but what leaves no trace.
[[nodiscard]] MatchedCalls matchCalls(const std::vector<WorkPiece>& pieces, const TraceRows& rows,
    const std::vector<GeneratedCode>& codes);

/// By its first line: "# AOT ID: ['0_backward']".
[[nodiscard]] bool isBackward(const GeneratedCode& code);

/// Does a trace show `kernel` under that name? "graph_0_cpp_fused_relu_0" is a run of
/// "cpp_fused_relu_0".
[[nodiscard]] bool isRunOf(const std::string& name, const std::string& kernel);

/// What an operator of the trace is called that runs a library call of the code:
/// "extern_kernels.addmm" is "aten::addmm", "torch.ops.mkldnn._linear_pointwise.default" is
/// "mkldnn::_linear_pointwise". Empty: it is no library call.
[[nodiscard]] std::string operatorOf(const std::string& kernel);

} // namespace profiler
