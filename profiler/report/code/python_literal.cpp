// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/code/python_literal.h"

#include <nlohmann/json.hpp>

namespace profiler {

std::string pythonString(const std::string& text)
{
    // A JSON string is a Python string too, once everything else than ASCII is escaped.
    return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

std::string pythonLiteral(const nlohmann::json& value)
{
    if (value.is_null())
        return "None";
    if (value.is_boolean())
        return value.get<bool>() ? "True" : "False";
    if (value.is_string())
        return pythonString(value.get<std::string>());
    if (!value.is_structured())
        return value.dump();
    std::string inner;
    for (const auto& [key, item] : value.items())
        inner += (inner.empty() ? "" : ", ")
            + (value.is_object() ? pythonString(key) + ": " : std::string()) + pythonLiteral(item);
    return value.is_object() ? "{" + inner + "}" : "[" + inner + "]";
}

std::string pythonLiteral(const std::string& jsonText)
{
    const auto value = nlohmann::json::parse(jsonText, nullptr, false);
    return value.is_discarded() ? jsonText : pythonLiteral(value);
}

} // namespace profiler
