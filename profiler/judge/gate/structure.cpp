// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/gate/structure.h"

#include "profiler/evidence/breaks/break_passes.h"
#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/breaks/source_line.h"
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/compile/proofs.h"
#include "profiler/evidence/lanes/missing_process.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/process_record.h"
#include "profiler/model/text/trimmed.h"
#include "profiler/model/text/utf8_symbol.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace profiler {
namespace {

constexpr std::size_t mostText = 160; ///< bytes of a text that a lock file keeps
constexpr std::size_t longestNumber = 6; ///< digits; longer ones are addresses and ids of objects

const Variant& plannedVariant(const ComparisonData& data, int variant)
{
    return data.plan.variants[static_cast<std::size_t>(variant)];
}

std::string folderOf(const ComparisonData& data, int variant)
{
    const auto& own = plannedVariant(data, variant).workingDirectory;
    return own.empty() ? data.plan.workload.workingDirectory : own;
}

bool isWordCharacter(char each)
{
    return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '_';
}

/// "0x7f21a0", "94012345870": of an object in one process.
bool isOfOneProcess(std::string_view word)
{
    if (word.starts_with("0x"))
        return word.size() > longestNumber;
    return word.size() > longestNumber
        && word.find_first_not_of("0123456789") == std::string_view::npos;
}

std::vector<StructureBreak> breaksOf(const ComparisonData& data, int variant, int caseIndex)
{
    const auto folder = folderOf(data, variant);
    std::vector<StructureBreak> breaks;
    for (const auto& each : graphBreaks(data, variant, caseIndex))
        breaks.push_back({.file = portableFile(each.file, folder),
            .line = each.line,
            .function = std::string(writtenName(each.function)),
            .id = each.id,
            .source = stableText(codeOf(sourceLine(data, each.file, each.line).value_or(""))),
            .reason = stableText(each.reason)});
    return breaks;
}

std::vector<StructureRecompile> recompilesIn(const ComparisonData& data, int variant, int caseIndex)
{
    const auto folder = folderOf(data, variant);
    std::vector<StructureRecompile> recompiles;
    for (const auto& each : recompilesOf(data, variant))
        if (each.caseIndex.value_or(0) == caseIndex)
            recompiles.push_back({.file = portableFile(each.file, folder),
                .line = each.line,
                .function = std::string(writtenName(each.function)),
                .guard = stableText(each.guard.empty() ? each.reason : each.guard)});
    return recompiles;
}

void countGraphs(VariantStructure& into, const ComparisonData& data, int variant, int caseIndex)
{
    const auto count = graphCount(data, variant, caseIndex);
    if (!count) {
        into.graphs = into.guards = missing(whyNoProcess(data, variant, ProcessKind::Cold));
        return;
    }
    into.graphs = count->graphs;
    if (count->guards)
        into.guards = *count->guards;
}

/// Of the device where there is one, else Inductor's own on the CPU; the middle one of the calls.
Measured<std::int64_t> kernelsACall(const ComparisonData& data, int variant, int caseIndex)
{
    const auto traced = tracedCallsOf(data, variant, caseIndex);
    if (traced.trace == nullptr || traced.trace->calls.empty())
        return missing(whyNotTraced(data, variant, caseIndex));
    std::vector<std::int64_t> counts;
    for (const auto& call : traced.trace->deviceCalls)
        counts.push_back(call.kernels);
    if (!counts.empty()) {
        std::ranges::sort(counts);
        return counts[counts.size() / 2];
    }
    std::int64_t onHost = 0;
    for (const auto& each : traced.trace->operators)
        onHost += each.kind == SpanKind::Kernel ? each.count : 0;
    if (onHost == 0)
        return missing(ReasonKind::NothingOnDevice);
    return onHost / std::ssize(traced.trace->calls);
}

void addOutcome(
    VariantStructure& into, const ComparisonData& data, const VariantResult& judged, int caseIndex)
{
    const auto proof = judgeProofs(data, judged.variant, caseIndex);
    if (judged.verdict == Verdict::Failed) {
        into.outcome = StructureOutcome::Failed;
        into.reason = judged.verdictReason;
    } else if (proof.ranEager) {
        into.outcome = StructureOutcome::RanEager;
        into.reason = proof.reason;
    }
}

VariantStructure structureIn(
    const ComparisonData& data, const CaseResult& inCase, const VariantResult& judged)
{
    VariantStructure structure {
        .variant = judged.name, .caseName = inCase.name, .numerics = judged.numerics.status};
    addOutcome(structure, data, judged, inCase.caseIndex);
    if (plannedVariant(data, judged.variant).kind == VariantKind::Eager) {
        structure.graphs = structure.guards = structure.kernels
            = missing(ReasonKind::EagerCompilesNothing);
        return structure;
    }
    if (usesTorchCompile(plannedVariant(data, judged.variant)))
        countGraphs(structure, data, judged.variant, inCase.caseIndex);
    else
        structure.graphs = structure.guards = missing(ReasonKind::OneProgram);
    structure.kernels = kernelsACall(data, judged.variant, inCase.caseIndex);
    structure.breaks = breaksOf(data, judged.variant, inCase.caseIndex);
    structure.recompiles = recompilesIn(data, judged.variant, inCase.caseIndex);
    return structure;
}

} // namespace

const VariantStructure* Structure::find(
    const std::string& variant, const std::string& caseName) const
{
    const auto found = std::ranges::find_if(variants, [&](const VariantStructure& each) {
        return each.variant == variant && each.caseName == caseName;
    });
    return found == variants.end() ? nullptr : &*found;
}

Structure structureOf(const ComparisonData& data, const ComparisonResult& judged)
{
    Structure structure {.torch = firstField(data, "torch"), .variants = {}};
    for (const auto& inCase : judged.cases)
        for (const auto& variant : inCase.variants)
            structure.variants.push_back(structureIn(data, inCase, variant));
    return structure;
}

std::string torchOf(const ComparisonData& data, int variant)
{
    for (const auto& process : data.processes)
        if (process.start.variant == variant)
            if (auto version = fieldIn(process.environment, "torch"); !version.empty())
                return version;
    return {};
}

Structure ofVariant(const Structure& structure, const std::string& variant, const std::string& name)
{
    Structure only {.torch = structure.torch, .variants = {}};
    for (const auto& each : structure.variants) {
        if (each.variant != variant)
            continue;
        only.variants.push_back(each);
        only.variants.back().variant = name;
    }
    return only;
}

std::string portableFile(const std::string& file, const std::string& folder)
{
    constexpr std::string_view installed = "/site-packages/";
    if (const auto at = file.rfind(installed); at != std::string::npos)
        return file.substr(at + 1);
    if (file.empty() || file.front() != '/' || folder.empty())
        return file;
    const std::filesystem::path whole(folder);
    const auto relative = std::filesystem::path(file).lexically_relative(whole);
    const auto ups = std::count(relative.begin(), relative.end(), std::filesystem::path(".."));
    const auto depth = std::distance(whole.begin(), whole.end());
    // What has nothing but the root in common with the folder stays what it is.
    return relative.empty() || ups + 1 >= depth ? file : relative.string();
}

std::string_view codeOf(std::string_view line)
{
    char quote = 0; // in which text we are
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char each = line[i];
        if (quote != 0 && each == '\\')
            ++i;
        else if (quote != 0)
            quote = each == quote ? '\0' : quote;
        else if (each == '\'' || each == '"')
            quote = each;
        else if (each == '#')
            return trimmed(line.substr(0, i));
    }
    return trimmed(line);
}

std::string stableText(std::string_view text)
{
    text = trimmed(text);
    const auto line = rewritten(text.substr(0, text.find('\n')),
        [](std::string& result, char32_t, std::string_view symbol) { result += symbol; });
    const std::string_view rest = line;
    std::string stable;
    for (std::size_t at = 0; at < rest.size();) {
        auto end = at;
        while (end < rest.size() && isWordCharacter(rest[end]))
            ++end;
        const auto word = end > at ? rest.substr(at, end - at)
                                   : rest.substr(at, firstSymbol(rest.substr(at)).bytes);
        if (stable.size() + word.size() > mostText)
            return stable + "…";
        stable += isOfOneProcess(word) ? "#" : word;
        at += word.size();
    }
    return stable;
}

} // namespace profiler
