// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/compile_phase_text.h"

#include "profiler/model/number_text.h"

#include <array>
#include <fmt/format.h>

namespace profiler {

namespace {

struct PhaseText {
    const char* name;
    const char* meaning;
};

constexpr std::array<PhaseText, compilePhases> phaseTexts {{
    {"Dynamo", "Reads the Python code and writes the graph."},
    {"guards", "Writes the checks before each call and tries them once."},
    {"AOT autograd", "Joint graph, decompositions, partition into forward and backward."},
    {"passes", "Inductor's rewrites of the graph: before gradients, joint, after gradients."},
    {"lowering", "Operators become loops; what the steps inside do not tell apart."},
    {"scheduling", "Which loops are fused, and in which order they run."},
    {"code generation", "Writing and loading the code of the kernels and of what calls them."},
    {"kernel compile", "The C++ compiler and Triton, or waiting for them."},
    {"autotune", "Timing several kernels for the same work and choosing the fastest."},
    {"CUDA graphs", "Recording CUDA graphs."},
    {"cache load", "Looking for what an earlier process compiled, and loading it."},
    {"other", "Garbage collection, and steps that this program does not know."},
}};

constexpr std::array<const char*, 5> cacheNames {
    "FX graph", "AOT autograd", "kernels", "autotune", "profile-guided"};

double nsOf(std::int64_t ns)
{
    return static_cast<double>(ns);
}

} // namespace

std::string compilePhaseName(CompilePhase phase)
{
    return phaseTexts.at(static_cast<std::size_t>(phase)).name;
}

std::string compilePhaseMeaning(CompilePhase phase)
{
    return phaseTexts.at(static_cast<std::size_t>(phase)).meaning;
}

std::string torchCacheName(TorchCache cache)
{
    return cacheNames.at(static_cast<std::size_t>(cache));
}

std::string noCompileTraceText()
{
    return "Begin and end of each step are not in this file: it was recorded by an earlier "
           "version, without cold processes, or torch told none.";
}

std::string flameText(const CompileFlame& flame)
{
    auto text = formatDuration(nsOf(flame.wallNs)) + " on the thread that compiles";
    if (flame.workers > 0)
        text += fmt::format(", {} in {}, {} of it while that thread did something else",
            formatDuration(nsOf(flame.workerNs)),
            countText(flame.workers, "compile worker", "compile workers"),
            formatDuration(nsOf(flame.overlappedNs)));
    if (flame.leftOut > 0)
        text += fmt::format(
            "; the shortest {} left out", countText(flame.leftOut, "step is", "steps are"));
    if (flame.notEnded > 0)
        text += fmt::format("; {} without an end", countText(flame.notEnded, "step", "steps"));
    return text;
}

std::string stepText(const CompileFlame& flame, const FlameStep& step)
{
    auto text = fmt::format("{}: {}", step.name, formatDuration(nsOf(step.durationNs)));
    if (flame.wallNs > 0 && step.worker < 0)
        text += fmt::format(", {} of all", percentText(nsOf(step.durationNs) / nsOf(flame.wallNs)));
    if (step.worker < 0 && step.selfNs != step.durationNs)
        text += fmt::format("; {} in no step inside it", formatDuration(nsOf(step.selfNs)));
    text += " · " + compilePhaseName(step.phase);
    if (!step.compileId.empty())
        text += " · compile " + step.compileId;
    if (step.worker >= 0)
        text += fmt::format(" · compile worker {}", step.worker + 1);
    return text;
}

std::string keyDifferencesText(const MissedKey& missed)
{
    constexpr std::size_t most = 3;
    const auto& differences = missed.differences;
    std::string text;
    for (std::size_t i = 0; i < differences.size() && i < most; ++i) {
        const auto& each = differences[i];
        text += (text.empty() ? "" : "; ") + each.name;
        if (!each.before.empty() && !each.after.empty())
            text += ": " + each.before + " → " + each.after;
    }
    if (differences.size() > most)
        text += "; " + formatCount(static_cast<std::int64_t>(differences.size() - most)) + " more";
    return text.empty() ? "torch tells no difference" : text;
}

} // namespace profiler
