// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct gzFile_s;

namespace cli {

/// A file that is written piece by piece, beside its place, and takes it at the end, so that nobody
/// sees half a file; devices and pipes are written as they are. A database is never overwritten.
class OutputFile {
public:
    enum class Packing { None, Gzip };

    [[nodiscard]] static profiler::Result<OutputFile> open(
        const std::filesystem::path& path, Packing packing);

    /// False: it could not be written, and finish() says why.
    [[nodiscard]] bool write(std::string_view text);

    /// Puts the file in its place. Without it nothing is left.
    [[nodiscard]] profiler::Result<void> finish();

    ~OutputFile();
    OutputFile(OutputFile&&) noexcept = default;
    OutputFile& operator=(OutputFile&&) = delete;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

private:
    using Handle = std::unique_ptr<gzFile_s, int (*)(gzFile_s*)>;

    OutputFile(std::filesystem::path path, std::filesystem::path target, Handle file);

    std::filesystem::path m_path;
    std::filesystem::path m_target; ///< where it is written until it is whole
    Handle m_file;
    std::string m_error; ///< of the system; empty: none
};

/// By the ending of the name: ".gz".
[[nodiscard]] OutputFile::Packing packingOf(const std::filesystem::path& path);

} // namespace cli
