// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/benchmarks/benchmark_formats.h"
#include "profiler/formats/json/json_fields.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>

namespace profiler {

namespace {

using json_text::JsonMemberList;
using json_text::membersOf;
using json_text::numberOf;
using json_text::textOf;
using json_text::valueOf;

/// Of "2015-08-14T16:06:07.146833", which is UTC, two digits or four at a place.
std::optional<int> digitsAt(std::string_view text, std::size_t at, std::size_t count)
{
    int number = 0;
    if (text.size() < at + count)
        return std::nullopt;
    const auto* const end = text.data() + at + count;
    const auto parsed = std::from_chars(text.data() + at, end, number);
    return parsed.ec == std::errc() && parsed.ptr == end ? std::optional(number) : std::nullopt;
}

std::optional<UtcTime> timeOf(std::string_view text)
{
    using namespace std::chrono;
    const auto theYear = digitsAt(text, 0, 4);
    const auto theMonth = digitsAt(text, 5, 2);
    const auto theDay = digitsAt(text, 8, 2);
    const auto theHour = digitsAt(text, 11, 2);
    const auto theMinute = digitsAt(text, 14, 2);
    const auto theSecond = digitsAt(text, 17, 2);
    if (!theYear || !theMonth || !theDay || !theHour || !theMinute || !theSecond)
        return std::nullopt;
    const year_month_day date {year(*theYear), month(static_cast<unsigned>(*theMonth)),
        day(static_cast<unsigned>(*theDay))};
    if (!date.ok() || *theYear < 1970 || *theYear > 2200)
        return std::nullopt;
    const auto time = sys_days(date) + hours(*theHour) + minutes(*theMinute) + seconds(*theSecond);
    return UtcTime {duration_cast<nanoseconds>(time.time_since_epoch()).count()};
}

/// Never the name of the host.
EnvironmentFields pytestEnvironment(const JsonMemberList& document)
{
    EnvironmentFields fields;
    const auto machine = objectIn(document, "machine_info");
    putText(fields, "device_name", valueOf(machine, "processor"));
    putText(fields, "device_name", valueOf(objectIn(machine, "cpu"), "brand_raw"));
    putText(fields, "python", valueOf(machine, "python_version"));
    const auto system = textOf(valueOf(machine, "system"));
    const auto release = textOf(valueOf(machine, "release"));
    if (system && release)
        fields["os"] = *system + " " + *release;
    const auto commit = objectIn(document, "commit_info");
    putText(fields, "git_commit", valueOf(commit, "id"));
    putText(fields, "git_branch", valueOf(commit, "branch"));
    if (const auto dirty = valueOf(commit, "dirty"); !dirty.empty())
        fields["git_dirty"] = dirty == "true" ? "1" : "0";
    return fields;
}

std::optional<double> figureOf(const JsonMemberList& stats, HistoryMetric metric)
{
    constexpr double nsPerSecond = 1e9;
    const auto median = numberOf(valueOf(stats, "median"));
    if (!median || *median <= 0)
        return std::nullopt;
    if (metric == HistoryMetric::Median)
        return *median * nsPerSecond;
    return metric == HistoryMetric::Throughput ? std::optional(1 / *median) : std::nullopt;
}

HistoryPoint sharedPytestPoint(const BenchmarkText& file, const JsonMemberList& document)
{
    const auto version = textOf(valueOf(document, "version")).value_or("");
    const auto date = textOf(valueOf(document, "datetime")).value_or("");
    return {.file = file.path.string(),
        .started = timeOf(date).value_or(file.written),
        .tool = version.empty() ? "pytest-benchmark" : "pytest-benchmark " + version,
        .workload = "pytest-benchmark",
        .task = "benchmark",
        .variant = "benchmark",
        .unit = "calls",
        .environment = pytestEnvironment(document)};
}

bool isPytestFile(std::string_view begin)
{
    const auto quote = begin.find('"');
    const auto key = quote == std::string_view::npos ? begin : begin.substr(quote);
    return begin.starts_with('{')
        && (key.starts_with("\"machine_info\"") || key.starts_with("\"commit_info\""));
}

Result<std::vector<HistoryPoint>> readPytestPoints(const BenchmarkText& file, HistoryMetric metric)
{
    const auto document = membersOf(file.text);
    const auto benchmarks
        = document ? json_text::elementsOf(valueOf(*document, "benchmarks")) : std::nullopt;
    if (!benchmarks)
        return failure(ErrorKind::BadData,
            file.path.string() + " is a damaged file of pytest-benchmark; write it anew");
    if (benchmarks->size() > mostBenchmarks)
        return failure(
            ErrorKind::BadData, file.path.string() + " holds more benchmarks than can be read");
    const auto shared = sharedPytestPoint(file, *document);
    std::vector<HistoryPoint> points;
    for (const auto& each : *benchmarks) {
        const auto benchmark = membersOf(each).value_or(JsonMemberList {});
        const auto name = textOf(valueOf(benchmark, "fullname"));
        const auto figure = figureOf(objectIn(benchmark, "stats"), metric);
        if (!name || name->empty() || !figure || !std::isfinite(*figure))
            continue;
        auto& point = points.emplace_back(shared);
        point.caseName = *name;
        point.value = HistoryValue {.value = *figure};
    }
    return points;
}

} // namespace

const BenchmarkFormat pytestBenchmark {.recognises = isPytestFile, .read = readPytestPoints};

} // namespace profiler
