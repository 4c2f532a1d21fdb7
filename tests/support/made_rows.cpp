// SPDX-License-Identifier: Apache-2.0
#include "tests/support/made_rows.h"

#include "tests/support/table_row.h"

namespace tests {

using namespace profiler;

std::int32_t MadeRows::nameOf(const std::string& text)
{
    for (const auto& name : rows.names)
        if (name.text == text)
            return name.id;
    rows.names.push_back({.id = static_cast<std::int32_t>(rows.names.size()) + 1, .text = text});
    return rows.names.back().id;
}

void MadeRows::addKernel(const std::string& name, std::int64_t start, std::int64_t end,
    std::int32_t correlation, std::int32_t stream, std::int32_t graph)
{
    addRow(rows.kernels, start, end - start, nameOf(name), correlation, 0, 1, stream, 0, graph,
        graph == 0 ? 0 : start + 1, 0);
}

void MadeRows::addCopy(
    std::int64_t start, std::int64_t end, std::int32_t correlation, CopyKind kind)
{
    addRow(rows.copies, start, end - start, kind, 1, correlation, 0, 1, 7, 0, 0, 0);
}

void MadeRows::addApi(const std::string& name, std::int64_t start, std::int64_t end,
    std::int32_t correlation, std::int32_t thread)
{
    addRow(rows.apis, start, end - start, nameOf(name), thread, correlation, 0);
}

// NOLINTNEXTLINE(readability-function-size): a row of the table, most columns have defaults
void MadeRows::addSpan(const std::string& name, std::int64_t start, std::int64_t end, SpanKind kind,
    std::int32_t thread, std::int64_t sequence, std::int32_t place)
{
    addRow(rows.operators, start, end - start, nameOf(name), thread, kind, sequence, place);
}

} // namespace tests
