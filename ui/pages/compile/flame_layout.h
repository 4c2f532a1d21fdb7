// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/compile/compile_phases.h"

#include <optional>
#include <vector>

namespace profiler {
struct ProcessRecord;
} // namespace profiler

namespace ui {

/// A box of the flame chart, times from the start of what is drawn.
struct FlameBox {
    int row = 0;
    double fromNs = 0;
    double toNs = 0;
    std::optional<std::size_t> step; ///< of the flame; nullopt: a call
    int call = 0; ///< from 1
    bool compiled = false; ///< of a call
};

/// What one process compiled, beside its calls.
struct FlameDrawing {
    profiler::CompileFlame flame;
    std::vector<FlameBox> boxes; ///< by row, then by time
    int callRows = 0; ///< 0: no calls were recorded beside it
    int stepRows = 0; ///< below those
    int workerRows = 0; ///< below those
    double lengthNs = 0;

    [[nodiscard]] int rows() const { return callRows + stepRows + workerRows; }
};

/// Calls of all cases that began until the last step ended. A step that only holds another one of
/// its length shares its row.
[[nodiscard]] FlameDrawing flameDrawing(const profiler::ProcessRecord& process);

} // namespace ui
