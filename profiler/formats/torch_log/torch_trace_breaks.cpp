// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_breaks.h"

#include "profiler/formats/json/json_fields.h"
#include "profiler/formats/torch_log/torch_trace_frames.h"
#include "profiler/formats/torch_log/torch_trace_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace profiler {

namespace {

/// "The frame was skipped" adds nothing: such a record carries the reason inside it.
constexpr std::string_view skippedFrameId = "gb7000";
/// Precedes the title in records of a break while some instruction is traced.
constexpr std::string_view preamble = "Encountered graph break when attempting to trace";
constexpr std::string_view nestedBreak
    = "*** While handling this graph break, another graph break occurred";
constexpr std::array<std::string_view, 3> stackStarts {
    "User code traceback:", "in the following user code:", "from user code:"};
constexpr std::string_view traceback = "Traceback (most recent call last)";

std::string_view before(std::string_view text, std::string_view mark)
{
    return text.substr(0, text.find(mark));
}

std::string_view after(std::string_view text, std::string_view mark)
{
    const auto parts = partsAround(text, mark);
    return parts ? parts->after : text;
}

/// Of torch's own traceback at the end.
std::string_view exceptionText(std::string_view payload)
{
    constexpr std::string_view mark = "torch._dynamo.exc.";
    const auto at = payload.rfind(mark);
    const auto last = at == std::string_view::npos ? payload : payload.substr(at + mark.size());
    const auto parts = partsAround(last, ": ");
    return parts ? parts->after : std::string_view {};
}

struct BreakParts {
    std::string reason;
    std::string_view stack; ///< the user's, without torch's own traceback
};

BreakParts splitBreak(std::string_view payload)
{
    const auto head = before(payload, traceback);
    for (const auto start : stackStarts) {
        const auto parts = partsAround(head, start);
        if (!parts)
            continue;
        std::string reason(parts->before);
        // some records put the reason into the exception at the end of torch's traceback
        if (!partsAround(reason, "Reason:") && !partsAround(reason, "Explanation:"))
            reason.append("\n").append(exceptionText(payload));
        return {.reason = std::move(reason), .stack = parts->after};
    }
    return {.reason = std::string(payload), .stack = head};
}

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The id at `at`, in a link ("/gb/gb0059.html") or alone ("gb0059"); empty: there is none.
std::string_view idAt(std::string_view text, std::size_t at)
{
    auto end = at + 2;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9')
        ++end;
    const auto digits = end - at - 2;
    const bool linked
        = text.substr(0, at).ends_with("/gb/") && text.substr(end).starts_with(".html");
    const bool alone = digits == 4 && (at == 0 || !isWordCharacter(text[at - 1]))
        && (end == text.size() || !isWordCharacter(text[end]));
    return digits > 0 && (linked || alone) ? text.substr(at, end - at) : std::string_view {};
}

/// The first id that is not the one of the skipped frame around it; that one, if it is alone.
std::string_view breakId(std::string_view text)
{
    std::string_view skipped;
    for (auto at = text.find("gb"); at != std::string_view::npos; at = text.find("gb", at + 2)) {
        const auto id = idAt(text, at);
        if (!id.empty() && id != skippedFrameId)
            return id;
        if (!id.empty())
            skipped = id;
    }
    return skipped;
}

std::string_view reasonText(std::string_view text)
{
    return trimmed(after(after(text, "Graph Break Reason:"), "Graph break encountered:"));
}

/// Title, explanation and hints; a nested second break is left out.
void readSections(std::string_view text, GraphBreakFact& fact)
{
    constexpr std::string_view explanation = "Explanation:";
    constexpr std::string_view hint = "Hint:";
    for (const auto line : linesOf(before(text, nestedBreak))) {
        const auto content = trimmed(line);
        if (content.starts_with(explanation)) {
            fact.explanation = trimmed(content.substr(explanation.size()));
        } else if (content.starts_with(hint)) {
            fact.hint.append(fact.hint.empty() ? "" : " ");
            fact.hint += trimmed(content.substr(hint.size()));
        } else if (!content.empty() && fact.reason.empty() && !content.starts_with(preamble)) {
            fact.reason = content;
        }
    }
}

/// The one line that a log has of the user's source.
std::optional<SourceFact> sourceOf(const SourceFrame& place, std::vector<SourceFrame> frames)
{
    if (place.text.empty())
        return std::nullopt;
    SourceFact source {.file = place.file,
        .line = place.line,
        .firstLine = place.line,
        .text = place.text,
        .frames = {}};
    const auto left = frames.size() - std::min(frames.size(), mostSourceFrames);
    source.frames.assign(frames.begin() + static_cast<std::ptrdiff_t>(left), frames.end());
    return isBounded(source) ? std::optional(source) : std::nullopt;
}

/// "0/0: tensor 'x' size mismatch" without the id.
std::string_view withoutId(std::string_view reason)
{
    const auto colon = reason.find(':');
    const auto id = trimmed(reason.substr(0, colon));
    const auto slash = id.find('/');
    const auto isNumber = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (colon == std::string_view::npos || slash == std::string_view::npos
        || !isNumber(id.substr(0, slash)) || !isNumber(id.substr(slash + 1)))
        return reason;
    return trimmed(reason.substr(colon + 1));
}

std::vector<std::string> reasonsIn(std::string_view payload)
{
    std::vector<std::string> reasons;
    if (const auto elements = json_text::elementsOf(payload)) {
        for (const auto element : *elements)
            reasons.push_back(json_text::textOf(element).value_or(std::string(element)));
    } else {
        const auto text = json_text::textOf(payload).value_or(std::string(payload));
        for (const auto line : linesOf(text))
            reasons.emplace_back(line);
    }
    std::erase_if(reasons, [](const std::string& reason) { return trimmed(reason).empty(); });
    return reasons;
}

} // namespace

LoggedBreak graphBreakIn(std::string_view payload)
{
    LoggedBreak logged;
    const auto clean = json_text::readable(payload);
    const auto parts = splitBreak(clean);
    const auto text = reasonText(parts.reason);
    readSections(text, logged.fact);
    logged.fact.id = breakId(text.empty() ? std::string_view(clean) : text);
    auto frames = trace_frames::framesIn(parts.stack);
    if (const auto* frame = trace_frames::userFrame(frames)) {
        logged.fact.file = frame->file;
        logged.fact.line = frame->line;
        logged.fact.function = frame->function;
        const auto place = *frame;
        logged.source = sourceOf(place, std::move(frames));
    }
    return logged;
}

RecompileText recompileIn(std::string_view payload)
{
    RecompileText text;
    for (const auto& reason : reasonsIn(json_text::readable(payload))) {
        if (text.reason.empty())
            text.guard = trimmed(before(withoutId(reason), "  #"));
        text.reason.append(text.reason.empty() ? "" : "\n").append(reason);
    }
    return text;
}

} // namespace profiler
