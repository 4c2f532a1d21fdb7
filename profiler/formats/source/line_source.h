// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/read_progress.h"
#include "profiler/model/interface.h"
#include "profiler/model/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace profiler {

/// The bytes of a log in order, unpacked where the file is packed by gzip. Never more in memory
/// than a block.
class GlogSource : public Interface {
public:
    /// How many bytes were put into `block`; 0: the end. Cancelled by `progress`, it fails with
    /// ErrorKind::Interrupted; a read error of the disk is ErrorKind::Unavailable.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<char> block) = 0;

    /// Why the end came too early, in the words that end "the log is …"; empty: it did not.
    [[nodiscard]] virtual const std::string& damage() const = 0;
};

/// How much of a work in several files was done before this one.
struct GlogProgress {
    ReadProgress report; ///< may be empty
    std::int64_t before = 0; ///< bytes of the files before
    std::int64_t total = 0; ///< bytes of all
};

/// gzip is known by its first bytes, not by the name. Only regular files are opened.
[[nodiscard]] Result<std::unique_ptr<GlogSource>> openGlog(
    const std::filesystem::path& file, GlogProgress progress);

} // namespace profiler
