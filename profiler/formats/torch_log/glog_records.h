// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/line_source.h"
#include "profiler/model/interface.h"
#include "profiler/model/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace profiler {

/// The lines after a record's first one, each without its tab, joined by line ends.
struct GlogPayload {
    std::string_view text; ///< as much of it as was asked for
    std::int64_t bytes = 0; ///< of the whole
    bool any = false; ///< there was such a line
    bool unfinished = false; ///< the log ends before the line end that every record has
    bool last = false; ///< of the log
    std::string_view md5; ///< of the whole, in hexadecimal; empty without a payload
};

/// Gets the records of a log in order.
class GlogSink : public Interface {
public:
    /// A record begins: what follows "file:line] ", and the byte where its line begins. Returns how
    /// many bytes of its payload are wanted; the rest is only counted and hashed.
    [[nodiscard]] virtual std::size_t begin(std::string_view json, std::int64_t byte) = 0;
    virtual void end(const GlogPayload& payload) = 0;
    /// A line that belongs to no record; unfinished: it is the last and has no line end.
    virtual void stray(std::int64_t byte, bool unfinished) = 0;
};

/// Reads to the end; what is wrong inside the log ends in the sink, never in an error. Lines may
/// end with CRLF. A line is read whole up to 8 MiB; beyond, a record's first line is cut.
[[nodiscard]] Result<void> readGlog(GlogSource& source, GlogSink& sink);

} // namespace profiler
