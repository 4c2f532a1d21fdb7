// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/json/json_members.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace profiler {

/// An event of a Chrome trace as it stands in the file; what it lacks is empty.
struct ChromeEvent {
    char phase = 0; ///< 'X' complete, 'i' instant, 'M' metadata, 's' and 'f' of a flow…
    std::string_view name;
    std::string_view category;
    std::string_view process;
    std::string_view thread;
    std::string_view time; ///< microseconds
    std::string_view duration; ///< microseconds
    std::string_view arguments; ///< an object, or empty
};

/// nullopt: the object is no list of members. Of a key that is there twice, the last counts.
/// `nested`: as of JsonMembers.
[[nodiscard]] std::optional<ChromeEvent> readChromeEvent(
    std::string_view object, JsonExtent nested = {});

/// Those arguments that rows are made of.
enum class KinetoArgument : std::uint8_t {
    Bytes,
    Context,
    Correlation,
    Device,
    DeviceId,
    DeviceType,
    ExternalId,
    Graph,
    GraphNode,
    Registers,
    SequenceNumber,
    SharedMemory,
    Stream,
    TotalAllocated,
    TotalReserved,
    Count,
};

class KinetoArguments {
public:
    explicit KinetoArguments(std::string_view object);

    [[nodiscard]] std::optional<std::int64_t> operator[](KinetoArgument argument) const;

    [[nodiscard]] const std::array<std::int64_t, 3>& grid() const { return m_grid; }

    [[nodiscard]] const std::array<std::int64_t, 3>& block() const { return m_block; }

    [[nodiscard]] bool hasShape() const { return m_hasGrid && m_hasBlock; }

private:
    void take(const JsonMember& member);

    std::array<std::int64_t, static_cast<std::size_t>(KinetoArgument::Count)> m_values {};
    std::uint32_t m_known = 0; ///< a bit for each of them
    std::array<std::int64_t, 3> m_grid {};
    std::array<std::int64_t, 3> m_block {};
    bool m_hasGrid = false;
    bool m_hasBlock = false;
};

} // namespace profiler
