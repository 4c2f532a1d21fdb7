// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// The words that the plan file, the command line and the database use for a plan's choices.
namespace profiler {

template <typename Choice>
struct EnumText;

template <>
struct EnumText<VariantKind> {
    static constexpr std::array<std::pair<VariantKind, std::string_view>, 2> all {{
        {VariantKind::Eager, "eager"},
        {VariantKind::Compiled, "compiled"},
    }};
};

template <>
struct EnumText<Task> {
    static constexpr std::array<std::pair<Task, std::string_view>, 2> all {{
        {Task::Inference, "inference"},
        {Task::Training, "training"},
    }};
};

template <>
struct EnumText<GoalMetric> {
    static constexpr std::array<std::pair<GoalMetric, std::string_view>, 4> all {{
        {GoalMetric::Median, "median"},
        {GoalMetric::P99, "p99"},
        {GoalMetric::Throughput, "throughput"},
        {GoalMetric::Total, "total"},
    }};
};

template <>
struct EnumText<Effort> {
    static constexpr std::array<std::pair<Effort, std::string_view>, 3> all {{
        {Effort::Quick, "quick"},
        {Effort::Normal, "normal"},
        {Effort::Thorough, "thorough"},
    }};
};

template <>
struct EnumText<Placement> {
    static constexpr std::array<std::pair<Placement, std::string_view>, 4> all {{
        {Placement::Lanes, "lanes"},
        {Placement::Pairs, "pairs"},
        {Placement::Shared, "shared"},
        {Placement::Sequential, "sequential"},
    }};
};

template <typename Choice>
[[nodiscard]] constexpr std::string_view wordFor(Choice choice)
{
    for (const auto& [value, word] : EnumText<Choice>::all)
        if (value == choice)
            return word;
    return {};
}

template <typename Choice>
[[nodiscard]] constexpr std::optional<Choice> choiceFrom(std::string_view text)
{
    for (const auto& [value, word] : EnumText<Choice>::all)
        if (word == text)
            return value;
    return std::nullopt;
}

/// "eager, compiled": for sentences that say what was expected.
template <typename Choice>
[[nodiscard]] std::string knownNames()
{
    std::string list;
    for (const auto& [value, word] : EnumText<Choice>::all) {
        list += list.empty() ? "" : ", ";
        list += word;
    }
    return list;
}

} // namespace profiler
