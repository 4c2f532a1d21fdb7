// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_columns.h"

#include <cstddef>
#include <vector>

namespace storage {

/// Asks the system to hold memory that will be written as a whole in pages of 2 MiB, where it has
/// them: with pages of 4 KiB their faults are a good part of what loading a large trace takes. A
/// hint; it cannot fail.
void preferLargePages(void* memory, std::size_t bytes);

/// Of rows that were reserved and not written yet.
template <typename Columns>
void preferLargePages(Columns& columns)
{
    profiler::forEachColumn(columns, [&]<typename T>(const char* /*name*/, std::vector<T>& column) {
        preferLargePages(column.data(), column.capacity() * sizeof(T));
    });
}

} // namespace storage
