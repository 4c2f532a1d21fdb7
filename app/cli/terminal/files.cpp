// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/files.h"

#include "app/cli/terminal/console.h"
#include "app/cli/terminal/output_file.h"

#include <fstream>
#include <sstream>
#include <system_error>

namespace cli {
namespace {

using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

} // namespace

Result<std::string> readFile(const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return failure(ErrorKind::NotFound, path.string() + " is a folder, not a file");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return failure(
            ErrorKind::NotFound, "cannot read " + path.string() + ": " + lastSystemError());
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

Result<void> writeFile(const std::filesystem::path& path, std::string_view text)
{
    return OutputFile::open(path, OutputFile::Packing::None).and_then([&](OutputFile file) {
        static_cast<void>(file.write(text)); // finish() says what went wrong
        return file.finish();
    });
}

} // namespace cli
