// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/benchmarks/benchmark_formats.h"
#include "profiler/formats/json/json_fields.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace profiler {

namespace {

using json_text::elementsOf;
using json_text::JsonMemberList;
using json_text::membersOf;
using json_text::numberOf;
using json_text::textOf;
using json_text::valueOf;
using Values = std::vector<std::string_view>;

/// Never the name of the machine, which often is the host's.
EnvironmentFields asvEnvironment(const JsonMemberList& document)
{
    EnvironmentFields fields;
    const auto machine = objectIn(document, "params");
    putText(fields, "device_name", valueOf(machine, "cpu"));
    putText(fields, "os", valueOf(machine, "os"));
    putText(fields, "python", valueOf(document, "python"));
    putText(fields, "git_commit", valueOf(document, "commit_hash"));
    const auto requirements = objectIn(document, "requirements");
    for (const auto* library : {"torch", "triton", "torchvision", "transformers", "timm", "numpy"})
        putText(fields, library, valueOf(requirements, library));
    return fields;
}

/// What the last part of "suite.Class.time_forward" begins with says what its number is.
std::optional<HistoryMetric> metricOf(std::string_view name)
{
    const auto function = name.substr(name.rfind('.') + 1);
    if (function.starts_with("time_"))
        return HistoryMetric::Median;
    if (function.starts_with("mem_") || function.starts_with("peakmem_"))
        return HistoryMetric::Memory;
    return std::nullopt;
}

/// The n-th combination of the parameters, the last one varying fastest: "(10, 'a')".
std::string combinationText(const std::vector<Values>& parameters, std::size_t index)
{
    std::vector<std::string> chosen(parameters.size());
    for (auto i = parameters.size(); i-- > 0;) {
        if (parameters[i].empty())
            return {};
        const auto value = parameters[i][index % parameters[i].size()];
        chosen[i] = textOf(value).value_or(std::string(value));
        index /= parameters[i].size();
    }
    std::string text;
    for (const auto& each : chosen)
        text += (text.empty() ? "" : ", ") + each;
    return text.empty() ? text : "(" + text + ")";
}

std::vector<Values> parametersIn(std::string_view value)
{
    std::vector<Values> parameters;
    for (const auto& each : elementsOf(value).value_or(Values {}))
        parameters.push_back(elementsOf(each).value_or(Values {}));
    return parameters;
}

std::size_t columnOf(const Values& columns, std::string_view name)
{
    const auto found = std::ranges::find_if(
        columns, [&](std::string_view each) { return textOf(each) == std::string(name); });
    return static_cast<std::size_t>(found - columns.begin());
}

HistoryPoint sharedAsvPoint(const BenchmarkText& file, const JsonMemberList& document)
{
    constexpr std::int64_t nsPerMs = 1'000'000;
    constexpr std::int64_t lastMs = 7'258'118'400'000; // the year 2200
    const auto date = json_text::integerOf(valueOf(document, "date"));
    const bool known = date && *date > 0 && *date < lastMs;
    const auto environment = textOf(valueOf(document, "env_name")).value_or("");
    return {.file = file.path.string(),
        .started = known ? UtcTime {*date * nsPerMs} : file.written,
        .tool = "asv",
        .workload = "asv",
        .task = "benchmark",
        .variant = environment.empty() ? "benchmark" : environment,
        .unit = "calls",
        .environment = asvEnvironment(document)};
}

/// The points of one benchmark: one for each combination of its parameters.
class BenchmarkReader {
public:
    BenchmarkReader(const Values& columns, HistoryMetric metric)
        : m_result(columnOf(columns, "result"))
        , m_parameters(columnOf(columns, "params"))
        , m_metric(metric)
    {
    }

    void read(const json_text::JsonMember& benchmark, const HistoryPoint& shared,
        std::vector<HistoryPoint>& points) const
    {
        const auto name = json_text::readable(benchmark.key);
        const auto metric = metricOf(name);
        const bool wanted = metric == m_metric
            || (metric == HistoryMetric::Median && m_metric == HistoryMetric::Throughput);
        const auto row = elementsOf(benchmark.value).value_or(Values {});
        if (!wanted || m_result >= row.size())
            return;
        const auto results = elementsOf(row[m_result]).value_or(Values {row[m_result]});
        const auto parameters
            = m_parameters < row.size() ? parametersIn(row[m_parameters]) : std::vector<Values> {};
        for (std::size_t i = 0; i < results.size() && points.size() < mostBenchmarks; ++i) {
            const auto number = numberOf(results[i]);
            if (!number || *number <= 0)
                continue; // failed, skipped
            auto& point = points.emplace_back(shared);
            point.caseName = name + combinationText(parameters, i);
            point.value = HistoryValue {.value = scaled(*number)};
        }
    }

private:
    [[nodiscard]] double scaled(double number) const
    {
        constexpr double nsPerSecond = 1e9;
        if (m_metric == HistoryMetric::Throughput)
            return 1 / number;
        return m_metric == HistoryMetric::Median ? number * nsPerSecond : number;
    }

    std::size_t m_result;
    std::size_t m_parameters;
    HistoryMetric m_metric;
};

bool isAsvFile(std::string_view begin)
{
    const auto quote = begin.find('"');
    return begin.starts_with('{') && quote != std::string_view::npos
        && begin.substr(quote).starts_with("\"commit_hash\"");
}

Result<std::vector<HistoryPoint>> readAsvPoints(const BenchmarkText& file, HistoryMetric metric)
{
    const auto document = membersOf(file.text);
    const auto results = document ? membersOf(valueOf(*document, "results")) : std::nullopt;
    const auto columns = document ? elementsOf(valueOf(*document, "result_columns")) : std::nullopt;
    if (!results || !columns)
        return failure(ErrorKind::BadData,
            file.path.string()
                + " is a damaged file of asv, or of a version before 0.5; run asv update");
    const auto shared = sharedAsvPoint(file, *document);
    const BenchmarkReader reader(*columns, metric);
    std::vector<HistoryPoint> points;
    for (const auto& each : *results)
        reader.read(each, shared, points);
    return points;
}

} // namespace

const BenchmarkFormat asvResults {.recognises = isAsvFile, .read = readAsvPoints};

} // namespace profiler
