// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <unordered_map>

/// Rows in the words of torch.profiler: categories, names, and arguments as members of an object.
namespace profiler {

enum class CopyKind : std::uint8_t;
enum class SpanKind : std::uint8_t;
struct TraceRows;

[[nodiscard]] std::string_view chromeCategory(SpanKind kind);
/// What stands before the name that is kept of such a span.
[[nodiscard]] std::string chromePrefix(SpanKind kind);

[[nodiscard]] std::string_view chromeApiCategory(std::string_view name);
[[nodiscard]] std::string chromeApiArguments(std::int32_t correlation, std::int32_t result);

[[nodiscard]] std::string chromeCopyName(CopyKind kind);

/// Where on a device, and by which launch.
template <typename Columns>
void addPlaceArguments(std::string& arguments, const Columns& columns, std::size_t row)
{
    arguments
        += fmt::format(R"({}"device":{},"context":{},"stream":{})", arguments.empty() ? "" : ",",
            columns.device[row], columns.context[row], columns.stream[row]);
    if (columns.correlation[row] != 0)
        arguments += fmt::format(
            R"(,"correlation":{})", static_cast<std::uint32_t>(columns.correlation[row]));
    if (columns.graph[row] != 0)
        arguments += fmt::format(
            R"(,"graph id":{},"graph node id":{})", columns.graph[row], columns.node[row]);
}

/// The texts of a trace, each put into JSON once.
class ChromeNames {
public:
    explicit ChromeNames(const TraceRows& rows);

    [[nodiscard]] const std::string& name(std::int32_t id) const;
    [[nodiscard]] std::string spanArguments(std::int64_t sequence, std::int32_t place) const;
    /// Empty: how it was launched is not known.
    [[nodiscard]] std::string shapeArguments(std::int32_t shape) const;

private:
    std::unordered_map<std::int32_t, std::string> m_names;
    std::unordered_map<std::int32_t, std::string> m_places;
    std::unordered_map<std::int32_t, std::string> m_shapes;
};

} // namespace profiler
