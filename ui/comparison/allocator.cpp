// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/allocator.h"

#include <malloc.h>

namespace ui {

void returnFreedMemory()
{
    constexpr int largeBlock = 256 * 1024; // set by hand it does not grow with what is freed
    constexpr int heaps = 2;
    ::mallopt(M_MMAP_THRESHOLD, largeBlock); // NOLINT(concurrency-mt-unsafe): no thread runs yet
    ::mallopt(M_ARENA_MAX, heaps); // NOLINT(concurrency-mt-unsafe)
}

} // namespace ui
