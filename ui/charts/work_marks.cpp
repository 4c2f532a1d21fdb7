// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/work_marks.h"

#include <array>

namespace ui {

WorkClass workClassOf(profiler::WorkKind kind)
{
    using enum WorkClass;
    constexpr std::array<WorkClass, profiler::workKinds.size()> classes {
        Matmul, Fused, Norm, Elementwise, Embedding, Optimizer, Copies, Communication};
    return classes.at(static_cast<std::size_t>(kind));
}

IdlePattern idlePatternOf(profiler::IdleCause cause)
{
    using enum IdlePattern;
    constexpr std::array<IdlePattern, profiler::idleCauses.size()> patterns {
        Diagonal, Crossed, Horizontal, Dots, Vertical, DottedOutline};
    return patterns.at(static_cast<std::size_t>(cause));
}

} // namespace ui
