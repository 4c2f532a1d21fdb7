// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/breaks/break_passes.h"

#include <compare>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace profiler {

struct ProcessRecord;

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

    /// Which break, and the compile that logged it.
    using Cause = std::pair<const std::string, BreakKey>;

    /// Why `before` ended and `after` began. The break that the compile of `before` logged. Where
    /// it logged none, that of a compile without operators which was first seen between the two;
    /// else both belong to functions that a skipped frame called, and the break that made Dynamo
    /// skip the frame, which was seen before the function was, is charged. Null: no record names
    /// any.
    [[nodiscard]] const Cause* of(const std::string& before, const std::string& after) const;

    /// False of a graph that ends where it calls a helper, because the helper breaks: the call
    /// comes to the place once, in the helper's own graph.
    [[nodiscard]] bool isAtPlace(const Cause& cause) const;

private:
    [[nodiscard]] static const Cause* nearest(
        const std::map<std::string, BreakKey>& causes, int above, int below);

    std::map<std::string, BreakKey> m_logged; ///< by compile id
    std::map<std::string, BreakKey> m_skipped; ///< of those that torch gave up
    std::map<std::string, BreakKey> m_empty; ///< of those that torch compiled to no operator
    std::map<std::string, std::set<BreakPlaceKey>> m_held; ///< by compile id
    std::set<BreakPlaceKey> m_heldByAny;
};

} // namespace profiler
