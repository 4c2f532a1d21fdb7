// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/ssh_failure.h"

#include "profiler/model/text/trimmed.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace profiler::remote {
namespace {

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

template <std::size_t Count>
bool hasAny(std::string_view text, const std::array<std::string_view, Count>& parts)
{
    return std::ranges::any_of(parts, [&](std::string_view part) { return has(text, part); });
}

/// Of what another program wrote, for the end of a sentence.
std::string lastSshLine(std::string_view text)
{
    constexpr std::size_t longest = 300;
    text = trimmed(text);
    const auto begin = text.rfind('\n');
    auto line = trimmed(begin == std::string_view::npos ? text : text.substr(begin + 1));
    while (!line.empty() && line.back() == '.')
        line.remove_suffix(1);
    return std::string(line.substr(0, longest));
}

constexpr std::array<std::string_view, 9> unreached {"Connection refused", "Connection timed out",
    "timed out", "No route to host", "Network is unreachable", "Could not resolve hostname",
    "Connection closed", "Connection reset", "kex_exchange_identification"};
constexpr std::array<std::string_view, 3> full {
    "No space left on device", "Disk quota exceeded", "File too large"};

} // namespace

Error sshFailure(const SshTarget& target, const std::string& written)
{
    const auto where = addressOf(target);
    if (has(written, "IDENTIFICATION HAS CHANGED"))
        return {.kind = ErrorKind::BadInput,
            .message = fmt::format("the host key of {} is another one than ssh knows: nothing was "
                                   "sent there; if the machine was set up anew, run `ssh-keygen -R "
                                   "{}` and connect once with ssh",
                where, target.host)};
    if (has(written, "Host key verification failed") || has(written, "host key is known"))
        return {.kind = ErrorKind::BadInput,
            .message = fmt::format("ssh does not know the host key of {} yet: nothing was sent "
                                   "there; connect once with ssh, compare the key and accept it",
                where)};
    if (has(written, "Permission denied") || has(written, "Too many authentication failures"))
        return {.kind = ErrorKind::BadInput,
            .message = fmt::format("{} refuses the key that ssh offers: nothing was sent there; "
                                   "add the public key there (`ssh-copy-id`), or name the right "
                                   "user and key in ~/.ssh/config",
                where)};
    if (hasAny(written, unreached))
        return {.kind = ErrorKind::Unavailable,
            .message = fmt::format("{} cannot be reached: {}; check its name, its port and the "
                                   "network",
                where, lastSshLine(written))};
    return {.kind = ErrorKind::Unavailable,
        .message = fmt::format("the connection to {} ended{}", where,
            trimmed(written).empty() ? "" : ": " + lastSshLine(written))};
}

Error thereFailure(const SshTarget& target, const std::string& refused, const std::string& written)
{
    const auto where = addressOf(target);
    if (hasAny(written, full))
        return {.kind = ErrorKind::Failed,
            .message = fmt::format("the disk of {} is full: nothing of it is left there; make "
                                   "room in its ~/.cache/fusescope (`fusescope remote clean "
                                   "{}` removes what Fusescope left)",
                where, where)};
    if (refused == "damaged")
        return {.kind = ErrorKind::Unavailable,
            .message = fmt::format(
                "what was sent to {} did not arrive whole, and nothing of it is kept", where)};
    if (refused == "running")
        return {.kind = ErrorKind::BadInput,
            .message = fmt::format("it is still being recorded on {}", where)};
    if (refused == "absent")
        return {.kind = ErrorKind::NotFound,
            .message = fmt::format("{} has no such recording any more", where)};
    if (refused == "home")
        return {.kind = ErrorKind::Failed,
            .message = fmt::format("the user on {} has no home folder, where what is sent would "
                                   "be kept: set HOME there, or XDG_CACHE_HOME",
                where)};
    return {.kind = ErrorKind::Failed,
        .message = fmt::format("{} did not do what was asked of it{}", where,
            trimmed(written).empty()
                ? (refused.empty() ? std::string() : " (" + refused.substr(0, 40) + ")")
                : ": " + lastSshLine(written))};
}

} // namespace profiler::remote
