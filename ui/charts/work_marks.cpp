// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/work_marks.h"

namespace ui {

WorkClass workClassOf(profiler::WorkKind kind)
{
    switch (kind) {
    case profiler::WorkKind::Matmul:
        return WorkClass::Matmul;
    case profiler::WorkKind::Fused:
        return WorkClass::Fused;
    case profiler::WorkKind::Norm:
        return WorkClass::Norm;
    case profiler::WorkKind::Elementwise:
        return WorkClass::Elementwise;
    case profiler::WorkKind::Embedding:
        return WorkClass::Embedding;
    case profiler::WorkKind::Optimizer:
        return WorkClass::Optimizer;
    case profiler::WorkKind::Communication:
        return WorkClass::Communication;
    case profiler::WorkKind::Copy:
        break;
    }
    return WorkClass::Copies;
}

IdlePattern idlePatternOf(profiler::IdleCause cause)
{
    switch (cause) {
    case profiler::IdleCause::Launch:
        return IdlePattern::Diagonal;
    case profiler::IdleCause::Sync:
        return IdlePattern::Crossed;
    case profiler::IdleCause::Copy:
        return IdlePattern::Horizontal;
    case profiler::IdleCause::Host:
        return IdlePattern::Dots;
    case profiler::IdleCause::Compile:
        return IdlePattern::Vertical;
    case profiler::IdleCause::Other:
        break;
    }
    return IdlePattern::DottedOutline;
}

} // namespace ui
