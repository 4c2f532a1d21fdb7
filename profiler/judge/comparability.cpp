// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/comparability.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace profiler {

namespace {

struct FieldRule {
    std::string_view field; ///< a trailing dot or underscore matches what begins so
    FieldWeight weight;
    std::string_view words;
};

constexpr std::array rules {
    FieldRule {"device", FieldWeight::Blocking, "device"},
    FieldRule {"device_name", FieldWeight::Blocking, "device name"},
    FieldRule {"device_partition", FieldWeight::Blocking, "device partition"},
    FieldRule {"compute_capability", FieldWeight::Blocking, "compute capability"},
    FieldRule {"model_id", FieldWeight::Blocking, "model"},
    FieldRule {"weights_hash", FieldWeight::Blocking, "weights"},
    FieldRule {"inputs_hash.", FieldWeight::Blocking, "inputs"},
    FieldRule {"shapes_hash.", FieldWeight::Blocking, "input shapes"},
    FieldRule {"dtype", FieldWeight::Blocking, "dtype"},
    FieldRule {"autocast", FieldWeight::Blocking, "autocast"},
    FieldRule {"tf32", FieldWeight::Blocking, "TF32"},
    FieldRule {"matmul_precision", FieldWeight::Blocking, "matmul precision"},
    FieldRule {"memory_format", FieldWeight::Blocking, "memory format"},
    FieldRule {"task", FieldWeight::Blocking, "task"},
    FieldRule {"grad_mode", FieldWeight::Blocking, "grad mode"},
    FieldRule {"threads", FieldWeight::Blocking, "thread count"},
    FieldRule {"interop_threads", FieldWeight::Blocking, "inter-op thread count"},
    FieldRule {"torch", FieldWeight::Blocking, "torch version"},
    FieldRule {"torch_build", FieldWeight::Warning, "torch build"},
    FieldRule {"device_uuid", FieldWeight::Warning, "device UUID"},
    FieldRule {"driver", FieldWeight::Warning, "driver"},
    FieldRule {"cuda", FieldWeight::Warning, "CUDA"},
    FieldRule {"python", FieldWeight::Warning, "Python"},
    FieldRule {"os", FieldWeight::Warning, "operating system"},
    FieldRule {"deterministic", FieldWeight::Warning, "deterministic algorithms"},
    FieldRule {"cudnn_benchmark", FieldWeight::Warning, "cuDNN benchmark"},
    // The recorder gives every process folders of its own.
    FieldRule {"env.TORCHINDUCTOR_CACHE_DIR", FieldWeight::Ignored, ""},
    FieldRule {"env.TORCHINDUCTOR_VEC_ISA_OK", FieldWeight::Ignored, ""},
    FieldRule {"env.TORCH_TRACE", FieldWeight::Ignored, ""},
    FieldRule {"env.TORCH", FieldWeight::Warning, "variable"},
    FieldRule {"env.CUDA", FieldWeight::Warning, "variable"},
    FieldRule {"env.OMP", FieldWeight::Warning, "variable"},
};

/// Rules for names that only begin so: per case, and the environment's families.
bool isPrefix(const FieldRule& rule)
{
    return rule.field.ends_with('.') || rule.words == "variable";
}

const FieldRule* ruleOf(std::string_view field)
{
    for (const auto& rule : rules) {
        if (field == rule.field || (isPrefix(rule) && field.starts_with(rule.field)))
            return &rule;
    }
    return nullptr;
}

/// "2.11.0+cu130" and "2.11.0" are one version in two builds.
std::string withoutBuild(const std::string& version)
{
    return version.substr(0, version.find('+'));
}

std::map<std::string, FieldValues> addBuildField(std::map<std::string, FieldValues> fields)
{
    const auto torch = fields.find("torch");
    if (torch == fields.end())
        return fields;
    FieldValues versions;
    for (const auto& version : torch->second) {
        versions.insert(withoutBuild(version));
        if (!fields.contains("torch_build") || version.find('+') != std::string::npos)
            fields["torch_build"].insert(version);
    }
    torch->second = std::move(versions);
    return fields;
}

std::string joined(const FieldValues& values)
{
    std::string text;
    for (const auto& value : values)
        text += (text.empty() ? "" : " and ") + (value.empty() ? "(empty)" : value);
    return text;
}

std::optional<int> caseOfField(const ComparisonData& data, const std::string& field)
{
    const auto dot = field.find('.');
    if (dot == std::string::npos || field.starts_with("env."))
        return std::nullopt;
    for (int index = 0; index < caseCount(data); ++index) {
        if (caseAt(data, index).name == field.substr(dot + 1))
            return index;
    }
    return std::nullopt;
}

bool isAlike(const FieldValues& a, const FieldValues& b)
{
    return a.size() <= 1 && a == b;
}

/// What a worker reports of its numeric context, where two variants set it differently.
FieldValues numericFieldsOnPurpose(const TorchSettings& baseline, const TorchSettings& variant)
{
    FieldValues fields;
    if (baseline.dtype != variant.dtype)
        fields.insert("dtype");
    if (baseline.tf32 != variant.tf32)
        fields.merge(FieldValues {"tf32", "matmul_precision"});
    if (baseline.deterministic != variant.deterministic)
        fields.insert("deterministic");
    if (baseline.gradMode != variant.gradMode)
        fields.insert("grad_mode");
    if (baseline.threads != variant.threads)
        fields.insert("threads");
    if (baseline.memoryFormat != variant.memoryFormat)
        fields.insert("memory_format");
    if (baseline.autocast != variant.autocast)
        fields.insert("autocast");
    if (baseline.matmulPrecision != variant.matmulPrecision)
        fields.merge(FieldValues {"matmul_precision", "tf32"});
    if (baseline.backends != variant.backends)
        fields.merge(FieldValues {"tf32", "matmul_precision", "cudnn_benchmark"});
    return fields;
}

} // namespace

FieldWeight weightOf(std::string_view field)
{
    const auto* rule = ruleOf(field);
    return rule == nullptr ? FieldWeight::Ignored : rule->weight;
}

std::map<std::string, std::string> blockingValues(
    const std::map<std::string, std::string>& reported, std::string_view caseName)
{
    std::map<std::string, std::string> values;
    for (const auto& [field, value] : reported) {
        if (weightOf(field) != FieldWeight::Blocking)
            continue;
        const auto dot = field.find('.');
        if (dot == std::string::npos || std::string_view(field).substr(dot + 1) == caseName)
            values.emplace(field, field == "torch" ? withoutBuild(value) : value);
    }
    return values;
}

std::string fieldText(std::string_view field)
{
    const auto* rule = ruleOf(field);
    if (rule == nullptr)
        return std::string(field);
    std::string words(rule->words);
    if (isPrefix(*rule))
        words += " " + std::string(field.substr(field.find('.') + 1));
    return words;
}

std::map<std::string, FieldValues> reportedValues(const ComparisonData& data, int variant)
{
    std::map<std::string, FieldValues> paired;
    std::map<std::string, FieldValues> any;
    for (const auto& process : data.processes) {
        if (process.start.variant != variant)
            continue;
        for (const auto& [field, value] : process.environment) {
            any[field].insert(value);
            if (process.start.kind == ProcessKind::Paired)
                paired[field].insert(value);
        }
    }
    return addBuildField(paired.empty() ? std::move(any) : std::move(paired));
}

FieldValues fieldsOnPurpose(const Variant& baseline, const Variant& variant)
{
    FieldValues fields;
    for (const auto* each : {&baseline, &variant}) {
        for (const auto& [name, value] : each->environment) {
            fields.insert("env." + name);
            if (name == "OMP_NUM_THREADS" || name == "MKL_NUM_THREADS")
                fields.insert("threads");
        }
    }
    if (baseline.python != variant.python)
        fields.merge(FieldValues {"python", "torch", "torch_build", "cuda"});
    if (baseline.workingDirectory != variant.workingDirectory) // another copy of the code
        fields.insert("weights_hash");
    fields.merge(numericFieldsOnPurpose(baseline.torch, variant.torch));
    return fields;
}

namespace {

/// Another copy of the code may draw more from the generator before it makes its inputs: other
/// values of the same shapes cost the same time.
FieldWeight weightBetween(
    const Variant& baseline, const Variant& candidate, const std::string& field)
{
    const bool inputs = field.starts_with("inputs_hash.");
    const bool cast = inputs || field.starts_with("shapes_hash.") || field == "weights_hash";
    if (cast && baseline.torch.dtype != candidate.torch.dtype)
        return FieldWeight::Ignored; // the same ones, in another type; their results tell
    const bool drawn = baseline.workingDirectory != candidate.workingDirectory && inputs;
    return drawn ? FieldWeight::Warning : weightOf(field);
}

} // namespace

bool hasOtherInputValues(const ComparisonData& data, int variant, int caseIndex)
{
    const auto& variants = data.plan.variants;
    const auto index = static_cast<std::size_t>(variant);
    if (index >= variants.size()
        || variants.front().workingDirectory == variants[index].workingDirectory)
        return false;
    const auto field = "inputs_hash." + caseAt(data, caseIndex).name;
    const auto baselineValues = reportedValues(data, 0);
    const auto values = reportedValues(data, variant);
    const auto one = baselineValues.find(field);
    const auto other = values.find(field);
    return one != baselineValues.end() && other != values.end()
        && !isAlike(one->second, other->second);
}

std::vector<FieldDifference> fieldDifferences(const ComparisonData& data, int variant)
{
    std::vector<FieldDifference> differences;
    const auto index = static_cast<std::size_t>(variant);
    if (variant <= 0 || index >= data.plan.variants.size())
        return differences;
    const auto& baseline = data.plan.variants.front();
    const auto& candidate = data.plan.variants[index];
    const auto purposes = fieldsOnPurpose(baseline, candidate);
    const auto baselineValues = reportedValues(data, 0);
    for (const auto& [field, values] : reportedValues(data, variant)) {
        const auto found = baselineValues.find(field);
        const auto weight = weightBetween(baseline, candidate, field);
        // A field that one side did not report is unknown, not different.
        if (found == baselineValues.end() || weight == FieldWeight::Ignored
            || purposes.contains(field) || isAlike(found->second, values))
            continue;
        differences.push_back({.field = field,
            .difference = {ReasonKind::FieldDiffers,
                {fieldText(field), baseline.name, joined(found->second), candidate.name,
                    joined(values)}},
            .weight = weight,
            .caseIndex = caseOfField(data, field)});
    }
    return differences;
}

Comparability comparabilityOf(const ComparisonData& data)
{
    Comparability result;
    const bool imported = data.plan.workload.spec == importedSpec; // no verdict waits for it
    if (auto reason = whyNotPaired(data); !imported && !reason.empty())
        result.blocking.push_back(std::move(reason));
    for (std::size_t variant = 1; variant < data.plan.variants.size(); ++variant) {
        for (const auto& each : fieldDifferences(data, static_cast<int>(variant))) {
            auto& list = each.weight == FieldWeight::Blocking && !imported ? result.blocking
                                                                           : result.warnings;
            if (std::ranges::find(list, each.difference) == list.end())
                list.push_back(each.difference);
        }
    }
    return result;
}

Reason whyNotPaired(const ComparisonData& data)
{
    if (data.info.placement != Placement::Sequential)
        return {};
    return {isScript(data.plan.workload) ? ReasonKind::ScriptNotHeld : ReasonKind::NotPaired, {}};
}

Reason whyNotComparable(const std::vector<FieldDifference>& differences, int caseIndex)
{
    std::vector<Reason> blocking;
    for (const auto& each : differences) {
        if (each.weight == FieldWeight::Blocking && each.caseIndex.value_or(caseIndex) == caseIndex)
            blocking.push_back(each.difference);
    }
    return blocking.empty() ? Reason {} : Reason {ReasonKind::NotComparable, {blocking}};
}

} // namespace profiler
