// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/terminal/slow_calls_text.h"

#include "profiler/evidence/latency/slow_call.h"
#include "profiler/model/number_text.h"
#include "profiler/report/advice/slow_text.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {
namespace {

constexpr std::size_t callsOfACause = 5;
constexpr std::size_t widestDetail = 96;

std::string slowCallText(const Json& row, const char* key)
{
    return printable(row.at(key).get_ref<const std::string&>());
}

std::string durationAt(const Json& row, const char* key)
{
    const auto& value = row.at(key);
    return value.is_number() ? formatDuration(value.get<double>()) : "–";
}

std::string causeName(const Json& row)
{
    const auto cause = fromKey<SlowCause>(row.at("cause").get_ref<const std::string&>());
    return slowCauseName(cause.value_or(SlowCause::Unexplained));
}

/// Most time first, as the calls are.
std::vector<const Json*> causesByTime(const Json& causes)
{
    std::vector<const Json*> ordered;
    for (const auto& cause : causes)
        ordered.push_back(&cause);
    std::ranges::stable_sort(ordered, std::ranges::greater(),
        [](const Json* cause) { return cause->at("over_median_ns").get<double>(); });
    return ordered;
}

std::string shareAt(const Json& row, const char* key)
{
    return row.at(key).is_number() ? percentText(row.at(key).get<double>()) : "–";
}

std::string sumsText(const std::vector<const Json*>& causes)
{
    TextTable table({{"cause"}, {"calls", Align::Right}, {"timed", Align::Right},
        {"above median", Align::Right}, {"share", Align::Right}, {"explained", Align::Right}});
    for (const auto* cause : causes)
        table.addRow({causeName(*cause), formatCount(cause->at("calls").get<std::int64_t>()),
            formatCount(cause->at("timed").get<std::int64_t>()),
            durationAt(*cause, "over_median_ns"), shareAt(*cause, "share_ratio"),
            cause->at("explained_ns").get<double>() > 0 ? durationAt(*cause, "explained_ns")
                                                        : "–"});
    return table.text();
}

std::string whoText(const Json& row)
{
    const auto name
        = row.at("variant").is_string() ? slowCallText(row, "variant") : std::string("all");
    return name + ", " + slowCallText(row, "case");
}

/// The slowest calls of a cause, and what to do about them.
std::string causeText(const Json& calls, const std::string& key)
{
    TextTable table({{"call", Align::Right}, {"above", Align::Right}, {"of it", Align::Right},
        {"who"}, {"which"}, {"why"}});
    std::vector<std::pair<std::string, std::string>> advice;
    std::size_t count = 0;
    for (const auto& row : calls) {
        if (row.at("cause") != key || ++count > callsOfACause)
            continue;
        auto which = slowCallText(row, "place");
        if (row.at("left_out").get<bool>())
            which += " (left out)";
        table.addRow({durationAt(row, "ns"), durationAt(row, "over_median_ns"),
            durationAt(row, "explained_ns"), whoText(row), which,
            elided(slowCallText(row, "detail"), widestDetail)});
        auto code = row.at("remedy").is_string() ? row.at("remedy").get<std::string>() : "";
        std::pair each {slowCallText(row, "advice"), std::move(code)};
        if (std::ranges::find(advice, each) == advice.end())
            advice.push_back(std::move(each));
    }
    auto text = table.text();
    if (count > callsOfACause)
        text += "  and "
            + countText(static_cast<std::int64_t>(count - callsOfACause), "call", "calls")
            + " more\n";
    for (const auto& [clause, code] : advice) {
        text += "  → " + clause + "\n";
        for (std::size_t from = 0; from < code.size();) {
            const auto end = std::min(code.find('\n', from), code.size());
            text += "      " + printable(code.substr(from, end - from)) + "\n";
            from = end + 1;
        }
    }
    return text;
}

} // namespace

std::string slowCallsText(const Json& document)
{
    const auto causes = causesByTime(document.at("causes"));
    auto text = printable(document.at("sentence").get_ref<const std::string&>()) + "\n";
    if (causes.empty())
        return text;
    text += "\n" + sumsText(causes);
    for (const auto* cause : causes)
        text += "\n" + capitalized(causeName(*cause)) + "\n"
            + causeText(document.at("slow"), cause->at("cause").get<std::string>());
    return text;
}

} // namespace profiler
