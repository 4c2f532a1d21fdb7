// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/machine/installation.h"
#include "profiler/record/machine/interpreter.h"

#include <filesystem>
#include <string>
#include <vector>

namespace profiler {

/// What `--arg NAME=VALUE` can set.
struct ModelParameter {
    std::string name;
    std::string type; ///< the annotation, else the default's type; empty = unknown
    std::string defaultText; ///< JSON where `literal`, else source text
    bool literal = false;
    bool required = false;
};

/// Something that a SPEC can name, as its source describes it. Nothing of it was run.
struct ModelCallable {
    std::string name;
    std::string summary; ///< first line of its documentation
    std::vector<ModelParameter> parameters;
    bool isModule = false; ///< a class that derives from a Module
};

struct LibraryModels {
    std::vector<std::string> torchvision; ///< empty = not installed
    std::vector<std::string> transformers; ///< model types
};

/// Public functions and classes at the top of a Python file.
[[nodiscard]] Result<std::vector<ModelCallable>> callablesOf(
    const Interpreter& interpreter, const std::filesystem::path& file);

/// The built-in workloads with the parameters of their `make`.
[[nodiscard]] Result<std::vector<ModelCallable>> builtinModels(
    const Interpreter& interpreter, const Installation& installation);

[[nodiscard]] Result<LibraryModels> libraryModels(const Interpreter& interpreter);

} // namespace profiler
