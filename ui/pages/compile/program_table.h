// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/compile/compile_evidence.h"
#include "ui/tables/data_model.h"

namespace ui {

/// Variants that are one program: its size, what making and opening it took, a call with and
/// without Python. No rows where no variant is one.
[[nodiscard]] DataContent programTable(const ComparisonView& view, const CompileEvidence& evidence);

} // namespace ui
