// SPDX-License-Identifier: Apache-2.0
#include "app/cli/remote/remote_progress.h"

#include "profiler/model/enum_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

template <>
std::span<const profiler::EnumKey<profiler::ProgressKind>> profiler::enumKeys();

namespace cli {
namespace {

using nlohmann::json;
using profiler::Progress;
using profiler::ProgressKind;
using Wish = profiler::remote::JobEyes::Wish;

constexpr std::size_t longestText = 2000;

std::string text(const json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_string()
        ? found->get<std::string>().substr(0, longestText)
        : std::string();
}

int number(const json& row, const char* key)
{
    constexpr std::int64_t most = 1'000'000'000;
    const auto found = row.find(key);
    if (found == row.end() || !found->is_number_integer())
        return -1;
    const auto value = found->get<std::int64_t>();
    return value >= 0 && value <= most ? static_cast<int>(value) : -1;
}

std::optional<double> real(const json& row, const char* key)
{
    const auto found = row.find(key);
    if (found == row.end() || !found->is_number())
        return std::nullopt;
    const auto value = found->get<double>();
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<Progress> progressFromJson(std::string_view line)
{
    const auto row = json::parse(line, nullptr, false);
    if (!row.is_object() || text(row, "event").empty())
        return std::nullopt;
    const auto kind = profiler::fromKey<ProgressKind>(text(row, "event"));
    if (!kind && text(row, "text").empty())
        return std::nullopt;
    const auto again = row.find("again");
    Progress progress {.kind = kind.value_or(ProgressKind::Notice),
        .process = profiler::fromKey<profiler::ProcessKind>(text(row, "process")),
        .variant = text(row, "variant"),
        .again = again != row.end() && again->is_boolean() && again->get<bool>(),
        .repetition = number(row, "repetition"),
        .round = number(row, "round"),
        .stage = text(row, "stage"),
        .text = text(row, "text"),
        .judged = {},
        .search = {},
        .doneRatio = std::clamp(real(row, "done_ratio").value_or(0), 0.0, 1.0),
        .left = std::nullopt};
    constexpr double mostLeft = 1e18; // thirty years
    if (const auto left = real(row, "left_ns"); left && *left >= 0 && *left < mostLeft)
        progress.left = profiler::nanoseconds(static_cast<std::int64_t>(*left));
    return progress;
}

bool RemoteAttention::isTired() const
{
    constexpr std::chrono::seconds patience {30};
    return m_heard > 1 && Clock::now() - m_asked > patience;
}

bool RemoteAttention::goOn() const
{
    const bool asked
        = (m_stop.requested() && m_heard < 1) || (m_stop.killRequested() && m_heard < 2);
    return !asked && !isTired();
}

Wish RemoteAttention::wish()
{
    if (isTired())
        return Wish::Leave;
    if (goOn())
        return Wish::Watch;
    ++m_heard;
    m_asked = Clock::now();
    return Wish::Stop;
}

RemoteRequests::RemoteRequests(std::vector<std::string> variants, profiler::StopRequest& stop)
    : m_variants(std::move(variants))
    , m_stop(stop)
    , m_listener([this](std::string_view line) { return obey(line); })
{
}

bool RemoteRequests::waiting() const
{
    const std::lock_guard lock(m_mutex);
    return !m_lines.empty();
}

std::string RemoteRequests::take()
{
    const std::lock_guard lock(m_mutex);
    if (m_lines.empty())
        return {};
    auto line = std::move(m_lines.front());
    m_lines.pop_front();
    return line;
}

std::string RemoteRequests::obey(std::string_view line)
{
    constexpr std::size_t most = 100;
    auto refused = cli::obey(line, m_variants, m_checked);
    if (!refused.empty())
        return refused;
    if (line == "stop") {
        m_stop.request(); // as Ctrl-C
        return {};
    }
    const std::lock_guard lock(m_mutex);
    if (m_lines.size() >= most)
        return "too many requests wait for the other machine";
    m_lines.emplace_back(line);
    return {};
}

} // namespace cli
