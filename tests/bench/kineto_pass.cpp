// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/kineto_reader.h"

#include <cstdio>
#include <string_view>

#ifdef FUSESCOPE_SIMDJSON
#include <simdjson.h>
#endif

/// One reading of a trace for kineto_reader.py, which takes its CPU time and its memory.
namespace {

#ifdef FUSESCOPE_SIMDJSON
/// The least that a reader by simdjson does: the whole file, every event, the fields that all need.
long readBare(const char* file)
{
    namespace json = simdjson::ondemand;
    simdjson::padded_string text;
    json::parser parser;
    json::document document;
    if (simdjson::padded_string::load(file).get(text) != simdjson::SUCCESS
        || parser.iterate(text).get(document) != simdjson::SUCCESS)
        return -1;
    long events = 0;
    std::size_t sum = 0;
    for (json::object event : document["traceEvents"].get_array()) {
        ++events;
        for (auto field : event) {
            const std::string_view key = field.unescaped_key();
            if (key == "ts" || key == "dur")
                sum += static_cast<std::size_t>(double(field.value()));
            else if (key == "name" || key == "cat" || key == "ph")
                sum += std::string_view(field.value()).size();
            else if (key == "args") {
                std::uint64_t correlation = 0;
                if (field.value().find_field("correlation").get(correlation) == simdjson::SUCCESS)
                    sum += correlation;
            }
        }
    }
    return sum > 0 ? events : -1;
}
#endif

long readOurs(const char* file)
{
    const auto trace = profiler::readKineto(file);
    return trace && trace->losses.empty() ? trace->events : -1;
}

} // namespace

int main(int count, char** arguments)
try {
    const std::string_view reader = count == 3 ? arguments[1] : "";
    long events = -1;
    if (reader == "ours")
        events = readOurs(arguments[2]);
#ifdef FUSESCOPE_SIMDJSON
    if (reader == "simdjson")
        events = readBare(arguments[2]);
#endif
    std::printf("%ld\n", events);
    return events > 0 ? 0 : 1;

} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
