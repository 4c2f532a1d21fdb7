// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tests {

/// A port of 127.0.0.1 that nobody listens on now.
[[nodiscard]] inline int freePort()
{
    const int opened = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): as POSIX has it
    static_cast<void>(::bind(opened, reinterpret_cast<const sockaddr*>(&address), size));
    ::getsockname(opened, reinterpret_cast<sockaddr*>(&address), &size);
    // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
    ::close(opened);
    return ntohs(address.sin_port);
}

} // namespace tests
