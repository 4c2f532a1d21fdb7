// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

/// The variants' settings and environment field by field: can someone repeat this?
namespace profiler {

struct ComparisonData;
struct Variant;

/// What it means that a field differs between the baseline and some variant; worst last.
enum class FieldRole {
    Same,
    Unknown, ///< of some variants alone: the others did not say it
    NotCompared, ///< differs, and nothing follows from it
    OnPurpose, ///< what the plan lets differ
    Warning, ///< differs by accident
    Blocking, ///< no ratio may be shown
};

struct ConfigurationField {
    std::string field; ///< "compile.mode", "env.OMP_NUM_THREADS"
    std::string words; ///< "mode", "variable OMP_NUM_THREADS"
    bool setting = false; ///< of the plan; else reported by the processes
    std::vector<std::string> values; ///< by variant; empty: not given, or not told
    std::vector<FieldRole> roles; ///< of each variant against the baseline
    FieldRole role = FieldRole::Same; ///< the worst of them
    std::optional<int> caseIndex; ///< nullopt: of all cases
};

/// Settings first, then what the processes reported, by name.
[[nodiscard]] std::vector<ConfigurationField> configurationFields(const ComparisonData& data);

/// Settings of one variant, by field; what is not given is absent.
[[nodiscard]] std::map<std::string, std::string> settingsOf(const Variant& variant);

/// The field as people read it: a setting of a variant, or what a process reported.
[[nodiscard]] std::string configurationFieldText(const std::string& field, bool setting);

/// How many fields have that role.
[[nodiscard]] int countOf(const std::vector<ConfigurationField>& fields, FieldRole role);

} // namespace profiler
