// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan/setting_text.h"
#include "profiler/model/result.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The fields of a plan as a table: what the command line, the form of New comparison and
/// docs/plan.md know of each. The table itself is plan_fields.h.
namespace profiler {

enum class Effort;
struct Plan;
struct Protocol;
struct Variant;

inline constexpr std::size_t mostVariants = 8; ///< a baseline and seven others

/// The modes of torch.compile that every torch from 2.9 on has.
inline constexpr std::array<std::string_view, 4> commonModes {
    "default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"};

/// "aoti", "aoti-native", "torchscript"…: what --variant and New comparison take beside the modes.
[[nodiscard]] const std::vector<std::string>& engineWords();
/// Of a compiled variant by another engine than torch.compile; empty = by torch.compile, or eager.
[[nodiscard]] std::string engineWord(const Variant& variant);
/// Is it such a word? Then the variant is that.
bool readEngineWord(Variant& variant, std::string_view word);

enum class SettingType { Text, Flag, Whole, Number, Time, Choice, Other };

struct PlanSetting {
    std::string path; ///< "protocol.rounds"
    SettingType type = SettingType::Other;
    std::string defaultText; ///< as docs/plan.md writes it
    SettingText text;
    std::vector<std::string> choices; ///< the words of a Choice
    bool isGroup = false; ///< "protocol": its own settings follow

    [[nodiscard]] std::string group() const; ///< "protocol"; empty = of the plan itself
    [[nodiscard]] std::string key() const; ///< "rounds"
};

/// All fields, in the order of the plan file. Those of cases and variants come once for each kind
/// of record, as "cases[].name".
[[nodiscard]] const std::vector<PlanSetting>& planSettings();

/// The one with this option of its own ("--rounds"), which must be there.
[[nodiscard]] const PlanSetting& settingOf(std::string_view option);

/// The value as its option takes it.
[[nodiscard]] std::string settingText(const Plan& plan, const PlanSetting& setting);

/// Is it what a plan of the same effort has when nothing is said?
[[nodiscard]] bool isDefault(const Plan& plan, const PlanSetting& setting);

/// Nullopt sets the default of the plan's effort; a flag takes "true" and "false"; an effort brings
/// its own numbers. The error says what was expected instead: "a count of 1 or more".
[[nodiscard]] Result<void> setSetting(
    Plan& plan, const PlanSetting& setting, const std::optional<std::string>& text);

/// The first setting that is out of its range.
[[nodiscard]] Result<void> checkRanges(const Plan& plan);

/// Sets the effort and the numbers that depend on it; what no effort sets stays.
void setEffort(Protocol& protocol, Effort effort);

} // namespace profiler
