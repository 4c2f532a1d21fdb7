// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/ssh_target.h"

#include "profiler/model/quantity.h"

#include <algorithm>

namespace profiler::remote {
namespace {

constexpr std::size_t longestPart = 255;
constexpr int mostPorts = 65535;

tl::unexpected<Error> refuse(std::string_view word)
{
    return failure(ErrorKind::BadInput,
        "\"" + std::string(word)
            + "\" names no machine; expected ssh://host, ssh://user@host or "
              "ssh://user@host:port");
}

bool isLetter(char c)
{
    constexpr std::string_view others = "._-+%";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || others.find(c) != std::string_view::npos;
}

/// Nothing that ssh would take for an option, or a shell for more than a word.
bool isName(std::string_view text)
{
    return !text.empty() && text.size() <= longestPart && text.front() != '-'
        && std::ranges::all_of(text, isLetter);
}

/// A name, or an IPv6 address without its brackets.
bool isHost(std::string_view text)
{
    return isName(text)
        || (text.find(':') != std::string_view::npos && text.size() <= longestPart
            && std::ranges::all_of(text, [](char c) { return c == ':' || isLetter(c); }));
}

} // namespace

Result<SshTarget> sshTargetFrom(std::string_view word)
{
    if (!word.starts_with(sshScheme))
        return refuse(word);
    auto rest = word.substr(sshScheme.size());
    SshTarget target;
    if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
        target.user = rest.substr(0, at);
        rest.remove_prefix(at + 1);
        if (!isName(target.user))
            return refuse(word);
    }
    if (!rest.empty() && rest.back() == '/')
        rest.remove_suffix(1);
    const bool bracketed = rest.starts_with('[');
    const auto end = bracketed ? rest.find(']') : rest.find(':');
    if (bracketed && end == std::string_view::npos)
        return refuse(word);
    target.host = bracketed ? rest.substr(1, end - 1) : rest.substr(0, end);
    rest.remove_prefix(std::min(rest.size(), bracketed ? end + 1 : target.host.size()));
    if (!isHost(target.host) || (!rest.empty() && rest.front() != ':'))
        return refuse(word);
    if (rest.empty())
        return target;
    const auto number = wholeNumber(rest.substr(1));
    if (!number || *number < 1 || *number > mostPorts)
        return refuse(word);
    target.port = static_cast<int>(*number);
    return target;
}

std::string addressOf(const SshTarget& target)
{
    const bool bracketed = target.host.find(':') != std::string::npos;
    return std::string(sshScheme) + (target.user.empty() ? "" : target.user + "@")
        + (bracketed ? "[" + target.host + "]" : target.host)
        + (target.port ? ":" + std::to_string(*target.port) : "");
}

} // namespace profiler::remote
