// SPDX-License-Identifier: Apache-2.0
#include "storage/file/writer_lock.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace storage {

namespace fs = std::filesystem;
using profiler::ErrorKind;

namespace {

fs::path lockPath(const fs::path& file)
{
    // The same for every name of the file.
    return fs::weakly_canonical(file) += ".lock";
}

/// Open file description locks belong to the descriptor, not to the process: a second one of the
/// same process is refused too, and they need no care about other descriptors of the file.
struct flock wholeFile(short type)
{
    struct flock lock { };

    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

/// Another process may have removed the file between our open and our lock.
bool isStillAt(int descriptor, const fs::path& path)
{
    struct stat ours { };

    struct stat there { };

    return fstat(descriptor, &ours) == 0 && stat(path.c_str(), &there) == 0
        && ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
}

/// A process number, as `writeHolder` leaves it behind; whatever else lies there is not ours to
/// write.
std::optional<std::string> holderIn(int descriptor)
{
    constexpr std::size_t mostDigits = 20;

    struct stat status { };

    std::array<char, mostDigits + 1> text {};
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink > 1)
        return std::nullopt;
    const auto size = pread(descriptor, text.data(), text.size(), 0);
    const std::string_view said(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    const bool ours = size >= 0 && said.size() <= mostDigits
        && said.find_first_not_of("0123456789") == std::string_view::npos;
    return ours ? std::optional(std::string(said)) : std::nullopt;
}

void writeHolder(int descriptor)
{
    const auto text = std::to_string(getpid());
    // Only for the sentence of a refusal: a failure here changes nothing else.
    if (ftruncate(descriptor, 0) == 0) [[maybe_unused]]
        const auto written = pwrite(descriptor, text.data(), text.size(), 0);
}

tl::unexpected<profiler::Error> notLockable(const fs::path& path)
{
    return profiler::failure(ErrorKind::Unavailable,
        fmt::format("{} cannot be written ({}); choose a folder that may be written", path.string(),
            std::generic_category().message(errno)));
}

tl::unexpected<profiler::Error> notOurs(const fs::path& path)
{
    return profiler::failure(ErrorKind::BadData,
        fmt::format(
            "{} is a link or another program's file, which recording would overwrite; nothing "
            "was written: remove it, or choose another name for the run database",
            path.string()));
}

tl::unexpected<profiler::Error> beingWritten(const fs::path& file, const std::string& holder)
{
    const auto who = holder.empty() ? "" : fmt::format(" (process {})", holder);
    return profiler::failure(ErrorKind::Unavailable,
        fmt::format("another recording{} writes to {}; wait for its end or choose another file",
            who, file.string()));
}

} // namespace

profiler::Result<WriterLock> WriterLock::take(const fs::path& file)
{
    const auto path = lockPath(file);
    for (;;) {
        const int descriptor
            = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
        if (descriptor < 0)
            return errno == ELOOP ? notOurs(path) : notLockable(path);
        const auto holder = holderIn(descriptor);
        if (!holder) {
            close(descriptor);
            return notOurs(path);
        }
        auto lock = wholeFile(F_WRLCK);
        if (fcntl(descriptor, F_OFD_SETLK, &lock) != 0) {
            const bool held = errno == EAGAIN || errno == EACCES;
            auto refusal = held ? beingWritten(file, *holder) : notLockable(path);
            close(descriptor);
            return refusal;
        }
        if (isStillAt(descriptor, path)) {
            writeHolder(descriptor);
            return WriterLock(path, descriptor);
        }
        close(descriptor);
    }
}

WriterLock::~WriterLock()
{
    if (m_descriptor < 0)
        return;
    unlink(m_path.c_str());
    close(m_descriptor);
}

bool isBeingRecorded(const fs::path& file)
{
    std::error_code error;
    const auto path = fs::weakly_canonical(file, error) += ".lock";
    // A name that no file can have is recorded by nobody; and a pipe of that name would wait.
    const int descriptor
        = error ? -1 : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return false;
    auto lock = wholeFile(F_RDLCK);
    const bool held = fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    close(descriptor);
    return held;
}

} // namespace storage
