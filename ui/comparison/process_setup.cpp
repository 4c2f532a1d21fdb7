// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/process_setup.h"

#include <QHashSeed>

#include <malloc.h>

namespace ui {

void prepareProcess()
{
    constexpr int largeBlock = 256 * 1024; // set by hand it does not grow with what is freed
    constexpr int heaps = 2;
    ::mallopt(M_MMAP_THRESHOLD, largeBlock); // NOLINT(concurrency-mt-unsafe): no thread runs yet
    ::mallopt(M_ARENA_MAX, heaps); // NOLINT(concurrency-mt-unsafe)
    // Qt takes that code for every seed but 0. This one is known to all, which would matter where
    // strangers choose the keys of a server; here they come from files that the user opens.
    QHashSeed::setDeterministicGlobalSeed();
}

} // namespace ui
