// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/comparison_data.h"
#include "tests/support/recorded_example.h"
#include "ui/comparison/comparison_view.h"

#include <functional>
#include <string>
#include <vector>

namespace ui {
struct JudgedComparison;
} // namespace ui

/// Example comparisons in every state that a page must be able to show.
namespace example_states {

struct State {
    std::string name;
    recorded_example::ExampleOptions options;
    /// What the generator has no option for.
    std::function<void(profiler::ComparisonData&)> change = {};
};

[[nodiscard]] const std::vector<State>& all();
[[nodiscard]] const State& named(const std::string& name);
[[nodiscard]] profiler::ComparisonData dataOf(const std::string& name);
/// Made once in a program: two calls return the same object.
[[nodiscard]] std::shared_ptr<const ui::JudgedComparison> judgedState(const std::string& name);

} // namespace example_states
