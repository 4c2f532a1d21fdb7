// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan.h"
#include "profiler/model/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// What a suite file asks for, each recording as a plan (docs/suites.md).
struct Suite {
    std::string name;
    std::string about; ///< one sentence; may be empty
    std::map<std::string, std::vector<std::string>> engineOptions; ///< by engine: "slurm", "ray"
    std::vector<profiler::Plan> plans; ///< whose suite says the model; in the order of the file
};

/// What the command line says in place of the suite, of all its models: options of `record` without
/// their dashes, each with its values.
using SuiteOverrides = std::map<std::string, std::vector<std::string>>;

/// Its words are those of `record`, without the dashes: one list of options serves both. `folder`
/// is where the file lies, in which its own models are looked for.
[[nodiscard]] profiler::Result<Suite> suiteFromJson(
    std::string_view text, const std::filesystem::path& folder, const SuiteOverrides& instead = {});

/// A file, or the name of a ready suite in `ready`.
[[nodiscard]] profiler::Result<Suite> readSuiteFile(const std::string& file,
    const std::filesystem::path& ready, const SuiteOverrides& instead = {});

/// Of the ready suites: names, sorted.
[[nodiscard]] std::vector<std::string> readySuites(const std::filesystem::path& ready);

} // namespace cli
