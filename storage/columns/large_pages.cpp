// SPDX-License-Identifier: Apache-2.0
#include "storage/columns/large_pages.h"

#include <cstdint>
#include <sys/mman.h>

namespace storage {

void preferLargePages(void* memory, std::size_t bytes)
{
    constexpr std::uintptr_t page = std::uintptr_t {2} << 20U;
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const auto first = (begin + page - 1) & ~(page - 1);
    const auto last = (begin + bytes) & ~(page - 1);
    if (last > first)
        ::madvise(static_cast<char*>(memory) + (first - begin), last - first, MADV_HUGEPAGE);
}

} // namespace storage
