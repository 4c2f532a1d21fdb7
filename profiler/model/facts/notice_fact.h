// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace profiler {

/// Warnings of the worker or the recorder that belong on a page: training mode left on, model
/// changes its inputs, defaults taken for a training task, no agent.
struct NoticeFact {
    std::optional<int> variant;
    std::optional<int> caseIndex;
    std::string rule; ///< stable word: "training_mode_on"
    std::string sentence;

    bool operator==(const NoticeFact&) const = default;
};

} // namespace profiler
