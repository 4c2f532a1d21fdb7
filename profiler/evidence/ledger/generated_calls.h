// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/generated_code.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// A kernel call as the generated code makes it.
struct GeneratedCall {
    std::string kernel; ///< "cpp_fused_relu_0", "extern_kernels.addmm"
    int handle = 0;
    int line = 0; ///< of the code, from 1
    std::vector<std::string> tensors; ///< that it takes, fills or gives back; each once

    bool operator==(const GeneratedCall&) const = default;
};

/// In the order they run. Found by the comments that Inductor writes before each of them; code
/// without such comments has none.
[[nodiscard]] std::vector<GeneratedCall> generatedCalls(std::string_view code);

/// Bytes of each tensor of a call, in their order; 0 of a name that is no tensor, nullopt where the
/// code does not say, as with sizes that are known only as it runs.
using CallSizes = std::vector<std::optional<std::int64_t>>;

[[nodiscard]] std::vector<CallSizes> sizesOfCalls(
    const GeneratedCode& code, const std::vector<GeneratedCall>& calls);

/// What a call reads and writes when it takes all of each tensor once; nullopt: not known.
[[nodiscard]] std::optional<std::int64_t> bytesOf(const CallSizes& sizes);

/// Of a tensor's type as torch writes it, "f32[16, 64]"; nullopt where a size is no number.
[[nodiscard]] std::optional<std::int64_t> bytesOfType(std::string_view type);

} // namespace profiler
