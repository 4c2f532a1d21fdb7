// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/compile_text.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/report/sentences/reason_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <set>
#include <string>

namespace profiler {

namespace {

struct PartText {
    const char* name;
    const char* meaning;
};

constexpr std::array<PartText, compileParts> partTexts {{
    {"start-up",
        "A throw-away compile that every process pays once, before it has seen the model: "
        "Inductor's imports, finding the C++ compiler, starting the compile workers."},
    {"tracing", "Dynamo reads the Python code and writes the graph."},
    {"AOT autograd", "Joint graph, decompositions and the passes over the graph before Inductor."},
    {"lowering", "Inductor's passes, lowering and scheduling."},
    {"code generation", "Writing the code of the kernels and of what calls them."},
    {"kernel compile", "Waiting for the compilers of the kernels; they run in other processes."},
    {"autotune", "Timing several kernels for the same work and choosing the fastest."},
    {"cache load", "Reading what an earlier process compiled."},
    {"other", "Guards, first runs of the kernels, and what torch does not tell apart."},
}};

/// A verdict that is not "faster" says itself why nothing pays back.
std::string paybackClause(const VariantResult& variant, Emphasis emphasis)
{
    const auto& even = variant.paybackCold;
    if (!even && variant.verdict == Verdict::Faster)
        return ", payback not known: " + reasonText(even.error());
    if (!even)
        return ", " + reasonText(even.error());
    return ", pays back after "
        + stressed(formatCount(even->calls) + (even->calls == 1 ? " call, " : " calls, ")
                + formatDuration(even->runTimeNs),
            emphasis);
}

/// Who saves most over so many calls with that cache; null without a line.
const PaybackLine* bestAt(const std::vector<PaybackLine>& lines, CompileCache cache, double calls)
{
    const PaybackLine* best = nullptr;
    for (const auto& line : lines) {
        if (line.cache == cache
            && (best == nullptr
                || savedAfter(line, calls).estimate > savedAfter(*best, calls).estimate))
            best = &line;
    }
    return best;
}

const PaybackLine* lineOf(const std::vector<PaybackLine>& lines, int variant, CompileCache cache)
{
    const auto found = std::ranges::find_if(lines,
        [&](const PaybackLine& line) { return line.variant == variant && line.cache == cache; });
    return found == lines.end() ? nullptr : &*found;
}

std::string horizonClause(
    const ComparisonResult& result, const CaseResult& caseResult, const VariantResult& variant)
{
    const Goal& goal = result.plan.goal;
    const auto cache = goal.cacheKept ? CompileCache::Kept : CompileCache::Empty;
    const auto lines = paybackLines(caseResult);
    const auto* own = lineOf(lines, variant.variant, cache);
    if (!goal.horizonCalls || own == nullptr)
        return {};
    const auto calls = static_cast<double>(*goal.horizonCalls);
    const double saved = savedAfter(*own, calls).estimate;
    std::string text = "Over your " + formatCount(*goal.horizonCalls)
        + (*goal.horizonCalls == 1 ? " call it " : " calls it ")
        + (saved >= 0 ? "saves " : "loses ") + formatDuration(std::abs(saved));
    const auto* best = bestAt(lines, cache, calls);
    if (best == own && lines.size() > 1)
        return text + ", the most of all";
    if (best != own && savedAfter(*best, calls).estimate > 0)
        return text + "; " + best->name + " saves "
            + formatDuration(savedAfter(*best, calls).estimate);
    return text;
}

void append(std::string& text, const std::string& part)
{
    text += part.empty() || text.empty() ? part : " · " + part;
}

double nsOfUnit(const std::string& unit)
{
    constexpr double second = 1e9;
    if (unit == "ns")
        return 1;
    if (unit == "µs")
        return 1e3;
    if (unit == "ms")
        return 1e6;
    if (unit == "min")
        return 60 * second;
    return unit == "h" ? 3600 * second : second;
}

int placesOf(const std::string& number)
{
    const auto point = number.find('.');
    return point == std::string::npos ? 0 : static_cast<int>(number.size() - point - 1);
}

/// Each rounded down, then the largest remainders up, until they make the whole.
std::vector<std::int64_t> steps(std::span<const double> exact, std::int64_t whole)
{
    std::vector<std::int64_t> rounded;
    std::vector<std::size_t> order(exact.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    for (const double each : exact)
        rounded.push_back(static_cast<std::int64_t>(std::floor(each)));
    std::ranges::stable_sort(order, [&exact](std::size_t one, std::size_t other) {
        return exact[one] - std::floor(exact[one]) > exact[other] - std::floor(exact[other]);
    });
    std::int64_t lack = whole - std::accumulate(rounded.begin(), rounded.end(), std::int64_t {0});
    for (const std::size_t place : order) {
        if (lack <= 0)
            break;
        ++rounded[place];
        --lack;
    }
    return rounded;
}

} // namespace

std::string compilePartName(CompilePart part)
{
    return partTexts[static_cast<std::size_t>(part)].name;
}

std::string compilePartMeaning(CompilePart part)
{
    return partTexts[static_cast<std::size_t>(part)].meaning;
}

std::string compileCostMeaning()
{
    return "Compile: the model's own, with an empty cache. Start-up: Inductor's own warm-up, a "
           "throw-away compile that every process pays once. Total: both.";
}

std::string compileSumText(const CompileCost& compile, const Measured<CompileCost>& startUp)
{
    auto text = formatDuration(compile.medianNs) + " compile";
    if (startUp)
        text += " + " + formatDuration(startUp->medianNs) + " start-up";
    return text;
}

std::string compileSentence(
    const VariantResult& variant, const FirstStartCosts& starts, Emphasis emphasis)
{
    const auto name = stressed(variant.name, emphasis);
    if (variant.variant == 0 && !starts.cold)
        return name + " compiles nothing.";
    if (!starts.cold)
        return "What " + name + " costs is not known: " + reasonText(starts.cold.error()) + ".";
    std::string text
        = name + " costs " + stressed(formatDuration(starts.cold->wallNs) + " once", emphasis);
    if (variant.compileCold && variant.startUpCold)
        text += ": " + compileSumText(*variant.compileCold, variant.startUpCold);
    if (starts.warm)
        text += " (total with a warm cache " + formatDuration(starts.warm->wallNs) + ")";
    return text + (variant.variant == 0 ? "" : paybackClause(variant, emphasis)) + ".";
}

std::string graphsSentence(
    const std::string& name, const std::vector<CompileFact>& graphs, Emphasis emphasis)
{
    double ns = 0;
    std::set<std::string> ids; // a graph is compiled on where its backward or CUDA graph is made
    for (const auto& graph : graphs) {
        ns += static_cast<double>(graph.duration.count());
        ids.insert(graph.compileId);
    }
    const auto records = static_cast<std::int64_t>(graphs.size());
    const auto count = static_cast<std::int64_t>(ids.size());
    return stressed(name, emphasis) + " compiled "
        + stressed(countText(count, "graph", "graphs") + " in " + formatDuration(ns), emphasis)
        + (records > count ? " (" + formatCount(records) + " compilations)" : std::string())
        + "; what a process pays in all was not recorded.";
}

std::string compileNote(const ComparisonResult& result, const CaseResult& caseResult,
    const VariantResult& variant, const FirstStartCosts& starts)
{
    std::string text;
    if (variant.variant != 0)
        append(text, horizonClause(result, caseResult, variant));
    std::string place;
    for (const auto& part : {result.device, result.dtype, caseResult.name}) {
        if (!part.empty())
            place += (place.empty() ? "" : ", ") + part;
    }
    append(text, place);
    if (starts.cold)
        append(text,
            fmt::format("{} cold and {} warm {}", starts.cold->processes,
                starts.warm ? starts.warm->processes : 0,
                starts.cold->processes == 1 && (!starts.warm || starts.warm->processes == 1)
                    ? "process"
                    : "processes"));
    return text;
}

std::string firstStartRange(const FirstStartCost& start)
{
    return start.processes == 1 ? "1 process"
                                : formatDuration(start.lowNs) + "–" + formatDuration(start.highNs);
}

std::string rankingNote(const ComparisonResult& result, const CaseResult& caseResult)
{
    const auto lines = paybackLines(caseResult);
    if (!result.plan.goal.horizonCalls)
        return {};
    const auto calls = static_cast<double>(*result.plan.goal.horizonCalls);
    const auto* cold = bestAt(lines, CompileCache::Empty, calls);
    const auto* warm = bestAt(lines, CompileCache::Kept, calls);
    if (cold == nullptr || warm == nullptr || cold->variant == warm->variant)
        return {};
    std::string text = "With a warm cache " + warm->name
        + " is best at your horizon, with an "
          "empty one "
        + cold->name;
    const auto* other = lineOf(lines, cold->variant, CompileCache::Kept);
    const auto from = other == nullptr ? std::nullopt : aheadFrom(*warm, *other);
    if (from)
        text += "; it is ahead after " + formatCount(*from) + (*from == 1 ? " call" : " calls");
    return text + ".";
}

PartsText partsText(std::span<const double> partsNs, double wholeNs)
{
    const std::string written = formatDuration(wholeNs);
    const auto space = written.rfind(' ');
    PartsText text {.whole = written.substr(0, space), .unit = written.substr(space + 1)};
    const int places = placesOf(text.whole);
    const double step = nsOfUnit(text.unit) / std::pow(10.0, places);
    std::vector<double> exact;
    for (const double part : partsNs)
        exact.push_back(part / step);
    for (const std::int64_t each : steps(exact, std::llround(wholeNs / step)))
        text.parts.push_back(
            fmt::format("{:.{}f}", static_cast<double>(each) * std::pow(10.0, -places), places));
    return text;
}

} // namespace profiler
