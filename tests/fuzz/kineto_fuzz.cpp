// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/chrome_source.h"
#include "profiler/formats/kineto/kineto_reader.h"
#include "profiler/model/trace_columns.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

/// Any bytes at all are read without a crash, and what comes out can be relied on. Blocks of
/// different sizes give the same.

namespace {

using namespace profiler; // NOLINT(google-build-using-namespace): a program of one file

void require(bool holds)
{
    if (!holds)
        std::abort();
}

Result<ImportedTrace> readBytes(const std::string& bytes, const KinetoLimits& limits)
{
    auto copy = bytes; // fmemopen takes no const
    ChromeSource source(ChromeSource::File(fmemopen(copy.data(), copy.size(), "rb"), std::fclose),
        static_cast<std::int64_t>(copy.size()), {});
    return readKineto(source, limits);
}

template <typename Columns>
void requireWhole(const Columns& columns)
{
    forEachColumn(columns, [&](const char* /*name*/, const auto& column) {
        require(column.size() == columns.size());
    });
}

template <typename Columns>
void requireOrdered(const Columns& columns)
{
    requireWhole(columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        require(columns.durationNs[i] >= 0);
        require(i == 0 || columns.startNs[i - 1] <= columns.startNs[i]);
    }
}

void requireSound(const ImportedTrace& trace)
{
    const auto& rows = trace.rows;
    requireOrdered(rows.operators);
    requireOrdered(rows.kernels);
    requireOrdered(rows.apis);
    requireOrdered(rows.copies);
    requireWhole(rows.counters);
    const auto isName = [&](std::int32_t id) {
        return id > 0 && static_cast<std::size_t>(id) <= rows.names.size();
    };
    for (const auto name : rows.operators.name)
        require(isName(name));
    for (const auto name : rows.kernels.name)
        require(isName(name));
    for (const auto shape : rows.kernels.shape)
        require(shape >= 0 && static_cast<std::size_t>(shape) <= rows.shapes.size());
    std::int64_t counted = 0;
    for (const auto& [category, events] : trace.categories)
        counted += events;
    require(counted == trace.events);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    const auto small = readBytes(bytes, {.blockBytes = 1});
    const auto large = readBytes(bytes, {.blockBytes = 16'384});
    if (const auto brief = readBytes(bytes, {.blockBytes = 1, .valueBytes = 512, .events = 5}))
        requireSound(*brief);
    require(small.has_value() == large.has_value());
    if (!small)
        return 0;
    requireSound(*small);
    require(small->rows == large->rows);
    return 0;
}
