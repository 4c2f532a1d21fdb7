// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/terminal/log_text.h"

#include "profiler/model/enum_text.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/text_table.h"

#include <string>

namespace profiler {

namespace {

std::string lineText(const LogLine& line)
{
    const auto who = line.process
        ? "process " + std::to_string(line.process->value) + " " + keyOf(line.stream)
        : std::string("recorder");
    return who + " | " + printable(line.text) + "\n";
}

Json lineRow(const LogLine& line)
{
    Json row = Json::object();
    if (line.process)
        row["process"] = line.process->value;
    else
        putMissing(row, "process", "written by the recorder");
    row["stream"] = keyOf(line.stream);
    row["time"] = utcText(line.time);
    row["text"] = line.text;
    return row;
}

/// As it stands in a document of two levels, without an end of line.
std::string indented(const Json& row)
{
    constexpr auto indent = "    ";
    std::string text = indent;
    auto whole = written(row);
    whole.pop_back();
    for (const char c : whole) {
        text += c;
        if (c == '\n')
            text += indent;
    }
    return text;
}

} // namespace

Result<void> writeLogText(const LogReader& log, const TextSink& sink)
{
    bool any = false;
    auto read = log([&](LogLine&& line) {
        any = true;
        return sink(lineText(line));
    });
    if (read && !any)
        sink("The log is empty.\n");
    return read;
}

Result<void> writeLogJson(const LogReader& log, const TextSink& sink)
{
    sink("{\n  \"schema\": 1,\n  \"lines\": [");
    bool any = false;
    auto read = log([&](LogLine&& line) {
        const auto row = (any ? ",\n" : "\n") + indented(lineRow(line));
        any = true;
        return sink(row);
    });
    if (read)
        sink(any ? "\n  ]\n}\n" : "]\n}\n");
    return read;
}

} // namespace profiler
