// SPDX-License-Identifier: Apache-2.0
#include "tests/support/kineto_rows.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tests {

using namespace profiler;

namespace {

using Json = nlohmann::json;

/// Numbers with a fraction stay text: a double keeps but a quarter of a microsecond of a date.
class ExactNumbers : public nlohmann::detail::json_sax_dom_parser<Json> {
public:
    using nlohmann::detail::json_sax_dom_parser<Json>::json_sax_dom_parser;

    bool number_float(double /*value*/, const std::string& text)
    {
        auto copy = text;
        return string(copy);
    }
};

std::string contents(const std::filesystem::path& file)
{
    const auto command = (file.extension() == ".gz" ? "gzip -dc '" : "cat '") + file.string() + "'";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    if (!pipe)
        throw std::runtime_error("cannot read " + file.string());
    std::string text;
    std::array<char, 65'536> part {};
    for (std::size_t got = 0; (got = fread(part.data(), 1, part.size(), pipe.get())) > 0;)
        text.append(part.data(), got);
    return text;
}

/// "1700000000123456.789" microseconds → nanoseconds.
std::int64_t nanosecondsOf(const Json& value)
{
    constexpr std::int64_t perMicrosecond = 1000;
    if (value.is_number_integer())
        return value.get<std::int64_t>() * perMicrosecond;
    if (!value.is_string())
        return 0;
    const auto& text = value.get_ref<const std::string&>();
    if (text.find_first_of("eE") != std::string::npos)
        return std::llround(std::strtod(text.c_str(), nullptr) * perMicrosecond);
    const auto point = text.find('.');
    auto fraction = point == std::string::npos ? std::string() : text.substr(point + 1);
    fraction.resize(4, '0');
    const auto tenths = std::strtoll(fraction.c_str(), nullptr, 10);
    const auto whole = std::strtoll(text.c_str(), nullptr, 10) * perMicrosecond;
    const auto rest = (tenths + 5) / 10;
    return text.starts_with('-') ? whole - rest : whole + rest;
}

std::int64_t integerOf(const Json& arguments, const char* key, std::int64_t otherwise = 0)
{
    const auto found = arguments.find(key);
    if (found == arguments.end())
        return otherwise;
    if (found->is_number())
        return found->get<std::int64_t>();
    return found->is_string()
        ? std::strtoll(found->get_ref<const std::string&>().c_str(), nullptr, 10)
        : otherwise;
}

std::int32_t smallOf(const Json& arguments, const char* key, std::int64_t otherwise = 0)
{
    return static_cast<std::int32_t>(integerOf(arguments, key, otherwise));
}

std::string lowered(std::string text)
{
    std::ranges::transform(text, text.begin(),
        [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

class Reader {
public:
    explicit Reader(KinetoTrace& trace)
        : m_trace(trace)
    {
    }

    void read(const Json& document)
    {
        const bool bare = document.is_array();
        if (!bare)
            readDevices(document);
        std::vector<const Json*> events;
        for (const auto& event : bare ? document : document.at("traceEvents"))
            if (event.value("ph", "") == "X" && event.contains("cat"))
                events.push_back(&event);
        std::ranges::stable_sort(events, {}, [](const Json* event) {
            return std::pair(
                nanosecondsOf(event->at("ts")), -nanosecondsOf(event->value("dur", Json())));
        });
        for (const auto* event : events)
            take(*event);
        markGraphs();
    }

private:
    void readDevices(const Json& document)
    {
        for (const auto& device : document.value("deviceProperties", Json::array()))
            m_trace.devices.push_back({.name = device.value("name", ""),
                .major = device.value("computeMajor", 0),
                .minor = device.value("computeMinor", 0),
                .multiprocessors = device.value("numSms", 0)});
    }

    /// Kineto tells the graph of a kernel for newer CUDA alone; its launch tells that there is one.
    void markGraphs()
    {
        std::map<std::int32_t, std::int32_t> launches;
        const auto& apis = m_trace.rows.apis;
        for (std::size_t i = 0; i < apis.size(); ++i)
            if (m_trace.rows.names[static_cast<std::size_t>(apis.name[i]) - 1].text.find(
                    "GraphLaunch")
                != std::string::npos)
                launches.emplace(
                    apis.correlation[i], static_cast<std::int32_t>(launches.size()) + 1);
        auto& kernels = m_trace.rows.kernels;
        for (std::size_t i = 0; i < kernels.size(); ++i)
            if (const auto launch = launches.find(kernels.correlation[i]);
                launch != launches.end() && kernels.graph[i] == 0)
                kernels.graph[i] = launch->second;
    }

    std::int32_t nameOf(const std::string& text)
    {
        const auto [known, added]
            = m_names.emplace(text, static_cast<std::int32_t>(m_names.size()) + 1);
        if (added)
            m_trace.rows.names.push_back({.id = known->second, .text = text});
        return known->second;
    }

    void take(const Json& event)
    {
        const auto category = lowered(event.at("cat").get<std::string>());
        const auto arguments = event.value("args", Json::object());
        if (category == "kernel")
            takeKernel(event, arguments);
        else if (category == "gpu_memcpy" || category == "memcpy" || category == "gpu_memset"
            || category == "memset")
            takeCopy(event, arguments);
        else if (category == "cuda_runtime" || category == "cuda_driver" || category == "runtime")
            takeApi(event, arguments);
        else if (category == "cpu_op" || category == "operator" || category == "user_annotation"
            || category == "python_function")
            takeSpan(event, arguments, category);
    }

    template <typename Columns>
    void takeTimes(Columns& columns, const Json& event)
    {
        columns.startNs.push_back(nanosecondsOf(event.at("ts")));
        columns.durationNs.push_back(nanosecondsOf(event.value("dur", Json())));
    }

    template <typename Columns>
    void takeDevice(Columns& columns, const Json& event, const Json& arguments)
    {
        takeTimes(columns, event);
        columns.correlation.push_back(smallOf(arguments, "correlation"));
        columns.device.push_back(static_cast<std::uint8_t>(integerOf(arguments, "device")));
        columns.context.push_back(smallOf(arguments, "context"));
        columns.stream.push_back(smallOf(arguments, "stream"));
        columns.graph.push_back(smallOf(arguments, "graph id"));
        columns.node.push_back(integerOf(arguments, "graph node id"));
        columns.flags.push_back(0);
    }

    void takeKernel(const Json& event, const Json& arguments)
    {
        auto& kernels = m_trace.rows.kernels;
        takeDevice(kernels, event, arguments);
        kernels.name.push_back(nameOf(event.at("name")));
        kernels.shape.push_back(shapeOf(arguments));
        std::optional<int> percent;
        if (arguments.contains("est. achieved occupancy %"))
            percent = smallOf(arguments, "est. achieved occupancy %");
        m_trace.occupancyPercent.push_back(percent);
    }

    std::int32_t shapeOf(const Json& arguments)
    {
        if (!arguments.contains("grid") || !arguments.contains("block"))
            return 0;
        LaunchShape shape;
        for (std::size_t i = 0; i < shape.grid.size(); ++i) {
            shape.grid.at(i) = arguments["grid"].at(i).get<std::int64_t>();
            shape.block.at(i) = arguments["block"].at(i).get<std::int32_t>();
        }
        shape.registers = smallOf(arguments, "registers per thread");
        shape.dynamicSharedBytes = integerOf(arguments, "shared memory");
        auto& shapes = m_trace.rows.shapes;
        for (const auto& known : shapes) {
            shape.id = known.id;
            if (shape == known)
                return known.id;
        }
        shape.id = static_cast<std::int32_t>(shapes.size()) + 1;
        shapes.push_back(shape);
        return shape.id;
    }

    static CopyKind copyKindOf(const std::string& name)
    {
        for (const auto& [word, kind] :
            {std::pair {"Memset", CopyKind::Memset}, {"HtoD", CopyKind::HostToDevice},
                {"DtoH", CopyKind::DeviceToHost}, {"DtoD", CopyKind::DeviceToDevice}})
            if (name.find(word) != std::string::npos)
                return kind;
        return CopyKind::Unknown;
    }

    void takeCopy(const Json& event, const Json& arguments)
    {
        auto& copies = m_trace.rows.copies;
        takeDevice(copies, event, arguments);
        copies.kind.push_back(static_cast<std::uint8_t>(copyKindOf(event.at("name"))));
        copies.bytes.push_back(integerOf(arguments, "bytes"));
    }

    static std::int32_t threadOf(const Json& event)
    {
        return static_cast<std::int32_t>(integerOf(event, "tid"));
    }

    void takeApi(const Json& event, const Json& arguments)
    {
        auto& apis = m_trace.rows.apis;
        takeTimes(apis, event);
        apis.name.push_back(nameOf(event.at("name")));
        apis.thread.push_back(threadOf(event));
        apis.correlation.push_back(smallOf(arguments, "correlation"));
        apis.result.push_back(0);
    }

    /// nullopt: it is left out, as Python's functions are.
    static std::optional<SpanKind> spanKindOf(const std::string& name, const std::string& category)
    {
        if (category == "python_function")
            return name.starts_with("nn.Module: ") ? std::optional(SpanKind::Module) : std::nullopt;
        if (name.starts_with("Torch-Compiled Region"))
            return SpanKind::Region;
        if (name.find("CompiledFxGraph") != std::string::npos
            || name.starts_with("CompiledFunction"))
            return SpanKind::CompiledFunction;
        if (name.starts_with("autograd::engine::evaluate_function"))
            return SpanKind::Backward;
        return category == "user_annotation" ? SpanKind::Range : SpanKind::Operator;
    }

    void takeSpan(const Json& event, const Json& arguments, const std::string& category)
    {
        auto name = event.at("name").get<std::string>();
        const auto kind = spanKindOf(name, category);
        if (!kind)
            return;
        auto& operators = m_trace.rows.operators;
        takeTimes(operators, event);
        if (name.starts_with("ProfilerStep"))
            m_trace.steps.push_back({.name = name,
                .window = {.startNs = operators.startNs.back(),
                    .endNs = endOf(operators.startNs.back(), operators.durationNs.back())}});
        if (kind == SpanKind::Module)
            name.erase(0, std::string_view("nn.Module: ").size());
        operators.name.push_back(nameOf(name));
        operators.thread.push_back(threadOf(event));
        operators.kind.push_back(static_cast<std::uint8_t>(*kind));
        operators.sequence.push_back(integerOf(arguments, "Sequence number", -1));
        operators.place.push_back(0);
    }

    KinetoTrace& m_trace;
    std::map<std::string, std::int32_t> m_names;
};

} // namespace

KinetoTrace readKineto(const std::filesystem::path& file)
{
    const auto text = contents(file);
    Json document;
    ExactNumbers numbers(document, true);
    Json::sax_parse(text, &numbers);
    KinetoTrace trace;
    Reader(trace).read(document);
    return trace;
}

std::optional<std::filesystem::path> publicTrace(const std::string& name)
{
    const auto folder
        = std::filesystem::path(FUSESCOPE_SOURCE_DIR).parent_path() / "shared" / "data" / "traces";
    const auto file = folder / name;
    return std::filesystem::exists(file) ? std::optional(file) : std::nullopt;
}

std::filesystem::path exampleTrace(const std::string& name)
{
    return std::filesystem::path(FUSESCOPE_SOURCE_DIR) / "tests" / "data" / "traces" / name;
}

TraceCall wholeSpan(const TraceRows& rows)
{
    TraceCall span {.startNs = std::numeric_limits<std::int64_t>::max()};
    const auto widen = [&](const auto& columns) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            span.startNs = std::min(span.startNs, columns.startNs[i]);
            span.endNs = std::max(span.endNs, endOf(columns.startNs[i], columns.durationNs[i]));
        }
    };
    widen(rows.kernels);
    widen(rows.copies);
    return span;
}

} // namespace tests
