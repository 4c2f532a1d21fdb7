// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_repair.h"

namespace profiler {

namespace {

bool endsString(std::string_view behind)
{
    const auto next = behind.find_first_not_of(" \t\r\n");
    return next != std::string_view::npos
        && std::string_view(",:}]").find(behind[next]) != std::string_view::npos;
}

/// Copies a string from behind its opening quote and returns how long it was, the closing one
/// included; 0: it does not end.
std::size_t takeString(std::string_view text, std::string& out)
{
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) {
            out += text[at++];
        } else if (text[at] == '"') {
            if (endsString(text.substr(at + 1))) {
                out += '"';
                return at + 1;
            }
            out += '\\';
        }
        out += text[at];
    }
    return 0;
}

} // namespace

std::optional<RepairedJson> withEscapedQuotes(std::string_view text)
{
    RepairedJson repaired;
    int depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char letter = text[at++];
        repaired.text += letter;
        if (letter == '"') {
            const auto length = takeString(text.substr(at), repaired.text);
            if (length == 0)
                return std::nullopt;
            at += length;
        }
        depth += letter == '{' || letter == '[' ? 1 : 0;
        depth -= letter == '}' || letter == ']' ? 1 : 0;
        if (depth == 0) {
            repaired.length = at;
            return repaired;
        }
    }
    return std::nullopt;
}

} // namespace profiler
