// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/tune_facts.h"

#include <string>
#include <vector>

namespace profiler {

enum class BoundaryKind {
    RepeatedBlocks, ///< all modules of one class, each compiled by itself with shared code
    Child, ///< one child of the model
    AllButChild, ///< all children but one
};

/// What may be compiled in place of the whole model.
struct Boundary {
    BoundaryKind kind = BoundaryKind::Child;
    std::string name; ///< the class, or the child's path in the model
    std::vector<std::string> targets; ///< globs over paths, as in a plan's compiled parts
    double callRatio = 0; ///< of an eager call

    bool operator==(const Boundary&) const = default;
};

/// Blocks that repeat and children that take at least 5 % of a call, the longest first; where one
/// child is nearly all of the model, its children are taken. A child that is such a block stands
/// for nothing of its own, and one that can be left out comes with the rest of them.
[[nodiscard]] std::vector<Boundary> boundariesOf(const std::vector<ModuleUse>& modules);

/// Few globs that match these paths and no other of the modules; the paths themselves where there
/// are none. `*` stays within a part of a path.
[[nodiscard]] std::vector<std::string> globsFor(
    const std::vector<std::string>& paths, const std::vector<ModuleUse>& modules);

} // namespace profiler
