// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/configuration_fields.h"

#include "profiler/evidence/lanes/inputs_text.h"
#include "profiler/judge/comparability.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace profiler {

namespace {

using Settings = std::map<std::string, std::string>;

std::string flagText(bool flag)
{
    return flag ? "true" : "false";
}

void addTexts(Settings& settings, const std::string& prefix, const JsonTextByName& texts)
{
    for (const auto& [name, value] : texts)
        settings[prefix + name] = value;
}

void addCompile(Settings& settings, const CompileSettings& compile, const std::string& prefix)
{
    if (compile.mode)
        settings[prefix + "mode"] = *compile.mode;
    if (compile.backend)
        settings[prefix + "backend"] = *compile.backend;
    settings[prefix + "dynamic"] = compile.dynamic ? flagText(*compile.dynamic) : "automatic";
    settings[prefix + "fullgraph"] = flagText(compile.fullgraph);
    addTexts(settings, prefix + "options.", compile.options);
}

/// What is not given is absent: the other variants have the plan's or torch's own.
void addTorch(Settings& settings, const TorchSettings& torch)
{
    const std::string prefix = "torch.";
    const auto add = [&](const char* key, const std::string& value) {
        if (!value.empty())
            settings[prefix + key] = value;
    };
    add("dtype", torch.dtype);
    add("memory_format", torch.memoryFormat);
    add("autocast", torch.autocast);
    add("matmul_precision", torch.matmulPrecision);
    add("tf32", torch.tf32 ? flagText(*torch.tf32) : "");
    add("deterministic", torch.deterministic ? flagText(*torch.deterministic) : "");
    add("grad_mode", torch.gradMode);
    add("threads", torch.threads ? std::to_string(*torch.threads) : "");
    add("eval_mode", torch.evalMode ? flagText(true) : "");
    for (const auto& each : torch.markDynamic)
        settings[prefix + "mark_dynamic." + each.input + "@" + std::to_string(each.dimension)]
            = flagText(true);
    for (const auto& fence : torch.fences)
        settings[prefix + "fence." + fence] = flagText(true);
    addTexts(settings, prefix + "dynamo.", torch.dynamo);
    addTexts(settings, prefix + "inductor.", torch.inductor);
    addTexts(settings, prefix + "backends.", torch.backends);
}

/// "dynamo.capture_scalar_outputs" as people write it in Python.
std::string torchSettingText(const std::string& name)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 14> texts {
        {{"dynamo.", "torch._dynamo.config."}, {"inductor.", "torch._inductor.config."},
            {"backends.", "torch.backends."}, {"mark_dynamic.", "mark_dynamic "},
            {"fence.", "fence "}, {"memory_format", "memory format"}, {"autocast", "autocast"},
            {"matmul_precision", "matmul precision"}, {"eval_mode", "model.eval()"},
            {"dtype", "dtype"}, {"tf32", "TF32"}, {"deterministic", "deterministic algorithms"},
            {"grad_mode", "grad mode"}, {"threads", "threads"}}};
    for (const auto& [prefix, text] : texts)
        if (name.starts_with(prefix))
            return std::string(text) + name.substr(prefix.size());
    return name;
}

std::string settingText(const std::string& field)
{
    const auto last = [&](const char* prefix) {
        return field.starts_with(prefix) ? field.substr(std::string(prefix).size()) : "";
    };
    if (const auto option = last("compile.options."); !option.empty())
        return "option " + option;
    if (auto name = last("compile."); !name.empty())
        return name;
    if (auto name = last("environment."); !name.empty())
        return "variable " + name;
    if (auto name = last("parts."); !name.empty())
        return "part " + name;
    if (auto name = last("torch."); !name.empty())
        return torchSettingText(name);
    return field == "python" ? "interpreter" : field == "kind" ? "runs" : field;
}

std::string joined(const std::string& field, const FieldValues& values)
{
    const bool inputs = field.starts_with("inputs.");
    std::string text;
    for (const auto& value : values)
        text += (text.empty() ? "" : " and ")
            + (value.empty() ? "(empty)"
                    : inputs ? inputsTextOf(value)
                             : value);
    return text;
}

void finish(ConfigurationField& field)
{
    field.role = field.roles.empty() ? FieldRole::Same : std::ranges::max(field.roles);
}

template <typename Value>
std::set<std::string> keysOf(const std::vector<std::map<std::string, Value>>& byVariant)
{
    std::set<std::string> keys;
    for (const auto& each : byVariant)
        for (const auto& [key, value] : each)
            keys.insert(key);
    return keys;
}

std::vector<ConfigurationField> settingFields(const Plan& plan)
{
    std::vector<Settings> byVariant;
    for (const auto& variant : plan.variants)
        byVariant.push_back(settingsOf(variant));
    std::vector<ConfigurationField> fields;
    for (const auto& key : keysOf(byVariant)) {
        ConfigurationField field {.field = key, .words = settingText(key), .setting = true};
        for (const auto& settings : byVariant) {
            const auto found = settings.find(key);
            field.values.push_back(found == settings.end() ? std::string() : found->second);
            field.roles.push_back(field.values.back() == field.values.front()
                    ? FieldRole::Same
                    : FieldRole::OnPurpose);
        }
        finish(field);
        fields.push_back(std::move(field));
    }
    return fields;
}

FieldRole roleOf(FieldWeight weight)
{
    return weight == FieldWeight::Blocking ? FieldRole::Blocking : FieldRole::Warning;
}

/// What the comparison's own judgement says of the field, else why it says nothing.
FieldRole roleIn(const ComparisonData& data, const std::vector<FieldDifference>& differences,
    const ConfigurationField& field, std::size_t variant)
{
    const auto judged = std::ranges::find(differences, field.field, &FieldDifference::field);
    const bool imported = data.plan.workload.spec == importedSpec; // nothing blocks a verdict
    if (judged != differences.end())
        return imported ? FieldRole::NotCompared : roleOf(judged->weight);
    const auto& value = field.values[variant];
    if (value.empty() != field.values.front().empty())
        return FieldRole::Unknown;
    if (value == field.values.front())
        return FieldRole::Same;
    const auto purposes = fieldsOnPurpose(data.plan.variants.front(), data.plan.variants[variant]);
    return purposes.contains(field.field) ? FieldRole::OnPurpose : FieldRole::NotCompared;
}

/// Of fields that are reported and compared by no rule.
std::string machineFieldText(const std::string& field)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 15> names {
        {{"agent", "timing agent"}, {"compiler", "C++ compiler"}, {"cpu_affinity", "CPUs allowed"},
            {"cpu_boost", "CPU boost"}, {"cpu_governor", "CPU frequency governor"},
            {"cpu_quota", "CPU quota (cgroup)"}, {"cpu_smt", "hyper-threading (SMT)"},
            {"cuda_driver", "CUDA driver"}, {"git_branch", "git branch"},
            {"git_commit", "git commit"}, {"git_diff_hash", "hash of the changes"},
            {"git_dirty", "changed files"}, {"git_reason", "why git is not known"},
            {"multiprocessors", "multiprocessors"},
            {"package_bytes", "size of the package, bytes"}}};
    for (const auto* prefix : {"dynamo.", "inductor."})
        if (field.starts_with(prefix))
            return torchSettingText(field);
    const auto* const found
        = std::ranges::find(names, field, [](const auto& name) { return name.first; });
    return std::string(found == names.end() ? fieldText(field) : found->second);
}

/// Beside the inputs themselves their hashes need another name.
std::string reportedFieldText(const std::string& field)
{
    if (field.find("_hash") != std::string::npos)
        return fieldText(field) + ", hash";
    return field.starts_with("inputs.") ? "inputs " + field.substr(7) : machineFieldText(field);
}

std::vector<ConfigurationField> reportedFields(const ComparisonData& data)
{
    std::vector<std::map<std::string, FieldValues>> byVariant;
    std::vector<std::vector<FieldDifference>> differences;
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i) {
        byVariant.push_back(reportedValues(data, static_cast<int>(i)));
        differences.push_back(fieldDifferences(data, static_cast<int>(i)));
    }
    std::vector<ConfigurationField> fields;
    for (const auto& key : keysOf(byVariant)) {
        ConfigurationField field {.field = key, .words = reportedFieldText(key)};
        for (const auto& values : byVariant) {
            const auto found = values.find(key);
            field.values.push_back(
                found == values.end() ? std::string() : joined(key, found->second));
        }
        for (std::size_t i = 0; i < byVariant.size(); ++i) {
            field.roles.push_back(roleIn(data, differences[i], field, i));
            for (const auto& difference : differences[i])
                if (difference.field == key)
                    field.caseIndex = difference.caseIndex;
        }
        finish(field);
        fields.push_back(std::move(field));
    }
    return fields;
}

} // namespace

std::map<std::string, std::string> settingsOf(const Variant& variant)
{
    Settings settings;
    settings["kind"] = variant.kind == VariantKind::Eager ? "eager" : "compiled";
    if (variant.engine != Engine::TorchCompile) {
        settings["engine"] = keyOf(variant.engine);
        settings["called_from"] = variant.native ? "fusescope-runner" : "Python";
    } else if (variant.kind == VariantKind::Compiled)
        addCompile(settings, variant.compile, "compile.");
    for (const auto& part : variant.parts) {
        const auto name = "parts." + (part.target.empty() ? "(whole model)" : part.target);
        settings[name] = "compiled";
        if (part.settings)
            addCompile(settings, *part.settings, name + ".");
    }
    for (const auto& [name, value] : variant.environment)
        settings["environment." + name] = value;
    if (!variant.python.empty())
        settings["python"] = variant.python;
    if (!variant.workingDirectory.empty())
        settings["working_directory"] = variant.workingDirectory;
    addTorch(settings, variant.torch);
    return settings;
}

std::string configurationFieldText(const std::string& field, bool setting)
{
    return setting ? settingText(field) : reportedFieldText(field);
}

std::vector<ConfigurationField> configurationFields(const ComparisonData& data)
{
    std::vector<ConfigurationField> fields;
    if (data.plan.workload.spec != importedSpec) // no file tells how its calls were set up
        fields = settingFields(data.plan);
    for (auto& field : reportedFields(data))
        fields.push_back(std::move(field));
    return fields;
}

int countOf(const std::vector<ConfigurationField>& fields, FieldRole role)
{
    return static_cast<int>(std::ranges::count(fields, role, &ConfigurationField::role));
}

} // namespace profiler
