// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/archive.h"

#include "profiler/record/machine/short_child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <system_error>
#include <zlib.h>

namespace profiler::remote {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t block = 512;
constexpr std::size_t shaDigits = 64;

/// A header of ustar, which is one block.
struct Header {
    std::array<char, 100> name {};
    std::array<char, 8> mode {};
    std::array<char, 8> user {};
    std::array<char, 8> group {};
    std::array<char, 12> size {};
    std::array<char, 12> time {};
    std::array<char, 8> sum {};
    char type = '0';
    std::array<char, 100> link {};
    std::array<char, 8> magic {'u', 's', 't', 'a', 'r', ' ', ' ', '\0'}; ///< of GNU: long names
    std::array<char, 247> rest {};
};

static_assert(sizeof(Header) == block);

template <std::size_t Size>
void putOctal(std::array<char, Size>& field, std::uint64_t number)
{
    const auto digits = fmt::format("{:0{}o}", number, Size - 1);
    std::copy_n(digits.begin(), std::min(digits.size(), Size - 1), field.begin());
}

Header headerFor(std::string_view name, char type, std::uint64_t size, bool program)
{
    Header header;
    header.type = type;
    std::copy_n(name.begin(), std::min(name.size(), header.name.size()), header.name.begin());
    putOctal(header.mode, program || type == '5' ? 0700 : 0600);
    putOctal(header.user, 0);
    putOctal(header.group, 0);
    putOctal(header.size, size);
    putOctal(header.time, 0);
    header.sum.fill(' ');
    std::array<unsigned char, block> bytes {};
    std::memcpy(bytes.data(), &header, block);
    std::uint64_t sum = 0;
    for (const auto byte : bytes)
        sum += byte;
    const auto digits = fmt::format("{:06o}", sum);
    std::copy_n(digits.begin(), 6, header.sum.begin());
    header.sum[6] = '\0';
    return header;
}

class Writer {
public:
    explicit Writer(const fs::path& path)
        : m_path(path)
        , m_file(gzopen(path.c_str(), "wb6"), gzclose)
    {
        if (!m_file)
            m_error = errno;
    }

    Result<void> add(const ArchiveEntry& entry)
    {
        const bool folder = entry.file.empty() && entry.name.ends_with('/');
        if (folder)
            return put(entry, '5', 0);
        if (entry.file.empty()) {
            auto begun = put(entry, '0', entry.text.size());
            write(entry.text);
            pad(entry.text.size());
            return begun;
        }
        return addFile(entry);
    }

    Result<void> finish()
    {
        write(std::string(2 * block, '\0'));
        if (m_file && gzclose(m_file.release()) != Z_OK && m_error == 0)
            m_error = errno == 0 ? EIO : errno;
        if (m_error == 0)
            return {};
        return failure(ErrorKind::Unavailable,
            fmt::format("cannot write {}: {}; make room there or set TMPDIR to another folder",
                m_path.string(), std::generic_category().message(m_error)));
    }

private:
    Result<void> put(const ArchiveEntry& entry, char type, std::uint64_t size)
    {
        constexpr std::uint64_t most = std::uint64_t {1} << 33U; // what the field can say
        if (size >= most)
            return failure(ErrorKind::BadInput, entry.file.string() + " is too large to be sent");
        if (entry.name.size() >= sizeof Header::name) {
            write(headerFor("././@LongLink", 'L', entry.name.size() + 1, false));
            write(entry.name + '\0');
            pad(entry.name.size() + 1);
        }
        write(headerFor(entry.name, type, size, entry.program));
        return {};
    }

    Result<void> addFile(const ArchiveEntry& entry)
    {
        std::error_code error;
        const auto size = fs::file_size(entry.file, error);
        std::ifstream file(entry.file, std::ios::binary);
        if (error || !file)
            return failure(ErrorKind::NotFound,
                fmt::format("{} cannot be read, and is to be sent: {}", entry.file.string(),
                    error ? error.message() : std::generic_category().message(errno)));
        if (auto begun = put(entry, '0', size); !begun)
            return begun;
        std::array<char, 65536> buffer {};
        std::uintmax_t left = size;
        while (left > 0 && m_error == 0) {
            const auto wanted = std::min<std::uintmax_t>(left, buffer.size());
            if (!file.read(buffer.data(), static_cast<std::streamsize>(wanted)))
                return failure(ErrorKind::Failed,
                    entry.file.string() + " was changed while it was read; try again");
            write({buffer.data(), static_cast<std::size_t>(wanted)});
            left -= wanted;
        }
        pad(size);
        return {};
    }

    void write(const Header& header)
    {
        std::array<char, block> bytes {};
        std::memcpy(bytes.data(), &header, block);
        write(std::string_view(bytes.data(), block));
    }

    void write(std::string_view bytes)
    {
        constexpr std::size_t most = std::size_t {1} << 30U; // zlib counts in unsigned int
        while (!bytes.empty() && m_error == 0) {
            const auto piece = bytes.substr(0, most);
            errno = 0;
            if (gzwrite(m_file.get(), piece.data(), static_cast<unsigned>(piece.size())) == 0)
                m_error = errno == 0 ? EIO : errno;
            bytes.remove_prefix(piece.size());
        }
    }

    void pad(std::uintmax_t size) { write(std::string((block - size % block) % block, '\0')); }

    fs::path m_path;
    std::unique_ptr<gzFile_s, int (*)(gzFile)> m_file;
    int m_error = 0;
};

} // namespace

Result<void> writeArchive(const fs::path& archive, const std::vector<ArchiveEntry>& entries)
{
    Writer writer(archive);
    for (const auto& entry : entries)
        if (auto added = writer.add(entry); !added)
            return added;
    return writer.finish();
}

Result<std::string> sha256Of(const fs::path& file)
{
    const auto ended = runShortChild({"sha256sum", "--", file.string()}, std::chrono::minutes(10));
    if (!ended)
        return tl::unexpected(ended.error());
    // A name with a backslash or a line's end is marked by a backslash before the sum.
    const auto begin = ended->standardOutput.starts_with('\\') ? std::size_t {1} : 0;
    auto sum
        = ended->standardOutput.substr(std::min(begin, ended->standardOutput.size()), shaDigits);
    if (ended->exitCode != 0 || !isSha256(sum))
        return failure(ErrorKind::Unavailable,
            fmt::format("sha256sum cannot read {}: {}", file.string(), ended->standardError));
    return sum;
}

bool isSha256(std::string_view text)
{
    return text.size() == shaDigits && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
}

} // namespace profiler::remote
