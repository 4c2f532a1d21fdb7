// SPDX-License-Identifier: Apache-2.0
#include "tests/support/made_rows.h"

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
    auto& kernels = rows.kernels;
    kernels.startNs.push_back(start);
    kernels.durationNs.push_back(end - start);
    kernels.name.push_back(nameOf(name));
    kernels.correlation.push_back(correlation);
    kernels.device.push_back(0);
    kernels.context.push_back(1);
    kernels.stream.push_back(stream);
    kernels.shape.push_back(0);
    kernels.graph.push_back(graph);
    kernels.node.push_back(graph == 0 ? 0 : start + 1);
    kernels.flags.push_back(0);
}

void MadeRows::addCopy(
    std::int64_t start, std::int64_t end, std::int32_t correlation, CopyKind kind)
{
    auto& copies = rows.copies;
    copies.startNs.push_back(start);
    copies.durationNs.push_back(end - start);
    copies.kind.push_back(static_cast<std::uint8_t>(kind));
    copies.bytes.push_back(1);
    copies.correlation.push_back(correlation);
    copies.device.push_back(0);
    copies.context.push_back(1);
    copies.stream.push_back(7);
    copies.graph.push_back(0);
    copies.node.push_back(0);
    copies.flags.push_back(0);
}

void MadeRows::addApi(const std::string& name, std::int64_t start, std::int64_t end,
    std::int32_t correlation, std::int32_t thread)
{
    rows.apis.startNs.push_back(start);
    rows.apis.durationNs.push_back(end - start);
    rows.apis.name.push_back(nameOf(name));
    rows.apis.thread.push_back(thread);
    rows.apis.correlation.push_back(correlation);
    rows.apis.result.push_back(0);
}

// NOLINTNEXTLINE(readability-function-size): a row of the table, most columns have defaults
void MadeRows::addSpan(const std::string& name, std::int64_t start, std::int64_t end, SpanKind kind,
    std::int32_t thread, std::int64_t sequence, std::int32_t place)
{
    auto& operators = rows.operators;
    operators.startNs.push_back(start);
    operators.durationNs.push_back(end - start);
    operators.name.push_back(nameOf(name));
    operators.thread.push_back(thread);
    operators.kind.push_back(static_cast<std::uint8_t>(kind));
    operators.sequence.push_back(sequence);
    operators.place.push_back(place);
}

} // namespace tests
