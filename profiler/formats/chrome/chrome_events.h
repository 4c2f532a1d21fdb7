// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/text/text_sink.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace profiler {

/// Where an event lies: Chrome's "pid" and "tid".
struct ChromePlace {
    std::int64_t process = 0;
    std::int64_t thread = 0;
};

/// A string of JSON without its quotes. What is no UTF-8 becomes U+FFFD.
[[nodiscard]] std::string chromeText(const std::string& text);

/// Writes a document of Chrome's trace events through a buffer. Texts are given as chromeText makes
/// them, arguments as the members of an object; times are nanoseconds and not before the base.
class ChromeEvents {
public:
    /// `baseNs` is what time 0 of the file means.
    ChromeEvents(const TextSink& sink, std::int64_t baseNs);

    /// `members` are those of the document beside its events.
    void begin(std::string_view members);
    void complete(std::string_view category, std::string_view name, ChromePlace place,
        std::int64_t startNs, std::int64_t durationNs, std::string_view arguments);
    /// An arrow from one event to a later one; each binds to the event that it lies in.
    void arrow(ChromePlace from, std::int64_t fromNs, ChromePlace to, std::int64_t toNs);
    void reading(
        std::string_view name, std::int64_t process, std::int64_t timeNs, std::string_view value);
    /// "thread_name" and the like.
    void describe(std::string_view what, ChromePlace place, std::string_view arguments);
    /// Whether all was written.
    [[nodiscard]] bool end();

private:
    void startEvent();
    void addTime(std::string_view key, std::int64_t timeNs);
    void flush();

    const TextSink& m_sink;
    std::int64_t m_baseNs;
    std::string m_buffer;
    std::int64_t m_arrows = 0;
    bool m_first = true;
    bool m_written = true;
};

} // namespace profiler
