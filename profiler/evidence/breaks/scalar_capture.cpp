// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/scalar_capture.h"

#include "profiler/evidence/breaks/source_at.h"
#include "profiler/model/break_costs.h"
#include "profiler/model/facts/compile_facts.h"

#include <optional>
#include <regex>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {

namespace {

constexpr std::string_view setting = "capture_scalar_outputs";

std::vector<std::string> linesOfMessage(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

std::string trimmedLine(const std::string& line)
{
    const auto first = line.find_first_not_of(" \t");
    return first == std::string::npos ? std::string() : line.substr(first);
}

bool beginsWith(const std::string& code, std::string_view keyword)
{
    return code.starts_with(keyword) && code.size() > keyword.size()
        && (code[keyword.size()] == ' ' || code[keyword.size()] == '(');
}

/// What Python itself needs the number for; nullopt: nothing that is known to need it.
std::optional<std::string> useIn(const std::string& code)
{
    if (beginsWith(code, "if") || beginsWith(code, "elif") || beginsWith(code, "while"))
        return "decides a branch";
    if (code.find("range(") != std::string::npos)
        return "is the number of rounds of a loop";
    return std::nullopt;
}

/// `n` of "n = int(lengths.max())"; empty: it is no plain assignment.
std::string assignedName(const std::string& code)
{
    static const std::regex assignment(R"(^([A-Za-z_]\w{0,60})\s{0,8}=[^=])");
    std::smatch match;
    const auto start = code.substr(0, 120);
    return std::regex_search(start, match, assignment) ? match[1].str() : std::string();
}

bool names(const std::string& code, const std::string& name)
{
    const auto isPart
        = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); };
    for (auto at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
        const auto end = at + name.size();
        if ((at == 0 || !isPart(code[at - 1])) && (end == code.size() || !isPart(code[end])))
            return true;
    }
    return false;
}

struct Use {
    std::string what;
    int line = 0;
};

/// In the line itself, or below where the value that it assigns is named next.
std::optional<Use> useOf(const SourceFact& source)
{
    const auto lines = linesOfMessage(source.text);
    const auto at = static_cast<std::size_t>(source.line - source.firstLine);
    if (source.line < source.firstLine || at >= lines.size())
        return std::nullopt;
    const auto code = trimmedLine(lines[at]);
    if (auto use = useIn(code))
        return Use {.what = std::move(*use), .line = source.line};
    const auto name = assignedName(code);
    for (auto i = at + 1; !name.empty() && i < lines.size(); ++i) {
        const auto below = trimmedLine(lines[i]);
        if (beginsWith(below, "def") || beginsWith(below, "class") || assignedName(below) == name)
            break;
        auto use = names(below, name) ? useIn(below) : std::nullopt;
        if (use)
            return Use {.what = std::move(*use), .line = source.firstLine + static_cast<int>(i)};
    }
    return std::nullopt;
}

bool isHintedAt(const GraphBreak& found)
{
    return found.hint.find(setting) != std::string::npos
        || found.explanation.find(setting) != std::string::npos;
}

std::optional<Use> useOfNumber(const ComparisonData& data, const GraphBreak& found)
{
    const auto* source = sourceAt(data, found.file, found.line);
    return source == nullptr ? std::nullopt : useOf(*source);
}

} // namespace

bool scalarCaptureMayHelp(const ComparisonData& data, const GraphBreak& found)
{
    return isHintedAt(found) && !useOfNumber(data, found);
}

std::string scalarCaptureText(const ComparisonData& data, const GraphBreak& found)
{
    if (!isHintedAt(found))
        return {};
    if (const auto use = useOfNumber(data, found))
        return "torch's hint, capture_scalar_outputs, will hardly help here: the number "
            + use->what + " (line " + std::to_string(use->line)
            + "), and there torch breaks again or fails.";
    return "Whether torch's hint, capture_scalar_outputs, helps here is not known; it cannot where "
           "the number decides a branch or the rounds of a loop. To try it, add the variant "
           "captured=default,dynamo.capture_scalar_outputs:true.";
}

} // namespace profiler
