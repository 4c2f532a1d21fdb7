// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/headline_panel.h"
#include "ui/pages/new_comparison/draft/plan_check.h"
#include "ui/pages/new_comparison/draft/plan_draft.h"

#include <optional>
#include <vector>

namespace ui {

/// Everything that is known of a draft.
struct DraftState {
    std::vector<DraftProblem> problems; ///< by its own validation
    bool checking = false; ///< `fusescope plan` was asked and has not answered
    QString refusal; ///< of `fusescope plan`
    std::optional<PlanEstimate> estimate;
    bool machineChecking = false;
    std::vector<MachineCheck> machine;
    std::size_t variants = 0;
    std::size_t cases = 0; ///< 0: the callable's own
    bool recording = false; ///< another recording of this window runs
    QString elsewhere; ///< machine that records, as `--on` takes it; empty: this one

    /// Why Start is not to be had; empty: it is.
    [[nodiscard]] QString whyNotStart() const;
    /// Other programs keep the machine busy, so that a recording takes longer and decides less.
    [[nodiscard]] bool isBusy() const;
    /// What a recording would lack here.
    [[nodiscard]] std::vector<MachineCheck> limits() const;
};

[[nodiscard]] WorkHeadline headlineOf(const DraftState& state);

/// Why there is no Tune where another machine is chosen.
[[nodiscard]] QString tuneIsHereText();

/// "Starts now, without kernels. Ends at about 15:43."
[[nodiscard]] QString startText(const DraftState& state);
/// The same in a few words, where the headline says the rest: "Not yet: see Cases."
[[nodiscard]] QString shortStartText(const DraftState& state);

} // namespace ui
