// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/kineto_columns.h"

#include "profiler/evidence/ranks/collectives.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/formats/json/json_time.h"
#include "profiler/formats/kineto/kineto_groups.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_columns.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <unordered_set>
#include <utility>
#include <vector>

namespace profiler {
namespace {

template <typename Columns, typename Before>
void order(Columns& columns, Before before)
{
    std::vector<std::uint32_t> rows(columns.size());
    std::iota(rows.begin(), rows.end(), 0U);
    if (std::ranges::is_sorted(rows, before))
        return;
    std::ranges::stable_sort(rows, before);
    forEachColumn(columns, [&](const char* /*name*/, auto& column) {
        std::remove_reference_t<decltype(column)> ordered;
        ordered.reserve(column.size());
        for (const auto row : rows)
            ordered.push_back(column[row]);
        column = std::move(ordered);
    });
}

template <typename Columns>
void orderSpans(Columns& columns)
{
    order(columns, [&](std::uint32_t one, std::uint32_t other) {
        if (columns.startNs[one] != columns.startNs[other])
            return columns.startNs[one] < columns.startNs[other];
        return columns.durationNs[one] > columns.durationNs[other];
    });
}

void move(std::vector<std::int64_t>& times, std::int64_t byNs)
{
    for (auto& time : times)
        time += byNs;
}

/// By start, and of rows that start together the longest first, so that spans come before those
/// within them; else as they were.
void orderByStart(TraceRows& rows)
{
    orderSpans(rows.operators);
    orderSpans(rows.kernels);
    orderSpans(rows.apis);
    orderSpans(rows.copies);
    order(rows.counters, [&](std::uint32_t one, std::uint32_t other) {
        return rows.counters.timeNs[one] < rows.counters.timeNs[other];
    });
}

/// Adds to all times; the sum is to fit.
void moveInTime(TraceRows& rows, std::int64_t byNs)
{
    move(rows.operators.startNs, byNs);
    move(rows.kernels.startNs, byNs);
    move(rows.apis.startNs, byNs);
    move(rows.copies.startNs, byNs);
    move(rows.counters.timeNs, byNs);
}

using enum KinetoArgument;

constexpr std::int64_t half = 1LL << 30;
constexpr std::int64_t most31 = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t most32 = std::numeric_limits<std::uint32_t>::max();

/// "7", and of 2021 "stream 7".
std::optional<std::int64_t> lastNumber(std::string_view text)
{
    const auto last = text.find_last_not_of("0123456789");
    return jsonInteger(last == std::string_view::npos ? text : text.substr(last + 1));
}

std::int32_t narrow(std::optional<std::int64_t> value)
{
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(value.value_or(0), 0, most31));
}

/// Many operators have long arguments, shapes above all, and only some have this one.
std::int64_t sequenceOf(std::string_view arguments)
{
    if (arguments.find("Sequence number") == std::string_view::npos)
        return -1;
    return KinetoArguments(arguments)[SequenceNumber].value_or(-1);
}

/// prof.events().export_chrome_trace(), as the profiler without Kineto, tells operators alone.
bool isOfEventList(const ChromeEvent& event)
{
    return event.category.empty() && event.process == "CPU functions";
}

/// Of [memory] events: which allocator it was.
std::string allocatorName(std::int64_t type, std::int64_t device)
{
    if (type == 0)
        return "host";
    return type == 1 ? fmt::format("device{}", device) : fmt::format("type{}_{}", type, device);
}

template <typename Columns, typename Times>
void addTimes(Columns& columns, const Times& times)
{
    columns.startNs.push_back(times.startNs);
    columns.durationNs.push_back(times.durationNs);
}

} // namespace

/// Zero is no correlation, so that a launch that is numbered zero gets another number.
KinetoColumns::KinetoColumns()
    : m_correlations({.first = 1, .last = most31, .most = most32})
    , m_devices({.first = 0, .last = 191, .most = 255})
    , m_streams({.first = -1, .last = half, .most = most31})
    , m_contexts({.first = 0, .last = half, .most = most31})
    , m_graphs({.first = 1, .last = half, .most = most31})
{
}

KinetoColumns::Counted& KinetoColumns::count(std::string_view category)
{
    auto known = m_categories.find(category);
    if (known == m_categories.end())
        known
            = m_categories.emplace(category, Counted {.category = kinetoCategory(category)}).first;
    ++known->second.events;
    return known->second;
}

bool KinetoColumns::add(const ChromeEvent& event)
{
    ++m_trace.events;
    auto& counted = count(event.category);
    auto category = counted.category;
    if (category == KinetoCategory::Other && isOfEventList(event))
        category = KinetoCategory::Operator;
    const bool memory = event.phase == 'i' && event.name == "[memory]";
    m_knowsAnything = m_knowsAnything || memory
        || (category != KinetoCategory::Unknown
            && !(event.category.empty() && category == KinetoCategory::Other));
    if (memory)
        return addMemory(event);
    if (event.phase == 'B' || event.phase == 'E')
        ++m_unpaired;
    if (event.phase != 'X' || category == KinetoCategory::Other)
        return true;
    if (category == KinetoCategory::Unknown)
        return addUnknown(counted, event);
    switch (category) {
    case KinetoCategory::Operator:
    case KinetoCategory::Annotation:
    case KinetoCategory::Python:
        return addSpan(event, category);
    default:
        break;
    }
    const auto times = timesOf(event);
    if (!times)
        return false;
    if (category == KinetoCategory::Api)
        addApi(event, *times);
    else if (category == KinetoCategory::Kernel)
        addKernel(event, *times);
    else
        addCopy(event, *times, category);
    return true;
}

/// Devices of other makers: what runs in one of their streams is work of it, whatever they call it.
bool KinetoColumns::addUnknown(Counted& counted, const ChromeEvent& event)
{
    const KinetoArguments arguments(event.arguments);
    if (!isDeviceCategory(event.category) && !(arguments[Device] && arguments[Stream])) {
        ++counted.leftOut;
        return true;
    }
    const auto times = timesOf(event);
    if (!times)
        return false;
    m_knowsAnything = true;
    ++counted.onDevice;
    addKernel(event, *times);
    return true;
}

void KinetoColumns::tellUnknown()
{
    for (const auto& [category, counted] : m_categories) {
        const auto tell = [&](std::int64_t events, std::string_view rest) {
            const bool one = events == 1;
            if (events > 0)
                m_trace.losses.push_back({.what
                    = fmt::format("{} {} of the category {} {} {}", events,
                        one ? "event" : "events", jsonText(category), one ? "was" : "were", rest)});
        };
        tell(counted.onDevice,
            "read as work on the device, although the category is none of CUDA's, HIP's or XPU's: "
            "how it was launched and what limits it is not known.");
        tell(counted.leftOut,
            "left out, as torch.profiler writes none such for a processor or a GPU; the others are "
            "kept.");
    }
}

std::optional<KinetoColumns::Times> KinetoColumns::timesOf(const ChromeEvent& event)
{
    const auto start = nanosecondsOfMicroseconds(event.time);
    const auto duration = nanosecondsOfMicroseconds(event.duration);
    if (!start || !duration)
        return std::nullopt;
    m_trace.negativeDurations += *duration < 0 ? 1 : 0;
    return Times {.startNs = *start,
        .durationNs = std::max<std::int64_t>(*duration, 0),
        .flags = *duration < 0 ? kernel_flags::negative : std::uint8_t {0}};
}

bool KinetoColumns::addSpan(const ChromeEvent& event, KinetoCategory category)
{
    const auto span = kinetoSpan(category, event.name);
    if (!span)
        return true;
    const auto times = timesOf(event);
    if (!times)
        return false;
    const auto sequence = sequenceOf(event.arguments);
    if (span->kind == SpanKind::Range && isProfilerStep(event.name))
        m_trace.steps.push_back({.name = jsonText(event.name),
            .startNs = times->startNs,
            .endNs = endOf(times->startNs, times->durationNs)});
    auto& operators = m_trace.rows.operators;
    addTimes(operators, *times);
    operators.name.push_back(m_names.ofRaw(span->name));
    operators.thread.push_back(m_threads.of(event.process, event.thread));
    operators.kind.push_back(static_cast<std::uint8_t>(span->kind));
    operators.sequence.push_back(sequence);
    operators.place.push_back(0);
    return true;
}

std::int32_t KinetoColumns::correlationOf(const KinetoArguments& arguments)
{
    const auto correlation = arguments[Correlation];
    return correlation
        ? static_cast<std::int32_t>(static_cast<std::uint32_t>(m_correlations.of(*correlation)))
        : 0;
}

void KinetoColumns::addApi(const ChromeEvent& event, const Times& times)
{
    const KinetoArguments arguments(event.arguments);
    auto& apis = m_trace.rows.apis;
    addTimes(apis, times);
    apis.name.push_back(m_names.ofRaw(event.name));
    apis.thread.push_back(m_threads.of(event.process, event.thread));
    apis.correlation.push_back(correlationOf(arguments));
    apis.result.push_back(0);
    if (arguments.hasShape() && apis.correlation.back() != 0)
        m_launchShapes.emplace(apis.correlation.back(), shapeOf(arguments));
}

/// Where on a device, and by which launch. Older files tell device and stream as process and
/// thread alone.
template <typename Columns>
void KinetoColumns::addPlace(
    Columns& columns, const ChromeEvent& event, const KinetoArguments& arguments)
{
    const auto orOf = [](std::optional<std::int64_t> value, std::string_view otherwise) {
        return value ? *value : lastNumber(otherwise).value_or(0);
    };
    const auto device = orOf(arguments[Device], event.process);
    const auto stream = orOf(arguments[Stream], event.thread);
    columns.correlation.push_back(correlationOf(arguments));
    columns.device.push_back(static_cast<std::uint8_t>(m_devices.of(device)));
    columns.context.push_back(
        static_cast<std::int32_t>(m_contexts.of(arguments[Context].value_or(0))));
    columns.stream.push_back(static_cast<std::int32_t>(m_streams.of(stream)));
    const auto graph = arguments[Graph].value_or(0);
    columns.graph.push_back(graph == 0 ? 0 : static_cast<std::int32_t>(m_graphs.of(graph)));
    columns.node.push_back(arguments[GraphNode].value_or(0));
}

void KinetoColumns::addKernel(const ChromeEvent& event, const Times& times)
{
    const KinetoArguments arguments(event.arguments);
    auto& kernels = m_trace.rows.kernels;
    addTimes(kernels, times);
    kernels.name.push_back(m_names.ofRaw(event.name));
    kernels.shape.push_back(shapeOf(arguments));
    kernels.flags.push_back(times.flags);
    addPlace(kernels, event, arguments);
    addGroup(event, times.startNs, kernels.name.back());
}

/// Of a collective: among which ranks.
void KinetoColumns::addGroup(const ChromeEvent& event, std::int64_t startNs, std::int32_t name)
{
    const auto [known, isNew] = m_communicates.try_emplace(name, false);
    if (isNew)
        known->second = kernelClassOf(jsonText(event.name)) == WorkKind::Communication;
    if (!known->second)
        return;
    if (const auto group = kinetoGroup(event.arguments); !group.empty())
        addReading(startNs, std::string(collectiveGroupSeries) + group, 1);
}

void KinetoColumns::addCopy(const ChromeEvent& event, const Times& times, KinetoCategory category)
{
    const KinetoArguments arguments(event.arguments);
    const auto kind
        = category == KinetoCategory::Memset ? CopyKind::Memset : kinetoCopyKind(event.name);
    auto& copies = m_trace.rows.copies;
    addTimes(copies, times);
    copies.kind.push_back(static_cast<std::uint8_t>(kind));
    copies.bytes.push_back(arguments[Bytes].value_or(0));
    copies.flags.push_back(times.flags);
    addPlace(copies, event, arguments);
}

/// 0: the file does not tell how it was launched, or not in numbers that a launch can have.
std::int32_t KinetoColumns::shapeOf(const KinetoArguments& arguments)
{
    const auto fits = [](std::int64_t value) { return value >= 0 && value <= most31; };
    const auto& [x, y, z] = arguments.block();
    if (!arguments.hasShape() || !fits(x) || !fits(y) || !fits(z))
        return 0;
    const auto& grid = arguments.grid();
    const auto registers = narrow(arguments[Registers]);
    const auto shared = arguments[SharedMemory].value_or(0);
    const auto next = static_cast<std::int32_t>(m_shapes.size()) + 1;
    const auto [known, added]
        = m_shapes.emplace(ShapeKey {grid[0], grid[1], grid[2], x, y, z, registers, shared}, next);
    if (added)
        m_trace.rows.shapes.push_back({.id = next,
            .grid = grid,
            .block = {narrow(x), narrow(y), narrow(z)},
            .registers = registers,
            .dynamicSharedBytes = shared});
    return known->second;
}

void KinetoColumns::addReading(std::int64_t timeNs, const std::string& series, std::int64_t value)
{
    auto& counters = m_trace.rows.counters;
    counters.timeNs.push_back(timeNs);
    counters.series.push_back(m_names.of(series));
    counters.value.push_back(static_cast<double>(value));
}

/// Files of 2021 tell the bytes of each allocation alone, and no total: no reading comes of it.
bool KinetoColumns::addMemory(const ChromeEvent& event)
{
    const KinetoArguments arguments(event.arguments);
    const auto time = nanosecondsOfMicroseconds(event.time);
    if (!time)
        return false;
    const auto allocator
        = allocatorName(arguments[DeviceType].value_or(0), arguments[DeviceId].value_or(0));
    if (const auto bytes = arguments[TotalAllocated])
        addReading(*time, allocator + "_allocated_bytes", *bytes);
    if (const auto bytes = arguments[TotalReserved])
        addReading(*time, allocator + "_reserved_bytes", *bytes);
    return true;
}

/// HIP tells the shape at the launch, CUDA at the kernel.
void KinetoColumns::takeShapesOfLaunches()
{
    auto& kernels = m_trace.rows.kernels;
    for (std::size_t i = 0; i < kernels.size() && !m_launchShapes.empty(); ++i)
        if (kernels.shape[i] == 0)
            if (const auto launch = m_launchShapes.find(kernels.correlation[i]);
                launch != m_launchShapes.end())
                kernels.shape[i] = launch->second;
}

/// Kineto tells the graph of a kernel for newer CUDA alone; its launch tells that there is one.
void KinetoColumns::markGraphs()
{
    std::unordered_set<std::int32_t> launchNames;
    for (const auto& name : m_trace.rows.names)
        if (name.text.find("GraphLaunch") != std::string::npos)
            launchNames.insert(name.id);
    std::unordered_map<std::int32_t, std::int32_t> launches;
    const auto& apis = m_trace.rows.apis;
    for (std::size_t i = 0; i < apis.size() && !launchNames.empty(); ++i)
        if (apis.correlation[i] != 0 && launchNames.contains(apis.name[i]))
            launches.emplace(apis.correlation[i], static_cast<std::int32_t>(launches.size()) + 1);
    const auto mark = [&](auto& columns) {
        for (std::size_t i = 0; i < columns.size() && !launches.empty(); ++i)
            if (const auto launch = launches.find(columns.correlation[i]);
                launch != launches.end() && columns.graph[i] == 0)
                columns.graph[i] = launch->second;
    };
    mark(m_trace.rows.kernels);
    mark(m_trace.rows.copies);
}

ImportedTrace KinetoColumns::take(std::int64_t baseNs)
{
    auto& rows = m_trace.rows;
    rows.names = m_names.take();
    orderByStart(rows);
    moveInTime(rows, baseNs);
    takeShapesOfLaunches();
    markGraphs();
    for (auto& step : m_trace.steps) {
        step.startNs += baseNs;
        step.endNs = endOf(step.endNs, baseNs);
    }
    std::ranges::stable_sort(m_trace.steps, {}, &TraceStep::startNs);
    for (const auto& [category, counted] : m_categories)
        m_trace.categories[jsonText(category)] += counted.events;
    tellUnknown();
    return std::move(m_trace);
}

} // namespace profiler
