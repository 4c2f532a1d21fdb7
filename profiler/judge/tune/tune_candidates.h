// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/tune/boundaries.h"
#include "profiler/judge/tune/tune_search.h"
#include "profiler/model/result.h"
#include "profiler/model/variant.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace profiler {

struct Plan;

enum class CandidateGroup { Given, Modes, Options, Dynamic, Backends, Boundaries };

/// A setting that a search tries.
struct TuneCandidate {
    CandidateGroup group = CandidateGroup::Modes;
    Variant variant;
    TuneEntry entry; ///< `instead`: index of another candidate
    std::optional<Boundary> boundary; ///< of part of the model; nullopt: what the plan compiles
};

using CandidateGroups = std::set<CandidateGroup>;

/// All groups, or those named: "modes,options".
[[nodiscard]] Result<CandidateGroups> candidateGroupsFrom(const std::vector<std::string>& words);

/// How many things it changes of plain torch.compile(model).
[[nodiscard]] int complexityOf(const Variant& variant);

/// The table of settings, as far as they apply to this plan and model: first those of the plan's
/// own variants but the baseline, then whole models, then parts. `modules` empty: boundaries are
/// not known.
[[nodiscard]] std::vector<TuneCandidate> tuneCandidates(
    const Plan& plan, const std::vector<ModuleUse>& modules, const CandidateGroups& groups);

} // namespace profiler
