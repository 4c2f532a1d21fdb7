// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace profiler {

/// Kernel names as people can read them in a table, in the order given: without return type,
/// namespaces and parameters, then shortened in the middle to about `most` characters; elementwise
/// kernels of ATen by what they do (see elementwiseName). Two names
/// that differ never become equal: those that would are shown from where they differ.
[[nodiscard]] std::vector<std::string> shortNames(
    const std::vector<std::string>& names, std::size_t most = 44);

/// Gives rows with a `name` their `shortName`.
template <typename Row>
void setShortNames(std::vector<Row>& rows)
{
    std::vector<std::string> names;
    for (const auto& row : rows)
        names.push_back(row.name);
    auto shortened = shortNames(names);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].shortName = std::move(shortened[i]);
}

} // namespace profiler
