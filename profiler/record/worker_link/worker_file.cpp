// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/worker_file.h"

#include "profiler/model/files/unique_fd.h"

#include <cstdint>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace profiler {

namespace {

constexpr std::int64_t largestFile = std::int64_t {64} << 20;

} // namespace

std::optional<std::string> contentOfWorkerFile(const std::filesystem::path& file)
{
    const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));

    struct stat facts { };

    if (!fd.valid() || ::fstat(fd.get(), &facts) != 0 || !S_ISREG(facts.st_mode)
        || facts.st_size > largestFile)
        return std::nullopt;
    std::string content(static_cast<std::size_t>(facts.st_size), '\0');
    for (std::size_t read = 0; read < content.size();) {
        const auto got = ::read(fd.get(), content.data() + read, content.size() - read);
        if (got <= 0)
            return std::nullopt;
        read += static_cast<std::size_t>(got);
    }
    return content;
}

} // namespace profiler
