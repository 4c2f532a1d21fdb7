// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/read_progress.h"
#include "profiler/model/result.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>

namespace profiler {

class Inflater;

/// The text of a file in pieces; of one that gzip packed (told by its first bytes, not by its
/// name), what it unpacks to. A file that cannot be read to its end ends early.
class ChromeSource {
public:
    using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

    [[nodiscard]] static Result<ChromeSource> open(
        const std::filesystem::path& file, const ReadProgress& progress);

    /// `bytes`: as many as the file has, for progress alone.
    ChromeSource(File file, std::int64_t bytes, ReadProgress progress);
    ChromeSource(ChromeSource&&) noexcept;
    ChromeSource& operator=(ChromeSource&&) noexcept;
    ChromeSource(const ChromeSource&) = delete;
    ChromeSource& operator=(const ChromeSource&) = delete;
    ~ChromeSource();

    /// How many bytes were put into `room`; 0 at the end.
    [[nodiscard]] std::size_t read(std::span<char> room);

    [[nodiscard]] bool stopped() const { return m_stopped; } ///< by the user

    [[nodiscard]] bool packed() const { return m_inflater != nullptr; }

    /// Why it ended before its end; nullptr: it did not. "the compressed data are cut off"
    [[nodiscard]] const char* damage() const { return m_damage; }

private:
    [[nodiscard]] std::size_t readFile(std::span<char> room);
    void findPacking();

    File m_file;
    std::int64_t m_bytes;
    std::int64_t m_taken = 0;
    ReadProgress m_progress;
    std::unique_ptr<Inflater> m_inflater;
    const char* m_damage = nullptr;
    bool m_stopped = false;
};

} // namespace profiler
