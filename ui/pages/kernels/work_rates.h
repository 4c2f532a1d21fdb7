// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/ledger/ledger_row.h"
#include "profiler/evidence/outlook/machine_roofs.h"
#include "ui/tables/data_model.h"

#include <vector>

namespace ui {

/// What the same work moves and computes in eager and in compiled code, how fast, and how much of
/// what this machine does at most; what is not known stands with its reason. Empty: it is no work
/// of kernels.
[[nodiscard]] std::vector<DataRow> rateRows(
    const profiler::LedgerRow& row, const profiler::Measured<profiler::MachineRoofs>& roofs);

} // namespace ui
