// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/torch_log/torch_trace_log.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Begins and ends of torch's chromium_event records → phases with both.
namespace profiler {

struct EventMark {
    char phase = 'B'; ///< B begins, E ends, i is a moment
    std::string name;
    std::string compileId;
    std::string lane; ///< process and thread, as written
    std::int64_t timeNs = 0; ///< UTC
};

/// nullopt: the payload is no such event, in valid JSON or not. `compileId`: the record's own, for
/// events that name none.
[[nodiscard]] std::optional<EventMark> eventMarkIn(
    std::string_view payload, const std::string& compileId);

class EventPairs {
public:
    /// What `mark` completes; nullopt where it only begins something or ends nothing.
    [[nodiscard]] std::optional<CompileEvent> add(EventMark mark);

    /// The last begun and not ended ones of a compile: in `from` no longer.
    void takeFrom(EventPairs& from, std::string_view compileId);

    /// What has begun and not ended, emptied.
    [[nodiscard]] std::vector<CompileEvent> takeOpen();

    [[nodiscard]] std::int64_t endsAlone() const { return m_endsAlone; }

private:
    std::map<std::string, std::vector<CompileEvent>> m_open; ///< by lane, compile and name
    std::int64_t m_endsAlone = 0;
};

} // namespace profiler
