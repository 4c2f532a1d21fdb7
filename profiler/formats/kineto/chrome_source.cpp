// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/chrome_source.h"

#include "profiler/formats/kineto/chrome_inflater.h"

#include <array>
#include <system_error>
#include <utility>

namespace profiler {

Result<ChromeSource> ChromeSource::open(
    const std::filesystem::path& file, const ReadProgress& progress)
{
    std::error_code error;
    if (std::filesystem::is_directory(file, error))
        return failure(
            ErrorKind::BadInput, file.string() + " is a folder; name the trace file in it.");
    File opened(std::fopen(file.c_str(), "rbe"), std::fclose);
    if (!opened)
        return failure(ErrorKind::NotFound,
            file.string() + " cannot be opened; check that it is there and may be read.");
    const auto bytes = std::filesystem::file_size(file, error);
    return ChromeSource(std::move(opened), error ? 0 : static_cast<std::int64_t>(bytes), progress);
}

ChromeSource::ChromeSource(File file, std::int64_t bytes, ReadProgress progress)
    : m_file(std::move(file))
    , m_bytes(bytes)
    , m_progress(std::move(progress))
{
    findPacking();
}

ChromeSource::ChromeSource(ChromeSource&&) noexcept = default;
ChromeSource& ChromeSource::operator=(ChromeSource&&) noexcept = default;
ChromeSource::~ChromeSource() = default;

void ChromeSource::findPacking()
{
    constexpr std::array<unsigned char, 2> gzip {0x1f, 0x8b};
    std::array<unsigned char, 2> first {};
    const auto got = std::fread(first.data(), 1, first.size(), m_file.get());
    std::rewind(m_file.get());
    if (got == first.size() && first == gzip)
        m_inflater = std::make_unique<Inflater>();
}

std::size_t ChromeSource::readFile(std::span<char> room)
{
    if (m_progress && !m_progress(m_taken, m_bytes)) {
        m_stopped = true;
        return 0;
    }
    const auto got = std::fread(room.data(), 1, room.size(), m_file.get());
    m_taken += static_cast<std::int64_t>(got);
    if (got < room.size() && std::ferror(m_file.get()) != 0)
        m_damage = "the disk could not read it further";
    return got;
}

std::size_t ChromeSource::read(std::span<char> room)
{
    if (m_stopped)
        return 0;
    if (!m_inflater)
        return readFile(room);
    const auto got
        = m_inflater->read(room, [this](std::span<char> packed) { return readFile(packed); });
    if (m_damage == nullptr && !m_stopped)
        m_damage = m_inflater->damage();
    return got;
}

} // namespace profiler
