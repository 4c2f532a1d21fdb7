// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"

#include <compare>
#include <map>
#include <set>
#include <string>

namespace profiler {

/// What tells one graph break from another.
struct BreakKey {
    std::string file;
    int line = 0;
    std::string id;

    auto operator<=>(const BreakKey&) const = default; // NOLINT(modernize-use-nullptr)
};

/// Whose break ends a graph, in one process.
class BreakCauses {
public:
    /// `ran` are the compile ids of which a graph was seen to run.
    BreakCauses(const ProcessRecord& process, const std::set<std::string>& ran);

    /// The break that the graph's own compile logged. One that logged none belongs to a function
    /// that a skipped frame called: the break that made Dynamo skip the frame, which was seen
    /// before the function was, is charged. Null: no record names any.
    [[nodiscard]] const BreakKey* of(const std::string& compileId) const;

private:
    std::map<std::string, BreakKey> m_logged; ///< by compile id
    std::map<std::string, BreakKey> m_skipped; ///< of those that ran no graph
};

} // namespace profiler
