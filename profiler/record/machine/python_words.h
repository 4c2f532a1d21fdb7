// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// The command that runs a script given as text. Unlike a plain `python -c`, it imports nothing
/// from the current folder: a file `re.py` that lies there would otherwise run. Its arguments are
/// appended by the caller.
[[nodiscard]] std::vector<std::string> pythonScript(std::string python, std::string_view script);

/// The command that runs one of the interpreter's own modules (`venv`, `pip`); again nothing of the
/// current folder.
[[nodiscard]] std::vector<std::string> pythonModule(std::string python, std::string module);

} // namespace profiler
