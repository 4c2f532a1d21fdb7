// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/compile/compile_evidence.h"
#include "ui/tables/data_model.h"

namespace ui {

/// What each of torch's caches answered, cold beside warm, and where its key differed.
[[nodiscard]] DataContent cacheTable(const CompileSteps& steps);

/// The checks before a call of each graph.
[[nodiscard]] DataContent guardTable(const CompileSteps& steps);

/// Which kernel won, and by how much.
[[nodiscard]] DataContent autotuneTable(const CompileSteps& steps);

} // namespace ui
