// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace profiler {

/// Key/value facts of a process that make runs comparable or not: see docs/fields.md.
/// device_name, torch, python, cuda, driver, os, threads, weights_hash, inputs_hash.<case>…
using EnvironmentFields = std::map<std::string, std::string>;

/// Empty: it was not told.
[[nodiscard]] inline std::string fieldIn(const EnvironmentFields& fields, const std::string& name)
{
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : found->second;
}

} // namespace profiler
