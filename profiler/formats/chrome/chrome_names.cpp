// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/chrome/chrome_names.h"

#include "profiler/formats/chrome/chrome_events.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/trace_rows.h"

namespace profiler {

namespace {

std::string placeArguments(const TracePlace& place)
{
    std::string arguments;
    if (!place.file.empty())
        arguments = fmt::format(R"("Call stack":"{}({}): {}")", chromeText(place.file), place.line,
            chromeText(place.function));
    if (!place.module.empty())
        arguments += fmt::format(
            R"({}"Module Hierarchy":"{}")", arguments.empty() ? "" : ",", chromeText(place.module));
    return arguments;
}

std::string argumentsOf(const LaunchShape& shape)
{
    const auto& [x, y, z] = shape.grid;
    const auto& [threadsX, threadsY, threadsZ] = shape.block;
    const auto shared = static_cast<std::uint64_t>(shape.staticSharedBytes)
        + static_cast<std::uint64_t>(shape.dynamicSharedBytes);
    return fmt::format(R"("registers per thread":{},"shared memory":{},"grid":[{},{},{}],)"
                       R"("block":[{},{},{}])",
        shape.registers, static_cast<std::int64_t>(shared), x, y, z, threadsX, threadsY, threadsZ);
}

const std::string& textOf(
    const std::unordered_map<std::int32_t, std::string>& texts, std::int32_t id)
{
    static const std::string none;
    const auto found = texts.find(id);
    return found == texts.end() ? none : found->second;
}

} // namespace

std::string_view chromeCategory(SpanKind kind)
{
    if (kind == SpanKind::Range)
        return "user_annotation";
    return kind == SpanKind::Module ? "python_function" : "cpu_op";
}

std::string chromePrefix(SpanKind kind)
{
    if (kind == SpanKind::Region)
        return "Torch-Compiled Region: ";
    return kind == SpanKind::Module ? "nn.Module: " : "";
}

/// "cuLaunchKernel" is the driver's, "cudaLaunchKernel" and "hipLaunchKernel" are not.
std::string_view chromeApiCategory(std::string_view name)
{
    const bool driver
        = name.starts_with("cu") && name.size() > 2 && name[2] >= 'A' && name[2] <= 'Z';
    return driver ? "cuda_driver" : "cuda_runtime";
}

std::string chromeApiArguments(std::int32_t correlation, std::int32_t result)
{
    std::string arguments;
    if (correlation != 0)
        arguments = fmt::format(R"("correlation":{})", static_cast<std::uint32_t>(correlation));
    if (result != 0)
        arguments += fmt::format(R"({}"result":{})", arguments.empty() ? "" : ",", result);
    return arguments;
}

std::string chromeCopyName(CopyKind kind)
{
    return textOf(kind,
        {{CopyKind::HostToDevice, "Memcpy HtoD"}, {CopyKind::DeviceToHost, "Memcpy DtoH"},
            {CopyKind::DeviceToDevice, "Memcpy DtoD"}, {CopyKind::HostToHost, "Memcpy HtoH"},
            {CopyKind::PeerToPeer, "Memcpy PtoP"}, {CopyKind::Memset, "Memset (Device)"},
            {CopyKind::Unknown, "Memcpy"}});
}

ChromeNames::ChromeNames(const TraceRows& rows)
{
    for (const auto& name : rows.names)
        m_names.emplace(name.id, chromeText(name.text));
    for (const auto& place : rows.places)
        m_places.emplace(place.id, placeArguments(place));
    for (const auto& shape : rows.shapes)
        m_shapes.emplace(shape.id, argumentsOf(shape));
}

const std::string& ChromeNames::name(std::int32_t id) const
{
    return textOf(m_names, id);
}

std::string ChromeNames::spanArguments(std::int64_t sequence, std::int32_t place) const
{
    const auto& known = textOf(m_places, place);
    if (sequence < 0)
        return known;
    return fmt::format(R"("Sequence number":{}{}{})", sequence, known.empty() ? "" : ",", known);
}

std::string ChromeNames::shapeArguments(std::int32_t shape) const
{
    return textOf(m_shapes, shape);
}

} // namespace profiler
