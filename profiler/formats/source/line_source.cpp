// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/source/line_source.h"

#include "profiler/formats/source/file_begin.h"
#include "profiler/model/files/unique_fd.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <zlib.h>

namespace profiler {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t packedBlock = std::size_t {256} << 10U;

/// The file's own bytes.
class PlainSource : public GlogSource {
public:
    PlainSource(UniqueFd file, fs::path path, GlogProgress progress)
        : m_file(std::move(file))
        , m_path(std::move(path))
        , m_progress(std::move(progress))
    {
    }

    Result<std::size_t> read(std::span<char> block) override
    {
        if (m_progress.report && !m_progress.report(m_progress.before + m_read, m_progress.total))
            return failure(ErrorKind::Interrupted,
                "reading " + m_path.string() + " was cancelled; nothing was imported");
        ssize_t count = 0;
        do {
            count = ::read(m_file.get(), block.data(), block.size());
        } while (count < 0 && errno == EINTR);
        if (count < 0)
            return failure(ErrorKind::Unavailable,
                m_path.string() + " cannot be read ("
                    + std::error_code(errno, std::generic_category()).message()
                    + "); copy it to another disk and try again");
        m_read += count;
        return static_cast<std::size_t>(count);
    }

    [[nodiscard]] const std::string& damage() const override { return m_none; }

private:
    UniqueFd m_file;
    fs::path m_path;
    GlogProgress m_progress;
    std::int64_t m_read = 0;
    std::string m_none;
};

/// Unpacks another source; packed files may follow one another in one file.
class UnpackedSource : public GlogSource {
public:
    explicit UnpackedSource(std::unique_ptr<GlogSource> packed)
        : m_packed(std::move(packed))
    {
        constexpr int gzipAlone = 16 + MAX_WBITS;
        m_ready = inflateInit2(&m_stream, gzipAlone) == Z_OK;
    }

    UnpackedSource(const UnpackedSource&) = delete;
    UnpackedSource& operator=(const UnpackedSource&) = delete;
    UnpackedSource(UnpackedSource&&) = delete;
    UnpackedSource& operator=(UnpackedSource&&) = delete;

    ~UnpackedSource() override { inflateEnd(&m_stream); }

    Result<std::size_t> read(std::span<char> block) override
    {
        if (!m_ready)
            return failure(ErrorKind::Unavailable, "there is no memory to unpack the log");
        if (m_ended)
            return std::size_t {0};
        m_stream.next_out = reinterpret_cast<Bytef*>(block.data());
        m_stream.avail_out = static_cast<uInt>(std::min(block.size(), packedBlock * 4));
        const auto room = m_stream.avail_out;
        while (m_stream.avail_out == room && !m_ended)
            if (auto step = inflateSome(); !step)
                return tl::unexpected(step.error());
        return static_cast<std::size_t>(room - m_stream.avail_out);
    }

    [[nodiscard]] const std::string& damage() const override { return m_damage; }

private:
    Result<void> inflateSome()
    {
        if (m_stream.avail_in == 0) {
            const auto count = m_packed->read(m_input);
            if (!count)
                return tl::unexpected(count.error());
            m_stream.next_in = reinterpret_cast<Bytef*>(m_input.data());
            m_stream.avail_in = static_cast<uInt>(*count);
            if (*count == 0) {
                end(m_inMember ? "cut off inside its gzip data" : "");
                return {};
            }
        }
        advance();
        return {};
    }

    void advance()
    {
        m_inMember = true;
        const std::span<const Bytef> rest(m_stream.next_in, m_stream.avail_in);
        const int code = ::inflate(&m_stream, Z_NO_FLUSH);
        if (code == Z_STREAM_END) {
            m_inMember = false;
            m_ready = inflateReset(&m_stream) == Z_OK;
            m_members = true;
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            const bool behindMember = m_members && m_stream.total_out == 0;
            end(!behindMember         ? "damaged inside its gzip data"
                    : isPadding(rest) ? "" // as gzip itself takes zeros
                                      : "followed by other bytes behind its gzip data");
        }
    }

    static bool isPadding(std::span<const Bytef> bytes)
    {
        return std::ranges::all_of(bytes, [](Bytef byte) { return byte == 0; });
    }

    void end(std::string damage)
    {
        m_ended = true;
        m_damage = std::move(damage);
    }

    std::unique_ptr<GlogSource> m_packed;
    z_stream m_stream {};
    std::array<char, packedBlock> m_input {};
    bool m_ready = false;
    bool m_inMember = false;
    bool m_members = false; ///< one was whole
    bool m_ended = false;
    std::string m_damage;
};

Result<UniqueFd> openRegular(const fs::path& path)
{
    if (auto checked = checkIsFile(path, "is neither a file nor a folder; choose the log itself");
        !checked)
        return tl::unexpected(checked.error());
    UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.valid())
        return failure(ErrorKind::Unavailable,
            path.string() + " cannot be opened ("
                + std::error_code(errno, std::generic_category()).message()
                + "); give yourself the right to read it");
    return file;
}

bool isPacked(const UniqueFd& file)
{
    constexpr std::array<unsigned char, 2> magic {0x1F, 0x8B};
    std::array<unsigned char, 2> begin {};
    return ::pread(file.get(), begin.data(), begin.size(), 0) == 2 && begin == magic;
}

} // namespace

Result<std::unique_ptr<GlogSource>> openGlog(const fs::path& file, GlogProgress progress)
{
    auto opened = openRegular(file);
    if (!opened)
        return tl::unexpected(opened.error());
    const bool packed = isPacked(*opened);
    std::unique_ptr<GlogSource> source
        = std::make_unique<PlainSource>(std::move(*opened), file, std::move(progress));
    if (packed)
        source = std::make_unique<UnpackedSource>(std::move(source));
    return source;
}

} // namespace profiler
