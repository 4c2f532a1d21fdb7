// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace profiler {

/// A known way for torch.compile or a workload to fail.
struct ErrorEntry {
    std::string_view key; ///< stable: "unsupported"
    std::string_view title; ///< for a list: "graph break under fullgraph"
    std::string_view remedy; ///< one clause in the imperative
};

/// The entry of a key, or "other".
[[nodiscard]] const ErrorEntry& errorEntry(std::string_view key);

/// One sentence for people: what the worker said, and the remedy.
[[nodiscard]] std::string errorSentence(std::string_view key, std::string_view what);

} // namespace profiler
