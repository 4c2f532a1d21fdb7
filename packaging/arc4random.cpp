// SPDX-License-Identifier: Apache-2.0
// The static libstdc++ of Debian 12 takes std::random_device's numbers from glibc's arc4random,
// which is newer (2.36) than what the bundle may ask for. This one takes its place.
#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

extern "C" std::uint32_t arc4random() noexcept
{
    std::uint32_t number = 0;
    if (::getrandom(&number, sizeof number, 0) != sizeof number)
        std::abort(); // cannot happen: four bytes are never given in part
    return number;
}
