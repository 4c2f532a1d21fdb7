// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/facts_from_json.h"

#include "profiler/model/compile_metrics.h"
#include "profiler/model/enum_text.h"
#include "profiler/record/worker_link/text_lines.h"

namespace profiler {
namespace {

// A worker runs foreign code: what is longer is cut, or left out where a part is worth nothing.
constexpr std::size_t longestFactName = 4'096; // of a file or a function
constexpr std::size_t longestFactSentence = 4'096;
constexpr std::size_t longestReason = 32'768; // torch's, with its explanations and hints
constexpr std::size_t longestMetrics = 262'144;

std::string factName(const JsonReader& reader, const char* key)
{
    return shortened(reader.text(key), longestFactName);
}

std::string reasonFrom(const JsonReader& reader, const char* key)
{
    return shortened(reader.text(key), longestReason);
}

std::string metricsFrom(const JsonReader& reader)
{
    auto text = reader.text("metrics_json");
    return text.size() > longestMetrics ? std::string {} : text;
}

int lineNumber(const JsonReader& reader)
{
    return reader.index("line").value_or(0);
}

std::optional<nanoseconds> duration(const JsonReader& reader, const char* key)
{
    const auto ns = reader.integer(key);
    if (ns && *ns < 0)
        reader.offend(key, "a duration");
    return ns && *ns >= 0 ? std::optional(nanoseconds(*ns)) : std::nullopt;
}

std::optional<std::string> optionalText(const JsonReader& reader, const char* key)
{
    return reader.has(key) ? std::optional(reader.text(key)) : std::nullopt;
}

/// A count; nothing below zero is one.
std::optional<std::int64_t> countFrom(const JsonReader& reader, const char* key)
{
    const auto count = reader.integer(key);
    if (count && *count < 0)
        reader.offend(key, "a count");
    return count && *count >= 0 ? count : std::nullopt;
}

OperatorWork operatorWorkFrom(const JsonReader& reader)
{
    return {.name = factName(reader, "name"),
        .shapes = factName(reader, "shapes"),
        .dtype = factName(reader, "dtype"),
        .library = reader.flag("library"),
        .count = countFrom(reader, "count").value_or(0),
        .bytes = countFrom(reader, "bytes").value_or(0),
        .flops = countFrom(reader, "flops")};
}

SourceFrame sourceFrameFrom(const JsonReader& reader)
{
    return {.file = reader.text("file"),
        .line = lineNumber(reader),
        .function = reader.text("function"),
        .text = reader.text("text"),
        .library = reader.flag("library")};
}

} // namespace

CompileFact compileFactFrom(const JsonReader& reader)
{
    CompileFact fact {.compileId = factName(reader, "compile_id"),
        .caseIndex = reader.index("case"),
        .startUp = reader.flag("start_up"),
        .function = factName(reader, "function"),
        .file = factName(reader, "file"),
        .line = lineNumber(reader),
        .duration = duration(reader, "duration_ns").value_or(nanoseconds {}),
        .cache = optionalText(reader, "cache"),
        .nodes = reader.integer("nodes"),
        .operators = reader.integer("operators"),
        .guards = reader.integer("guards"),
        .failType = reasonFrom(reader, "fail_type"),
        .failReason = reasonFrom(reader, "fail_reason"),
        .metricsJson = keptMetrics(metricsFrom(reader))};
    reader.eachField("phases", [&](const std::string& name, const nlohmann::json& value) {
        if (value.is_number_integer())
            fact.phases[name] = nanoseconds(value.get<std::int64_t>());
        else
            reader.offend("phases", "made of durations");
    });
    return fact;
}

GraphBreakFact graphBreakFactFrom(const JsonReader& reader)
{
    return {.id = factName(reader, "id"),
        .reason = reasonFrom(reader, "reason"),
        .explanation = reasonFrom(reader, "explanation"),
        .hint = reasonFrom(reader, "hint"),
        .file = factName(reader, "file"),
        .line = lineNumber(reader),
        .function = factName(reader, "function"),
        .compileId = factName(reader, "compile_id"),
        .caseIndex = reader.index("case")};
}

RecompileFact recompileFactFrom(const JsonReader& reader)
{
    return {.compileId = factName(reader, "compile_id"),
        .guard = reasonFrom(reader, "guard"),
        .reason = reasonFrom(reader, "reason"),
        .function = factName(reader, "function"),
        .file = factName(reader, "file"),
        .line = lineNumber(reader),
        .duration = duration(reader, "duration_ns"),
        .caseIndex = reader.index("case")};
}

CollectionFact collectionFactFrom(const JsonReader& reader)
{
    constexpr int oldest = 8; // Python has three generations
    const auto generation = reader.index("generation").value_or(0);
    if (generation > oldest)
        reader.offend("generation", "a generation of garbage");
    return {.caseIndex = reader.index("case"),
        .call = reader.index("call").value_or(0),
        .started = {reader.integerOr("start_utc_ns", 0)},
        .duration = duration(reader, "duration_ns").value_or(nanoseconds {}),
        .generation = generation,
        .runs = reader.index("runs").value_or(1)};
}

SourceFact sourceFactFrom(const JsonReader& reader, std::string& offence)
{
    SourceFact fact {.file = factName(reader, "file"),
        .line = lineNumber(reader),
        .firstLine = reader.index("first_line").value_or(1),
        .text = reader.text("text")};
    reader.each("frames", [&](const nlohmann::json& member) {
        if (fact.frames.size() <= mostSourceFrames)
            fact.frames.push_back(sourceFrameFrom(JsonReader(member, &offence)));
    });
    if (!isBounded(fact))
        reader.offend("source", "an excerpt");
    return fact;
}

NoticeFact noticeFactFrom(const JsonReader& reader)
{
    return {.caseIndex = reader.index("case"),
        .rule = factName(reader, "rule"),
        .sentence = shortened(reader.text("sentence"), longestFactSentence)};
}

MemoryFact memoryFactFrom(const JsonReader& reader)
{
    const auto text = reader.text("phase");
    const auto phase = fromKey<MemoryPhase>(text == warmUpPhase ? "warm_up" : text);
    if (!phase)
        reader.offend("phase", "a memory phase");
    return {.phase = phase.value_or(MemoryPhase::Steady),
        .caseIndex = reader.index("case"),
        .hostPeakBytes = reader.integer("host_peak_bytes"),
        .childrenPeakBytes = reader.integer("children_peak_bytes"),
        .devicePeakBytes = reader.integer("device_peak_bytes"),
        .deviceReservedBytes = reader.integer("device_reserved_bytes"),
        .hostAllocatorPeakBytes = reader.integer("host_allocator_peak_bytes")};
}

NumericsFact numericsFactFrom(const JsonReader& reader)
{
    const auto role = fromKey<TensorRole>(reader.text("role"));
    if (!role)
        reader.offend("role", "output, loss, gradient or parameter");
    return {.caseIndex = reader.index("case_index").value_or(reader.index("case").value_or(0)),
        .inputSet = reader.index("input_set").value_or(0),
        .role = role.value_or(TensorRole::Output),
        .path = reader.text("path"),
        .dtype = reader.text("dtype"),
        .resultDtype = reader.text("result_dtype"),
        .layoutMismatch = reader.text("layout_mismatch"),
        .elements = reader.integerOr("elements", 0),
        .bitEqual = reader.integerOr("bit_equal", 0),
        .mismatches = reader.integerOr("mismatches", 0),
        .nanPositionsEqual = reader.flag("nan_positions_equal", true),
        .maxAbs = reader.number("max_abs"),
        .maxRel = reader.number("max_rel"),
        .maxUlp = reader.integer("max_ulp"),
        .cosine = reader.number("cosine"),
        .toleranceUsedRatio = reader.number("tolerance_used_ratio"),
        .rmseReference = reader.number("rmse_reference"),
        .rmseResult = reader.number("rmse_result"),
        .rmsPrecise = reader.number("rms_precise"),
        .argmaxAgreement = reader.number("argmax_agreement"),
        .randomOperators = reader.flag("random_operators"),
        .nanReference = reader.integer("nan_reference"),
        .nanResult = reader.integer("nan_result"),
        .infiniteReference = reader.integer("infinite_reference"),
        .infiniteResult = reader.integer("infinite_result")};
}

PhaseFact phaseFactFrom(const JsonReader& reader)
{
    return {.phase = reader.text("phase"),
        .caseIndex = reader.index("case"),
        .wall = duration(reader, "wall_ns").value_or(nanoseconds {}),
        .cpu = duration(reader, "cpu_ns")};
}

RoofFact roofFactFrom(const JsonReader& reader)
{
    const auto kind = fromKey<RoofKind>(reader.text("kind"));
    if (!kind)
        reader.offend("kind", "what a machine does at most");
    const auto rate = reader.number("per_second");
    return {.kind = kind.value_or(RoofKind::MemoryCopy),
        .size = countFrom(reader, "size").value_or(0),
        .perSecond = rate && *rate > 0 ? rate : std::nullopt,
        .reason = reasonFrom(reader, "reason")};
}

CallWorkFact callWorkFactFrom(const JsonReader& reader, std::string& offence)
{
    CallWorkFact fact {.caseIndex = reader.index("case").value_or(0),
        .crossingBytes = countFrom(reader, "crossing_bytes"),
        .sourceBytes = countFrom(reader, "source_bytes"),
        .resultBytes = countFrom(reader, "result_bytes"),
        .reason = reasonFrom(reader, "reason")};
    reader.each("operators", [&](const nlohmann::json& member) {
        if (fact.operators.size() <= mostOperatorKinds)
            fact.operators.push_back(operatorWorkFrom(JsonReader(member, &offence)));
    });
    if (fact.operators.size() > mostOperatorKinds)
        reader.offend("operators", "short enough");
    return fact;
}

TrialFact trialFactFrom(const JsonReader& reader, std::string& offence)
{
    const auto outcome = fromKey<TrialOutcome>(reader.text("outcome"));
    if (!outcome)
        reader.offend("outcome", "what became of a trial");
    TrialFact fact {.caseIndex = reader.index("case").value_or(0),
        .outcome = outcome.value_or(TrialOutcome::Failed),
        .reason = reasonFrom(reader, "reason"),
        .graphs = reader.index("graphs"),
        .duration = duration(reader, "duration_ns").value_or(nanoseconds {})};
    reader.each("breaks", [&](const nlohmann::json& member) {
        if (fact.breaks.size() < mostTrialBreaks)
            fact.breaks.push_back(graphBreakFactFrom(JsonReader(member, &offence)));
    });
    return fact;
}

} // namespace profiler
