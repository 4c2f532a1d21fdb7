// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/terminal/rank_tables.h"

#include "profiler/model/number_text.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace profiler {
namespace {

std::string rankTime(const Json& value)
{
    return value.is_number() ? formatDuration(value.get<double>()) : missingMark;
}

std::string numberOf(const Json& value)
{
    return value.is_number() ? std::to_string(value.get<std::int64_t>()) : missingMark;
}

/// "eager", of several ranks "ddp, rank 3".
std::string rankName(const Json& row)
{
    auto name = row["variant"].is_string() ? printable(row["variant"].get<std::string>())
                                           : std::string(missingMark);
    return row["rank"].is_number() ? name + ", rank " + numberOf(row["rank"]) : name;
}

std::string devicesTable(const Json& rows)
{
    TextTable table({{"variant"}, {"device", Align::Right}, {"busy", Align::Right},
        {"kernels", Align::Right}, {"communication", Align::Right}, {"exposed", Align::Right}});
    for (const auto& row : rows)
        for (const auto& device : row["devices"])
            table.addRow({rankName(row), numberOf(device["device"]),
                percentText(device["busy_ratio"].get<double>()), numberOf(device["kernels"]),
                rankTime(device["communication_ns"]), rankTime(device["exposed_ns"])});
    return table.empty() ? std::string() : table.text();
}

/// Of all traced calls together.
std::string collectivesTable(const Json& rows)
{
    TextTable table({{"variant"}, {"on"}, {"collective"}, {"count", Align::Right},
        {"time", Align::Right}, {"exposed", Align::Right}});
    const auto add = [&](const Json& row, const std::string& where, const Json& collectives) {
        for (const auto& one : collectives)
            table.addRow({rankName(row), where, one["name"].get<std::string>(),
                numberOf(one["count"]), rankTime(one["total_ns"]), rankTime(one["exposed_ns"])});
    };
    for (const auto& row : rows) {
        for (const auto& device : row["devices"])
            add(row, "device " + numberOf(device["device"]), device["collectives"]);
        add(row, "host", row["host_collectives"]);
    }
    return table.empty() ? std::string() : table.text();
}

/// Each reason once.
std::string reasonsText(const Json& rows)
{
    std::map<std::string, std::set<std::string>> reasons;
    for (const auto& row : rows)
        if (row.contains("devices_reason"))
            reasons[row["devices_reason"].get<std::string>()].insert(rankName(row));
    std::string text;
    for (const auto& [reason, names] : reasons) {
        std::string who;
        for (const auto& name : names)
            who += (who.empty() ? "" : "; ") + name;
        text += fmt::format("No device in the trace of {}: {}.\n", who, printable(reason));
    }
    return text;
}

std::string timesOfRanks(const Json& row)
{
    TextTable table({{"rank", Align::Right}, {"arrives last", Align::Right},
        {"waits for the last", Align::Right}, {"clock moved by", Align::Right},
        {"ends within", Align::Right}});
    for (const auto& clock : row["clocks"]) {
        const auto rank = numberOf(clock["rank"]);
        const auto count = row["last_by_rank"].value(rank, Json(0));
        const auto waits = row["wait_ns"].value(rank, Json());
        table.addRow({rank, numberOf(count), rankTime(waits), rankTime(clock["offset_ns"]),
            rankTime(clock["spread_ns"])});
    }
    return table.text();
}

std::string skewsTable(const Json& row)
{
    TextTable table({{"collective"}, {"matched", Align::Right}, {"skew, mean", Align::Right},
        {"longest", Align::Right}});
    for (const auto& kind : row["collectives"])
        table.addRow({kind["name"].get<std::string>(), numberOf(kind["count"]),
            rankTime(kind["mean_skew_ns"]), rankTime(kind["longest_skew_ns"])});
    return table.empty() ? std::string() : "\n" + table.text();
}

std::string ranksText(const Json& row)
{
    const auto variant = row["variant"].is_string() ? row["variant"].get<std::string>() : "";
    if (row["clocks"].is_null())
        return fmt::format("Ranks of {} cannot be laid beside each other: {}.\n",
            printable(variant), printable(row["clocks_reason"].get<std::string>()));
    auto text = fmt::format(
        "{}: {}.\n\n", printable(variant), printable(row["sentence"].get<std::string>()));
    text += timesOfRanks(row) + skewsTable(row) + "\n"
        + printable(row["clocks_sentence"].get<std::string>()) + "\n";
    if (row["unmatched_sentence"].is_string())
        text += printable(row["unmatched_sentence"].get<std::string>()) + "\n";
    return text;
}

/// Below devices, what of each is said.
std::string sentencesText(const Json& rows)
{
    std::string text;
    for (const auto& row : rows)
        for (const auto& device : row["devices"])
            if (device["sentence"].is_string())
                text += fmt::format("{}, device {}: {}.\n", rankName(row),
                    numberOf(device["device"]), device["sentence"].get<std::string>());
    return text;
}

} // namespace

std::string communicationText(const Json& document)
{
    const auto& rows = document["communication"];
    std::vector<std::string> parts {
        devicesTable(rows), collectivesTable(rows), sentencesText(rows), reasonsText(rows)};
    for (const auto& row : document["ranks"])
        parts.push_back(ranksText(row));
    std::string text;
    for (const auto& part : parts)
        if (!part.empty())
            text += (text.empty() ? "" : "\n") + part;
    return text.empty() ? "No calls were traced.\n" : text;
}

} // namespace profiler
