// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/chrome/chrome_trace.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/evidence/trace/rows_in_time.h"
#include "profiler/formats/chrome/chrome_events.h"
#include "profiler/formats/chrome/chrome_lines.h"
#include "profiler/formats/chrome/chrome_names.h"
#include "profiler/formats/chrome/chrome_steps.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace profiler {
namespace {

using Json = nlohmann::ordered_json;

/// The numbers of "12.4" or "6.3.42133"; those that are not there are 0. nullopt: no version.
std::optional<std::array<std::int64_t, 3>> numbersOf(std::string_view version)
{
    std::array<std::int64_t, 3> numbers {};
    for (auto& number : numbers) {
        const auto* const end = version.data() + version.size();
        const auto [stop, error] = std::from_chars(version.data(), end, number);
        constexpr std::int64_t most = 1'000'000;
        if (error != std::errc {} || number < 0 || number > most)
            return std::nullopt;
        if (stop == end || *stop != '.')
            return numbers;
        version.remove_prefix(static_cast<std::size_t>(stop - version.data()) + 1);
    }
    return numbers;
}

void putVersions(Json& document, const EnvironmentFields& environment)
{
    for (const auto& [field, key] : {std::pair {"cuda", "cuda_runtime_version"},
             std::pair {"cuda_driver", "cuda_driver_version"}})
        if (const auto version = numbersOf(fieldIn(environment, field)))
            document[key] = (*version)[0] * 1000 + (*version)[1] * 10;
    for (const auto& [field, key] :
        {std::pair {"hip", "hip_runtime_version"}, std::pair {"hip_driver", "hip_driver_version"}})
        if (const auto version = numbersOf(fieldIn(environment, field)))
            document[key] = (*version)[0] * 10'000'000 + (*version)[1] * 100'000 + (*version)[2];
    for (const auto& [field, key] :
        {std::pair {"cupti", "cupti_version"}, std::pair {"roctracer", "roctracer_version"}})
        if (const auto version = numbersOf(fieldIn(environment, field)))
            document[key] = (*version)[0];
}

/// The one that its process used; the environment knows no other.
void putDevice(Json& document, const ExportedTrace& source)
{
    const auto& rows = source.rows;
    if (rows.kernels.size() + rows.copies.size() == 0)
        return;
    const auto id
        = rows.kernels.size() > 0 ? rows.kernels.device.front() : rows.copies.device.front();
    Json device {{"id", id}, {"name", fieldIn(source.environment, "device_name")}};
    if (const auto capability = numbersOf(fieldIn(source.environment, "compute_capability"))) {
        device["computeMajor"] = (*capability)[0];
        device["computeMinor"] = (*capability)[1];
    }
    if (const auto count = numbersOf(fieldIn(source.environment, "multiprocessors")))
        device["numSms"] = (*count)[0];
    document["deviceProperties"] = Json::array({device});
}

/// The members of a document beside its events: schema, device, versions, warnings. Of the
/// environment it takes what says how fast a device is and which versions ran, and no more.
std::string chromeHeader(const ExportedTrace& source)
{
    Json document {{"schemaVersion", 1}, {"displayTimeUnit", "ms"}, {"traceName", source.name}};
    putDevice(document, source);
    putVersions(document, source.environment);
    if (!source.warnings.empty())
        document["WARNING"] = source.warnings;
    const auto text = document.dump(1, ' ', false, Json::error_handler_t::replace);
    return text.substr(2, text.size() - 4); // without the braces and their line ends
}

using Nesting = ChromeLines::Nesting;

template <typename Columns>
void addDevices(std::set<std::int64_t>& devices, const Columns& columns)
{
    devices.insert(columns.device.begin(), columns.device.end());
}

/// A number of the host's process that no device has: those are processes of their own.
std::int64_t hostProcess(const ExportedTrace& source)
{
    std::set<std::int64_t> devices;
    addDevices(devices, source.rows.kernels);
    addDevices(devices, source.rows.copies);
    std::int64_t process = std::max(source.process, 1);
    while (devices.contains(process))
        ++process;
    return process;
}

/// Beyond all threads and streams.
std::int64_t freeThread(const TraceRows& rows)
{
    std::int64_t most = 0;
    const auto pass = [&](const std::vector<std::int32_t>& used) {
        for (const auto thread : used)
            most = std::max<std::int64_t>(most, thread);
    };
    pass(rows.operators.thread);
    pass(rows.apis.thread);
    pass(rows.kernels.stream);
    pass(rows.copies.stream);
    return most + 1;
}

class Writer {
public:
    Writer(const ExportedTrace& source, const TextSink& sink)
        : m_source(source)
        , m_rows(source.rows)
        , m_steps(chromeSteps(source.rows, source.calls))
        , m_words(source.rows)
        , m_host(hostProcess(source))
        , m_lines(freeThread(source.rows))
        , m_events(sink, chromeBase(source.rows, source.calls))
    {
    }

    bool write()
    {
        m_events.begin(chromeHeader(m_source));
        writeHost();
        writeDevices();
        writeReadings();
        describeLines();
        return m_events.end();
    }

private:
    /// An API call that something on a device may follow from.
    struct Launch {
        ChromePlace place;
        std::int64_t startNs = 0;
    };

    enum HostTable { Operators, Apis, Steps };

    void writeHost()
    {
        RowsInTime rows;
        rows.add(m_rows.operators.startNs, m_rows.operators.durationNs);
        rows.add(m_rows.apis.startNs, m_rows.apis.durationNs);
        rows.add(m_steps.startNs, m_steps.durationNs);
        while (const auto row = rows.next()) {
            if (row->table == Operators)
                writeSpan(*row);
            else if (row->table == Apis)
                writeApi(*row);
            else
                writeStep(*row);
        }
    }

    ChromePlace placeOn(std::int32_t thread, const RowsInTime::Row& row)
    {
        return {m_host,
            m_lines.threadFor(
                m_host, thread, Nesting::Allowed, row.startNs, endOf(row.startNs, row.durationNs))};
    }

    void writeSpan(const RowsInTime::Row& row)
    {
        const auto& spans = m_rows.operators;
        const auto i = row.row;
        const auto kind = static_cast<SpanKind>(spans.kind[i]);
        m_events.complete(chromeCategory(kind), chromePrefix(kind) + m_words.name(spans.name[i]),
            placeOn(spans.thread[i], row), row.startNs, row.durationNs,
            m_words.spanArguments(spans.sequence[i], spans.place[i]));
    }

    void writeApi(const RowsInTime::Row& row)
    {
        const auto& apis = m_rows.apis;
        const auto i = row.row;
        const auto place = placeOn(apis.thread[i], row);
        const auto& name = m_words.name(apis.name[i]);
        m_events.complete(chromeApiCategory(name), name, place, row.startNs, row.durationNs,
            chromeApiArguments(apis.correlation[i], apis.result[i]));
        if (apis.correlation[i] != 0) // the outer one of runtime and driver comes first
            m_launches.emplace(apis.correlation[i], Launch {place, row.startNs});
    }

    /// On the thread of what is called, as far as that can be told.
    void writeStep(const RowsInTime::Row& row)
    {
        if (!m_mainThread)
            m_mainThread = m_rows.operators.size() > 0 ? m_rows.operators.thread.front()
                : m_rows.apis.size() > 0               ? m_rows.apis.thread.front()
                                                       : 1;
        m_events.complete("user_annotation",
            fmt::format("ProfilerStep#{}", m_steps.sequence[row.row]), placeOn(*m_mainThread, row),
            row.startNs, row.durationNs, {});
    }

    void writeDevices()
    {
        RowsInTime rows;
        rows.add(m_rows.kernels.startNs, m_rows.kernels.durationNs);
        rows.add(m_rows.copies.startNs, m_rows.copies.durationNs);
        while (const auto row = rows.next()) {
            if (row->table == 0 && isTimed(m_rows.kernels.flags[row->row]))
                writeKernel(*row);
            else if (row->table == 1 && isTimed(m_rows.copies.flags[row->row]))
                writeCopy(*row);
        }
    }

    template <typename Columns>
    void writeWork(const Columns& columns, const RowsInTime::Row& row, std::string_view category,
        std::string_view name, std::string arguments)
    {
        const auto device = columns.device[row.row];
        const ChromePlace place {device,
            m_lines.threadFor(device, columns.stream[row.row], Nesting::Forbidden, row.startNs,
                endOf(row.startNs, row.durationNs))};
        addPlaceArguments(arguments, columns, row.row);
        m_events.complete(category, name, place, row.startNs, row.durationNs, arguments);
        const auto launch = m_launches.find(columns.correlation[row.row]);
        if (launch != m_launches.end() && launch->second.startNs <= row.startNs)
            m_events.arrow(launch->second.place, launch->second.startNs, place, row.startNs);
    }

    void writeKernel(const RowsInTime::Row& row)
    {
        const auto& kernels = m_rows.kernels;
        writeWork(kernels, row, "kernel", m_words.name(kernels.name[row.row]),
            m_words.shapeArguments(kernels.shape[row.row]));
    }

    void writeCopy(const RowsInTime::Row& row)
    {
        const auto kind = static_cast<CopyKind>(m_rows.copies.kind[row.row]);
        const auto bytes = m_rows.copies.bytes[row.row];
        writeWork(m_rows.copies, row, kind == CopyKind::Memset ? "gpu_memset" : "gpu_memcpy",
            chromeCopyName(kind), fmt::format(R"("bytes":{})", bytes));
    }

    void writeReadings()
    {
        const auto& counters = m_rows.counters;
        for (std::size_t i = 0; i < counters.size(); ++i)
            if (std::isfinite(counters.value[i])) // JSON has no other numbers
                m_events.reading(m_words.name(counters.series[i]), m_host, counters.timeNs[i],
                    fmt::format("{}", counters.value[i]));
    }

    void describeLines()
    {
        std::set<std::int64_t> processes;
        int position = 0;
        for (const auto& line : m_lines.lines()) {
            const bool onHost = line.nesting == Nesting::Allowed;
            if (processes.insert(line.process).second)
                describeProcess(line.process, onHost);
            const ChromePlace place {line.process, line.thread};
            const auto more
                = line.number == 0 ? std::string() : fmt::format(" ({})", line.number + 1);
            m_events.describe("thread_name", place,
                fmt::format(R"("name":"{} {}{}")", onHost ? "thread" : "stream", line.of, more));
            m_events.describe(
                "thread_sort_index", place, fmt::format(R"("sort_index":{})", ++position));
        }
    }

    void describeProcess(std::int64_t process, bool onHost)
    {
        constexpr std::int64_t belowHost = 5'000'000; // as Kineto does
        const ChromePlace place {process, 0};
        const auto label = onHost ? std::string("CPU") : fmt::format("GPU {}", process);
        m_events.describe(
            "process_name", place, fmt::format(R"("name":"{}")", onHost ? "python" : label));
        m_events.describe("process_labels", place, fmt::format(R"("labels":"{}")", label));
        m_events.describe("process_sort_index", place,
            fmt::format(R"("sort_index":{})", onHost ? process : belowHost + process));
    }

    const ExportedTrace& m_source;
    const TraceRows& m_rows;
    OperatorColumns m_steps;
    ChromeNames m_words;
    std::int64_t m_host;
    ChromeLines m_lines;
    ChromeEvents m_events;
    std::unordered_map<std::int32_t, Launch> m_launches; ///< by correlation
    std::optional<std::int32_t> m_mainThread;
};

template <typename Columns>
std::int64_t untimed(const Columns& columns)
{
    return std::ranges::count_if(columns.flags, [](std::uint8_t flags) { return !isTimed(flags); });
}

} // namespace

std::int64_t rowsWithoutTime(const TraceRows& rows)
{
    return untimed(rows.kernels) + untimed(rows.copies);
}

bool writeChromeTrace(const ExportedTrace& source, const TextSink& sink)
{
    return Writer(source, sink).write();
}

} // namespace profiler
