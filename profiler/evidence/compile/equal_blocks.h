// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace profiler {

struct GeneratedCode;

/// Modules of a list that one graph holds one after the other, each with the same operators.
struct EqualBlocks {
    std::string modules; ///< "encoder.layer.*", as the parts of a variant name them
    std::int64_t count = 0;
    double shareOfGraph = 0; ///< of its operators whose module is known
};

/// The largest group; nullopt: no module is there twice.
[[nodiscard]] std::optional<EqualBlocks> equalBlocks(const GeneratedCode& code);

} // namespace profiler
