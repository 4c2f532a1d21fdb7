// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/plan/sweep_words.h"

#include <QString>

#include <vector>

/// The cases of a plan while somebody fills them in, one by one or as a sweep: one list of tensors
/// whose shapes name sizes, and the values of these.
namespace ui {

struct TensorDraft {
    QString name;
    QString shape; ///< "8×3×64×64", also with x, * or commas; of a sweep "batch×3×64×64"
    QString dtype;
    QString range; ///< "[0, 30522)"; empty = found from the model
    QString file; ///< "inputs.npz:ids"; then shape and type come from it
    QString dims; ///< as opened, "batch, seq": of cases that are some of a sweep; no field for it

    bool operator==(const TensorDraft&) const = default;
};

struct CaseDraft {
    QString name; ///< without meaning in a sweep, which names its cases
    QString items; ///< what a call makes; empty = not said
    std::vector<TensorDraft> tensors; ///< none: the callable's own

    bool operator==(const CaseDraft&) const = default;
};

struct CasesDraft {
    QString sweep; ///< "batch=1,2..64 seq=16:512:16"; empty: the cases are as they stand
    std::vector<CaseDraft> cases; ///< of a sweep one
};

/// A sweep where the cases are all that it makes and differ in nothing else; else one by one.
[[nodiscard]] CasesDraft draftOfCases(const std::vector<profiler::Case>& cases);

/// The error is in the words of the command line, or names the case and the input.
[[nodiscard]] profiler::Result<std::vector<profiler::Case>> casesOf(
    const QString& sweep, const std::vector<CaseDraft>& cases);

/// The words of `--sweep`, parted by blanks or semicolons.
[[nodiscard]] profiler::Result<std::vector<profiler::SweepAxis>> sweepAxesOf(const QString& sweep);

/// "batch×seq×64" with the names of these axes.
[[nodiscard]] profiler::Result<std::vector<std::string>> sweptSizesOf(
    const QString& shape, const std::vector<profiler::SweepAxis>& axes);

} // namespace ui
