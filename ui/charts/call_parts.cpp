// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/call_parts.h"

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/training/training_text.h"
#include "ui/text/text.h"

#include <QObject>

#include <array>

namespace ui {

namespace {

template <typename Map, typename Key>
double partOf(const Map& parts, Key key)
{
    const auto found = parts.find(key);
    return found == parts.end() ? 0 : found->second;
}

} // namespace

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
    constexpr std::array<IdlePattern, profiler::idleCauses.size()> patterns {Dots, Crossed,
        Horizontal, Vertical, Diagonal, OtherDiagonal, Grid, Dense, Sparse, DottedOutline};
    return patterns.at(static_cast<std::size_t>(cause));
}

std::vector<CallPart> callParts(const profiler::CallSplit& split, CallPlace place)
{
    std::vector<CallPart> parts;
    for (const auto kind : profiler::workKinds)
        parts.push_back({.name = qt(profiler::workKindName(kind)),
            .workClass = workClassOf(kind),
            .ns = partOf(split.workNs, kind)});
    if (place == CallPlace::Host)
        parts.push_back({.name = QObject::tr("CPU/Python overhead"),
            .workClass = {},
            .idle = IdlePattern::Dots,
            .ns = split.hostNs});
    else
        for (const auto cause : profiler::idleCauses)
            if (cause != profiler::IdleCause::Other)
                parts.push_back({.name = qt(profiler::idleCauseName(cause)),
                    .workClass = {},
                    .idle = idlePatternOf(cause),
                    .ns = partOf(split.idleNs, cause)});
    parts.push_back({.name = QObject::tr("unattributed"),
        .workClass = {},
        .idle = IdlePattern::DottedOutline,
        .ns = split.unexplainedNs});
    return parts;
}

std::vector<CallPart> callParts(const profiler::StepSplit& split)
{
    const auto part = [&split](profiler::StepPart each, std::optional<WorkClass> colour,
                          IdlePattern pattern = IdlePattern::DottedOutline) {
        return CallPart {.name = qt(profiler::stepPartName(each)),
            .workClass = colour,
            .idle = pattern,
            .ns = split.at(each)};
    };
    using enum profiler::StepPart;
    return {part(DataWait, std::nullopt, IdlePattern::Diagonal), part(Forward, WorkClass::Matmul),
        part(Backward, WorkClass::Fused), part(Optimizer, WorkClass::Optimizer),
        part(Other, std::nullopt)};
}

} // namespace ui
