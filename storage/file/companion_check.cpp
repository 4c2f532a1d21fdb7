// SPDX-License-Identifier: Apache-2.0
#include "storage/file/companion_check.h"

#include "storage/sqlite/sqlite_error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <ios>

namespace storage {

namespace fs = std::filesystem;
using profiler::ErrorKind;

namespace {

/// At the end of a rollback journal stands the name of the journal of several files, where there
/// was one; this program never changes two files at once (sqlite.org/fileformat.html).
bool namesAnotherFile(const fs::path& journal)
{
    constexpr std::array<unsigned char, 8> magic {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    std::array<char, magic.size()> end {};
    std::ifstream stream(journal, std::ios::binary);
    stream.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
    if (stream.tellg() <= 0) // a header begins with the same bytes
        return false;
    stream.read(end.data(), end.size());
    return stream
        && std::ranges::equal(end, magic, {}, [](char c) { return static_cast<unsigned char>(c); });
}

} // namespace

void checkCompanions(const fs::path& file)
{
    for (const auto* suffix : {"-journal", "-wal", "-shm"}) {
        const auto companion = fs::path(file) += suffix;
        std::error_code error;
        if (fs::is_symlink(fs::symlink_status(companion, error)))
            throw Refusal({ErrorKind::BadData,
                fmt::format("{} is a link, and writing {} would write what it points to; remove it",
                    companion.string(), file.string())});
    }
    const auto journal = fs::path(file) += "-journal";
    std::error_code error;
    if (fs::is_regular_file(journal, error) && namesAnotherFile(journal))
        throw Refusal({ErrorKind::BadData,
            fmt::format("{} names another file, which opening {} would delete; remove the journal "
                        "if you do not know where it is from",
                journal.string(), file.string())});
}

} // namespace storage
