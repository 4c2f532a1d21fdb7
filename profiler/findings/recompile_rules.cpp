// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/compile/failed_guard.h"
#include "profiler/evidence/latency/slow_calls.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// What made torch compile a function again, and what that cost.
namespace profiler {

namespace {

struct Failed {
    Recompile recompile;
    FailedGuard guard;
};

/// Recompiles of one cause.
using Cause = std::vector<Failed>;

std::vector<Failed> failedIn(const FindingInput& input)
{
    std::vector<Failed> all;
    const int caseIndex = input.inCase->caseIndex;
    for (auto& each : recompilesOf(input.data, input.variant->variant))
        if (each.caseIndex.value_or(caseIndex) == caseIndex) {
            auto guard = failedGuard(each);
            all.push_back({std::move(each), std::move(guard)});
        }
    return all;
}

/// A size that changed runs through all functions of a call, so that it is one cause; a value is
/// one at each place.
std::map<std::pair<GuardKind, std::string>, Cause> byCause(std::vector<Failed> all)
{
    std::map<std::pair<GuardKind, std::string>, Cause> causes;
    for (auto& each : all) {
        auto place = each.guard.kind == GuardKind::Value
            ? each.recompile.file + ":" + std::to_string(each.recompile.line)
            : std::string();
        causes[{each.guard.kind, std::move(place)}].push_back(std::move(each));
    }
    return causes;
}

/// With it torch takes an integer of a module for any value, from the first change on.
constexpr std::string_view integersAsAny = "allow_unspec_int_on_nn_module";

/// nullopt: torch told of none how long it took.
std::optional<double> onceNs(const Cause& cause)
{
    std::optional<double> once;
    for (const auto& each : cause)
        if (each.recompile.durationNs)
            once = once.value_or(0) + *each.recompile.durationNs;
    return once;
}

/// The one that a reader can act on: of an argument of the outermost function that has one.
const Failed& representativeGuard(const Cause& cause)
{
    const auto argument
        = std::ranges::find_if(cause, [](const Failed& each) { return each.guard.isArgument(); });
    return argument == cause.end() ? cause.front() : *argument;
}

std::optional<CodePlace> placeOfRecompile(const ComparisonData& data, const Recompile& recompile)
{
    if (recompile.file.empty())
        return std::nullopt;
    CodePlace place {
        .file = recompile.file, .line = recompile.line, .function = recompile.function};
    if (const auto* caller = callerOf(data, place.file, place.line)) {
        place.callerFile = caller->file;
        place.callerLine = caller->line;
    }
    return place;
}

/// Why it recompiled, after how often; then what makes it stop.
struct RecompileCause {
    std::string_view rule = "recompile";
    FindingStatement why {"because_of_other", {}};
    Remedy remedy {};
};

/// Any size was allowed for, until the code asked which one it is.
RecompileCause causeOfBranchOnSize(const FailedGuard& guard)
{
    return {"recompile_size",
        {"because_of_branch_on_size", {guard.name, std::int64_t {guard.dimension}}}, {}};
}

RecompileCause toldOfSize(const FindingInput& input, const FailedGuard& guard)
{
    if (guard.expected.empty())
        return causeOfBranchOnSize(guard);
    RecompileCause told {.rule = "recompile_size"};
    if (guard.actual.empty())
        told.why = {"because_of_size", {guard.name, std::int64_t {guard.dimension}}};
    else if (guard.crossesBreak())
        told.why = {"because_of_sizes_across",
            {guard.expected, guard.actual, std::int64_t {guard.dimension}}};
    else
        told.why = {"because_of_sizes",
            {guard.name, guard.expected, guard.actual, std::int64_t {guard.dimension}}};
    const bool isStatic = input.planned().compile.dynamic == false;
    if (guard.isArgument() && !isStatic)
        told.remedy
            = {.kind = RemedyKind::MarkDynamic, .name = guard.name, .dimension = guard.dimension};
    else
        told.remedy = {.kind = RemedyKind::Dynamic, .value = "true"};
    return told;
}

/// Torch takes integers that a module holds for constants, unless it is told otherwise.
bool isIntegerOfModule(const FailedGuard& guard)
{
    return guard.isPath() && !guard.isArgument() && !guard.expected.empty()
        && std::ranges::all_of(guard.expected, [](unsigned char c) { return std::isdigit(c); });
}

/// Torch writes it in quotes.
bool isText(const std::string& value)
{
    return value.starts_with('\'') || value.starts_with('"');
}

/// "cache" of "len(cache)"; empty: it is no length.
std::string lengthOf(const std::string& name)
{
    constexpr std::string_view before = "len(";
    return name.starts_with(before) && name.ends_with(')')
        ? name.substr(before.size(), name.size() - before.size() - 1)
        : std::string();
}

Remedy remedyOfValue(const FailedGuard& guard)
{
    if (isIntegerOfModule(guard))
        return {
            .kind = RemedyKind::DynamoConfig, .name = std::string(integersAsAny), .value = "true"};
    return {.kind = guard.isPath() ? RemedyKind::TensorNumber : RemedyKind::None,
        .name = guard.name,
        .value = guard.expected};
}

RecompileCause toldOfValue(const FailedGuard& guard)
{
    if (guard.isOptimizerSetting())
        return {"optimizer_number", {"because_of_optimizer", {guard.name, guard.expected}},
            {.kind = RemedyKind::TensorNumber, .name = guard.name, .value = guard.expected}};
    if (guard.crossesBreak())
        return {"recompile_value", {"because_of_crossing", {guard.expected}}, {}};
    if (auto list = lengthOf(guard.name); !list.empty())
        return {"recompile_value", {"because_of_length", {std::move(list), guard.expected}}, {}};
    if (guard.expected == "None" || guard.expected == "not None")
        return {"recompile_value", {"because_of_none", {guard.name, guard.expected}}, {}};
    if (guard.isPath() && (guard.expected == "True" || guard.expected == "False"))
        return {"recompile_value", {"because_of_flag", {guard.name, guard.expected}}, {}};
    if (isText(guard.expected))
        return {"recompile_value", {"because_of_text", {guard.name, guard.expected}}, {}};
    return {"recompile_value", {"because_of_value", {guard.name, guard.expected}},
        remedyOfValue(guard)};
}

RecompileCause causeOf(const FindingInput& input, const FailedGuard& guard)
{
    switch (guard.kind) {
    case GuardKind::Size:
        return toldOfSize(input, guard);
    case GuardKind::Value:
        return toldOfValue(guard);
    case GuardKind::Stride:
        return {"recompile", {"because_of_layout", {guard.name}}, {}};
    case GuardKind::Rank:
    case GuardKind::Type:
        return {"recompile", {"because_of_type", {guard.name}}, {}};
    case GuardKind::InferenceTensor:
        return {"recompile", {"because_of_inference_mode", {guard.name}}, {}};
    case GuardKind::RequiresGradient:
    case GuardKind::GradientMode:
        return {"recompile", {"because_of_gradients", {}}, {.kind = RemedyKind::NoGradient}};
    case GuardKind::TrainingMode:
        return {"recompile", {"because_of_training", {}}, {.kind = RemedyKind::EvalMode}};
    case GuardKind::Object:
        return {"recompile", {"because_of_object", {}}, {}};
    case GuardKind::Other:
        break;
    }
    if (guard.text.empty())
        return {};
    return {"recompile", {"because_of_guard", {guard.text}}, {}};
}

FindingStatement howOften(std::int64_t count)
{
    return count == 1 ? FindingStatement {"recompiled_once", {}}
                      : FindingStatement {"recompiled", {count}};
}

/// The setting wins all but the first, so that where there is one alone it wins nothing.
void leaveTheFirst(Finding& finding, const Cause& cause)
{
    if (cause.size() == 1) {
        const auto& guard = cause.front().guard;
        finding.remedy
            = {.kind = RemedyKind::TensorNumber, .name = guard.name, .value = guard.expected};
        return;
    }
    finding.statements.push_back({"first_change_compiles", {}});
    if (finding.onceNs)
        *finding.onceNs -= cause.front().recompile.durationNs.value_or(0);
}

Finding findingOf(const FindingInput& input, const Cause& cause)
{
    const auto& shown = representativeGuard(cause);
    auto told = causeOf(input, shown.guard);
    auto finding = input.found(Finding::Severity::Warning, told.why.id);
    finding.rule = told.rule;
    finding.page = FindingPage::Breaks;
    finding.statements = {howOften(static_cast<std::int64_t>(cause.size())), std::move(told.why)};
    finding.place = placeOfRecompile(input.data, shown.recompile);
    if (finding.place)
        finding.seen = Finding::Seen::InCode;
    finding.onceNs = onceNs(cause);
    finding.remedy = std::move(told.remedy);
    if (finding.remedy.name == integersAsAny)
        leaveTheFirst(finding, cause);
    return finding;
}

std::vector<Finding> recompiles(const FindingInput& input)
{
    const std::int64_t count = input.variant->recompiles.value_or(0);
    if (count == 0)
        return {};
    std::vector<Finding> findings;
    for (const auto& [key, cause] : byCause(failedIn(input)))
        findings.push_back(findingOf(input, cause));
    if (findings.empty()) { // torch counted them and told no reason
        auto finding = input.found(Finding::Severity::Warning, "recompiled");
        finding.statements = {howOften(count)};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::string frameOf(const std::string& compileId)
{
    return compileId.substr(0, compileId.find('/'));
}

/// The function that was compiled most often before torch refused it; null: none was told.
const CompileFact* refusedFunction(const std::vector<CompileFact>& compiles)
{
    std::map<std::string, std::pair<const CompileFact*, int>> compiled; // by frame
    const CompileFact* refused = nullptr;
    int most = 1;
    for (const auto& fact : compiles) {
        auto& [first, times] = compiled[frameOf(fact.compileId)];
        if (fact.failType.empty()) {
            first = first == nullptr ? &fact : first;
            ++times;
        } else if (times > most) {
            most = times;
            refused = first;
        }
    }
    return refused;
}

/// What keeps a function below the limit: that whatever made it recompile no longer does.
Remedy remedyOfLimit(const FindingInput& input, const Cause& cause)
{
    if (cause.empty())
        return {.kind = RemedyKind::DynamoConfig, .name = "recompile_limit", .value = "64"};
    auto remedy = causeOf(input, representativeGuard(cause).guard).remedy;
    if (remedy.kind == RemedyKind::None)
        remedy = {.kind = RemedyKind::DynamoConfig, .name = "recompile_limit", .value = "64"};
    return remedy;
}

/// Of all cases: each of them brought the function nearer to the limit.
Cause recompilesOfFrame(const FindingInput& input, const CompileFact& function)
{
    Cause cause;
    for (auto& each : recompilesOf(input.data, input.variant->variant))
        if (frameOf(each.compileId) == frameOf(function.compileId)) {
            auto guard = failedGuard(each);
            cause.push_back({std::move(each), std::move(guard)});
        }
    return cause;
}

bool isOfLimit(const FindingInput& input, const NoticeFact& notice)
{
    return notice.rule == "recompile_limit" && notice.variant == input.variant->variant
        && notice.caseIndex.value_or(input.inCase->caseIndex) == input.inCase->caseIndex;
}

std::vector<Finding> recompileLimit(const FindingInput& input)
{
    const auto notice = std::ranges::find_if(
        input.data.notices, [&](const NoticeFact& each) { return isOfLimit(input, each); });
    if (notice == input.data.notices.end())
        return {};
    auto finding
        = input.found(input.variant->verdict == Verdict::RanEager ? Finding::Severity::Bad
                                                                  : Finding::Severity::Warning,
            "notice");
    finding.statements = {statementOf(*notice, input.judged.plan)};
    finding.seen = Finding::Seen::InRecording;
    finding.confidence = Confidence::Suspected;
    finding.remedy = remedyOfLimit(input, {});
    const auto compiles = compiledGraphs(input.data, input.variant->variant);
    const auto* function = refusedFunction(compiles);
    if (function == nullptr)
        return {std::move(finding)};
    const auto cause = recompilesOfFrame(input, *function);
    finding.onceNs = onceNs(cause);
    finding.remedy = remedyOfLimit(input, cause);
    if (!function->file.empty()) {
        finding.seen = Finding::Seen::InCode;
        finding.place = CodePlace {
            .file = function->file, .line = function->line, .function = function->function};
    }
    return {std::move(finding)};
}

/// Of the calls that were timed, those that compiled; the longest first.
std::vector<SlowCall> compiledWhileTimed(const FindingInput& input)
{
    auto slow = slowCalls(input.data, input.variant->variant, input.inCase->caseIndex).calls;
    std::erase_if(
        slow, [](const SlowCall& call) { return !call.isTimed() || !isCompile(call.cause); });
    return slow;
}

/// Why the longest of them compiled, and where.
void tellWhy(Finding& finding, const FindingInput& input, const SlowCall& call)
{
    const auto* compiled = std::get_if<CompiledInCall>(&call.evidence);
    if (compiled == nullptr)
        return;
    if (call.cause == SlowCause::Recompile && !compiled->guard.empty()) {
        auto told = causeOf(input, compiled->failed);
        finding.statements.push_back(std::move(told.why));
        finding.remedy = std::move(told.remedy);
    }
    finding.place = placeOfRecompile(input.data,
        {.function = compiled->function, .file = compiled->file, .line = compiled->line});
    if (finding.place)
        finding.seen = Finding::Seen::InCode;
}

/// Their repetitions are in no figure: what they were is said here.
std::vector<Finding> timedRecompile(const FindingInput& input)
{
    const auto calls = compiledWhileTimed(input);
    if (calls.empty())
        return {};
    double ns = 0;
    for (const auto& call : calls)
        ns += call.explainedNs.value_or(call.overMedianNs());
    const auto count = static_cast<std::int64_t>(calls.size());
    auto finding = input.found(Finding::Severity::Warning,
        count == 1 ? "compiled_in_timed_call" : "compiled_in_timed_calls");
    if (count > 1)
        finding.statements.front().values = {count};
    finding.rule = "timed_recompile";
    finding.page = FindingPage::Latency;
    finding.onceNs = ns;
    tellWhy(finding, input, calls.front());
    return {std::move(finding)};
}

constexpr auto recompileRuleTable = std::to_array<FindingRule>({
    {"recompile_limit", recompileLimit, FindingPage::Breaks, FindingNeeds::File},
    {"timed_recompile", timedRecompile, FindingPage::Latency},
    {"recompile", recompiles, FindingPage::Breaks, FindingNeeds::File},
});

} // namespace

constinit const std::span<const FindingRule> recompileRules {recompileRuleTable};

} // namespace profiler
