// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/mapped_libraries.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <unistd.h>

namespace profiler::collect {

namespace {

/// Cuts what stands before the first of `letters` off `text`, and all of them that follow.
std::string_view cutBefore(std::string_view& text, std::string_view letters)
{
    const auto end = std::min(text.find_first_of(letters), text.size());
    const auto field = text.substr(0, end);
    text.remove_prefix(std::min(text.find_first_not_of(letters, end), text.size()));
    return field;
}

/// By system calls: the streams of a newer C++ runtime than torch's are not to be had.
std::string readFile(const char* path)
{
    std::string text;
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    std::array<char, 1 << 14> part {};
    for (ssize_t got = 0; file >= 0 && (got = ::read(file, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(got));
    if (file >= 0)
        ::close(file);
    return text;
}

} // namespace

std::vector<std::string> librariesIn(std::string_view maps, std::string_view name)
{
    std::vector<std::string> files;
    std::vector<std::string_view> seen; // device and inode
    while (!maps.empty()) {
        auto line = cutBefore(maps, "\n");
        for (int field = 0; field < 3; ++field) // addresses, rights, offset
            cutBefore(line, " ");
        const auto* const identity = line.data();
        cutBefore(line, " ");
        const auto inode = cutBefore(line, " ");
        const std::string_view place(
            identity, static_cast<std::size_t>(inode.data() + inode.size() - identity));
        if (line.substr(line.rfind('/') + 1).substr(0, name.size()) != name
            || std::find(seen.begin(), seen.end(), place) != seen.end())
            continue;
        seen.push_back(place);
        files.emplace_back(line);
    }
    return files;
}

std::vector<std::string> mappedLibraries(std::string_view name)
{
    return librariesIn(readFile("/proc/self/maps"), name);
}

} // namespace profiler::collect
