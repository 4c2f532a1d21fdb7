// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/json_text.h"

#include <nlohmann/json.hpp>

namespace profiler {

std::string jsonTextOf(std::string_view text)
{
    auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    if (json.is_discarded())
        json = std::string(text);
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string unquoted(std::string_view text)
{
    const auto json = nlohmann::json::parse(text, nullptr, false);
    return json.is_string() ? json.get<std::string>() : std::string(text);
}

std::vector<std::string_view> partedByCommas(std::string_view text)
{
    std::vector<std::string_view> parts;
    std::size_t start = 0;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && (i == 0 || text[i - 1] != '\\'))
            quoted = !quoted;
        else if (!quoted && (c == '[' || c == '{'))
            ++depth;
        else if (!quoted && (c == ']' || c == '}'))
            --depth;
        else if (!quoted && depth == 0 && c == ',') {
            parts.push_back(text.substr(start, i - start));
            start = i + 1;
        }
    }
    parts.push_back(text.substr(start));
    return parts;
}

} // namespace profiler
