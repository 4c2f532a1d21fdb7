// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/recorded_example.h"
#include "ui/models/comparison_view.h"

#include <string>
#include <vector>

/// Example comparisons in every state that a page must be able to show.
namespace example_states {

struct State {
    std::string name;
    recorded_example::ExampleOptions options;
};

[[nodiscard]] const std::vector<State>& all();
[[nodiscard]] const State& named(const std::string& name);
[[nodiscard]] std::shared_ptr<const ui::JudgedComparison> judgedState(const std::string& name);

} // namespace example_states
