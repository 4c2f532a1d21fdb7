// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/failed_guard.h"

#include "profiler/model/text/trimmed.h"
#include "profiler/model/text/utf8_symbol.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

namespace profiler {

namespace {

constexpr std::size_t longestGuard = 400; ///< of a line of a log, which may hold anything

/// What stands between the two; empty: one of them is missing.
std::string between(std::string_view text, std::string_view before, std::string_view after)
{
    const auto start = text.find(before);
    if (start == std::string_view::npos)
        return {};
    text.remove_prefix(start + before.size());
    const auto end = text.find(after);
    return std::string(text.substr(0, end));
}

int numberAt(std::string_view text)
{
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// "lr" of "___as_tensor(lr).item()": so torch guards on what it made a tensor of.
std::string_view unwrapped(std::string_view name)
{
    constexpr std::string_view before = "___as_tensor(";
    constexpr std::string_view after = ").item()";
    const bool wrapped = name.size() > before.size() + after.size() && name.starts_with(before)
        && name.ends_with(after);
    return wrapped ? name.substr(before.size(), name.size() - before.size() - after.size()) : name;
}

/// "a.b" of "object.__getattribute__(a, 'b')": so torch reads attributes past a class's own ways.
std::string withDots(std::string text)
{
    constexpr std::string_view read = "object.__getattribute__(";
    constexpr std::string_view quote = ", '";
    for (auto at = text.rfind(read); at != std::string::npos; at = text.rfind(read)) {
        const auto owner = at + read.size();
        const auto comma = text.find(quote, owner);
        const auto end = comma == std::string::npos ? comma : text.find("')", comma);
        if (end == std::string::npos)
            return text;
        const auto attribute = text.substr(comma + quote.size(), end - comma - quote.size());
        text.replace(at, end + 2 - at, text.substr(owner, comma - owner) + "." + attribute);
    }
    return text;
}

/// "x" of "L['x']": older torches name locals so.
std::string plainName(std::string_view name)
{
    name = unwrapped(trimmed(name));
    std::string plain = withDots(std::string(name));
    if (!plain.starts_with("L['"))
        return plain;
    const auto close = plain.find("']");
    if (close != std::string::npos)
        plain = plain.substr(3, close - 3) + plain.substr(close + 2);
    return plain;
}

constexpr auto tensorGuards = std::to_array<std::pair<std::string_view, GuardKind>>({
    {" size mismatch", GuardKind::Size},
    {" stride mismatch", GuardKind::Stride},
    {" rank mismatch", GuardKind::Rank},
    {" dtype mismatch", GuardKind::Type},
    {" device", GuardKind::Type},
    {" dispatch key", GuardKind::Type},
    {" requires_grad mismatch", GuardKind::RequiresGradient},
});

/// A tensor that was made under inference_mode has no key of autograd.
bool tellsOfInferenceMode(std::string_view text)
{
    constexpr std::string_view autograd = ", Autograd";
    const auto expected = between(text, "expected DispatchKeySet(", ")");
    const auto actual = between(text, "actual DispatchKeySet(", ")");
    return !expected.empty() && !actual.empty()
        && (expected.find(autograd) == std::string::npos)
        != (actual.find(autograd) == std::string::npos);
}

FailedGuard tensorGuard(std::string_view text)
{
    FailedGuard guard {.name = plainName(between(text, "tensor '", "' ")),
        .expected = between(text, "expected ", ","),
        .actual = between(text, "actual ", "\n")};
    const auto rest = text.substr(std::min(text.size(), text.find("' ")));
    for (const auto& [says, kind] : tensorGuards)
        if (guard.kind == GuardKind::Other && rest.find(says) != std::string_view::npos)
            guard.kind = kind;
    if (tellsOfInferenceMode(rest))
        guard.kind = GuardKind::InferenceTensor;
    guard.dimension = numberAt(between(rest, "at index ", "."));
    return guard;
}

constexpr auto stateGuards = std::to_array<std::pair<std::string_view, GuardKind>>({
    {"GRAD_MODE", GuardKind::GradientMode},
    {"grad_mode", GuardKind::GradientMode},
    {"is_grad_enabled", GuardKind::GradientMode},
    {"requires_grad", GuardKind::RequiresGradient},
    {".training", GuardKind::TrainingMode},
    {"___check_obj_id", GuardKind::Object},
    {"___check_type_id", GuardKind::Object},
});

/// "x.size()[0] == 8", "Eq(x.size()[0], 8)".
bool asSize(std::string_view text, FailedGuard& guard)
{
    for (const std::string_view size : {".size()[", ".shape["}) {
        const auto at = text.find(size);
        if (at == std::string_view::npos)
            continue;
        auto before = text.substr(0, at);
        before.remove_prefix(before.find_last_of(" (") + 1);
        guard.kind = GuardKind::Size;
        guard.name = plainName(before);
        guard.dimension = numberAt(text.substr(at + size.size()));
        return true;
    }
    return false;
}

/// "x is None", "x is not None".
bool asNone(std::string_view text, FailedGuard& guard)
{
    for (const std::string_view what : {"None", "not None"}) {
        const std::string end = " is " + std::string(what);
        if (!text.ends_with(end))
            continue;
        guard.kind = GuardKind::Value;
        guard.name = plainName(text.substr(0, text.size() - end.size()));
        guard.expected = what;
        return true;
    }
    return false;
}

/// Short enough for a sentence.
std::string shortened(std::string_view text)
{
    constexpr std::size_t most = 100;
    auto whole = withDots(std::string(text.substr(0, text.find('\n'))));
    const auto shown = firstSymbols(whole, most);
    return shown.size() == whole.size() ? whole : std::string(shown) + "…";
}

FailedGuard expressionGuard(std::string_view text)
{
    FailedGuard guard {.text = shortened(text)};
    for (const auto& [says, kind] : stateGuards)
        if (text.find(says) != std::string_view::npos) {
            guard.kind = kind;
            guard.name = plainName(between(text, "(", ","));
            return guard;
        }
    const auto equal = text.find(" == ");
    if (equal != std::string_view::npos)
        guard.expected = trimmed(text.substr(equal + 4));
    if (asSize(text, guard) || asNone(trimmed(text), guard) || equal == std::string_view::npos)
        return guard;
    guard.kind = GuardKind::Value;
    guard.name = plainName(text.substr(0, equal));
    return guard;
}

} // namespace

bool FailedGuard::isArgument() const
{
    return !name.empty() && !name.starts_with("___")
        && std::ranges::all_of(name, [](unsigned char c) { return c == '_' || std::isalnum(c); });
}

bool FailedGuard::isPath() const
{
    return !name.empty() && !crossesBreak() && std::ranges::all_of(name, [](unsigned char c) {
        return c == '_' || c == '.' || std::isalnum(c);
    });
}

bool FailedGuard::crossesBreak() const
{
    return name.find("___stack") != std::string::npos;
}

bool FailedGuard::isOptimizerSetting() const
{
    return name.find("param_groups") != std::string::npos
        || name.find("['lr']") != std::string::npos || name.find("['step']") != std::string::npos;
}

FailedGuard failedGuard(const std::string& guard)
{
    const auto text = std::string_view(guard).substr(0, longestGuard);
    return text.find("tensor '") != std::string_view::npos ? tensorGuard(text)
                                                           : expressionGuard(text);
}

} // namespace profiler
