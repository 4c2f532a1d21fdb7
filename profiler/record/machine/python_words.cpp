// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/python_words.h"

#include <utility>

namespace profiler {
namespace {

// What -P does from Python 3.11 on. `sys` is part of the interpreter and no file.
constexpr std::string_view withoutCurrentFolder
    = "import sys\nif sys.path and sys.path[0] == '':\n    del sys.path[0]\n";

} // namespace

std::vector<std::string> pythonScript(std::string python, std::string_view script)
{
    std::string text(withoutCurrentFolder);
    text += script;
    return {std::move(python), "-c", std::move(text)};
}

std::vector<std::string> pythonModule(std::string python, std::string module)
{
    return {std::move(python), "-I", "-m", std::move(module)};
}

} // namespace profiler
