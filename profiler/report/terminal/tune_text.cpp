// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/terminal/tune_text.h"

#include "profiler/model/number_text.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/text/text_table.h"

namespace profiler {
namespace {

std::string tunedTime(const Json& value)
{
    return value.is_number() ? formatDuration(value.get<double>()) : missingMark;
}

/// "1.84× (1.78–1.90)".
std::string speedUpOf(const Json& value)
{
    if (!value.is_object())
        return missingMark;
    return ratioWithInterval({value["estimate"], value["low"], value["high"]});
}

std::string benefitOf(const Json& value)
{
    return value.is_number() ? signedDuration(value.get<double>()) : missingMark;
}

} // namespace

std::string tuneText(const Json& document)
{
    TextTable table({{.heading = "setting"}, {.heading = "median", .align = Align::Right},
        {.heading = "× faster", .align = Align::Right},
        {.heading = "compile", .align = Align::Right},
        {.heading = "won per s", .align = Align::Right},
        {.heading = "round", .align = Align::Right}, {.heading = "why it stopped"}});
    for (const auto& row : document["tune"])
        table.addRow({printable(row["variant"].get<std::string>()), tunedTime(row["median_ns"]),
            speedUpOf(row["speedup"]), tunedTime(row["compile_ns"]),
            benefitOf(row["won_ns_per_compile_s"]),
            row["round"].is_number() ? std::to_string(row["round"].get<int>()) : missingMark,
            printable(row["why"].get<std::string>())});
    auto text = table.text() + "\n" + printable(document["sentence"].get<std::string>()) + "\n";
    if (document["unit_sentence"].is_string())
        text += printable(document["unit_sentence"].get<std::string>()) + "\n";
    text += printable(document["budget_sentence"].get<std::string>()) + "\n";
    if (document["code"].is_string())
        text += "\n" + document["code"].get<std::string>() + "\n";
    return text;
}

} // namespace profiler
