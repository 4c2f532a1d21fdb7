// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/kineto_reader.h"

#include "profiler/evidence/ranks/ranks.h"
#include "profiler/formats/json/json_time.h"
#include "profiler/formats/kineto/chrome_document.h"
#include "profiler/formats/kineto/chrome_source.h"
#include "profiler/formats/kineto/kineto_columns.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {
namespace {

/// What a trace tells about itself beside its events. Fields are taken by name: those that name
/// hosts, users or jobs, and the free form of `metadata`, are never kept.
class KinetoHeader {
public:
    void take(const ChromePiece& member);

    /// Nanoseconds to add to all times; nullopt: none was told.
    [[nodiscard]] std::optional<std::int64_t> baseNs() const { return m_baseNs; }

    /// Puts name, devices and environment into the trace, whose rows say which device was used.
    void describe(ImportedTrace& trace) const;

private:
    void takeDevices(std::string_view list);
    void takeJob(std::string_view object);
    [[nodiscard]] const ImportedDevice* usedDevice(const ImportedTrace& trace) const;

    std::optional<std::int64_t> m_baseNs;
    std::string m_name;
    std::vector<ImportedDevice> m_devices;
    EnvironmentFields m_versions;
};

constexpr std::size_t mostDevices = 256;
constexpr std::size_t longestVersion = 64;

std::optional<int> smallOf(const JsonValue& value)
{
    const auto number = jsonInteger(value.raw);
    return number && *number >= 0 && *number <= std::numeric_limits<int>::max()
        ? std::optional(static_cast<int>(*number))
        : std::nullopt;
}

/// CUDA's 12040 → "12.4".
std::string cudaVersion(std::int64_t number)
{
    return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

/// HIP's 60342133 → "6.3.42133".
std::string hipVersion(std::int64_t number)
{
    return fmt::format("{}.{}.{}", number / 10'000'000, number / 100'000 % 100, number % 100'000);
}

/// The name of ours and the text of it for a field that tells a version.
std::optional<std::pair<std::string, std::string>> versionOf(
    std::string_view key, const JsonValue& value)
{
    const auto number = jsonInteger(value.raw);
    const bool natural = number && *number > 0;
    if (natural && key == "cuda_runtime_version")
        return std::pair("cuda", cudaVersion(*number));
    if (natural && key == "cuda_driver_version")
        return std::pair("cuda_driver", cudaVersion(*number));
    if (natural && key == "hip_runtime_version")
        return std::pair("hip", hipVersion(*number));
    if (natural && key == "hip_driver_version")
        return std::pair("hip_driver", hipVersion(*number));
    if (key == "cupti_version" || key == "roctracer_version")
        if (value.kind != JsonKind::Container && !value.raw.empty()
            && value.raw.size() <= longestVersion)
            return std::pair(std::string(key.substr(0, key.find('_'))), jsonText(value.raw));
    return std::nullopt;
}

ImportedDevice deviceOf(std::string_view object)
{
    ImportedDevice device;
    JsonMembers members(object);
    JsonMember member;
    while (members.next(member)) {
        const auto& [key, value] = member;
        if (key == "id")
            device.id = jsonInteger(value.raw).value_or(0);
        else if (key == "name" && value.kind == JsonKind::Text)
            device.name = jsonText(value.raw);
        else if (key == "numSms" || key == "multiProcessorCount")
            device.multiprocessors = smallOf(value);
        else if (key == "computeMajor" || key == "major")
            device.computeMajor = smallOf(value);
        else if (key == "computeMinor" || key == "minor")
            device.computeMinor = smallOf(value);
        else if (key == "totalGlobalMem")
            device.memoryBytes = jsonInteger(value.raw);
        else if (key == "warpSize")
            device.warpSize = smallOf(value);
    }
    return device;
}

/// AMD counts its capabilities on its own; they are none of NVIDIA's.
bool isCuda(const ImportedDevice& device, const EnvironmentFields& versions)
{
    constexpr int warpOfCuda = 32;
    return device.warpSize.value_or(warpOfCuda) == warpOfCuda && !versions.contains("hip")
        && !versions.contains("roctracer");
}

void KinetoHeader::take(const ChromePiece& member)
{
    const auto& key = member.key;
    const auto& value = member.value;
    if (key == "baseTimeNanoseconds") {
        const auto base = jsonInteger(value.raw);
        if (base && *base <= farthestTimeNs && *base >= -farthestTimeNs)
            m_baseNs = base;
    } else if (key == "traceName") {
        m_name = jsonText(value.raw);
    } else if (key == "deviceProperties" || key == "computeProperties") {
        takeDevices(value.raw);
    } else if (key == "distributedInfo") {
        takeJob(value.raw);
    } else if (auto version = versionOf(key, value)) {
        m_versions.insert_or_assign(std::move(version->first), std::move(version->second));
    }
}

/// Which process of how many; of the rest hosts and jobs can be told.
void KinetoHeader::takeJob(std::string_view object)
{
    if (!object.starts_with('{'))
        return;
    JsonMembers members(object);
    JsonMember member;
    while (members.next(member))
        for (const auto field : {rankField, worldSizeField})
            if (member.key == field)
                if (const auto number = smallOf(member.value))
                    m_versions.insert_or_assign(std::string(field), std::to_string(*number));
}

void KinetoHeader::takeDevices(std::string_view list)
{
    m_devices.clear();
    if (!list.starts_with('['))
        return;
    JsonElements elements(list);
    JsonValue element;
    while (m_devices.size() < mostDevices && elements.next(element))
        if (element.raw.starts_with('{'))
            m_devices.push_back(deviceOf(element.raw));
}

/// A process that sees some devices alone may number them anew: where the file lists a single one,
/// that is it. nullptr: the file does not tell.
const ImportedDevice* KinetoHeader::usedDevice(const ImportedTrace& trace) const
{
    const auto& kernels = trace.rows.kernels;
    if (m_devices.size() == 1 || (kernels.size() == 0 && !m_devices.empty()))
        return &m_devices.front();
    if (kernels.size() == 0)
        return nullptr;
    const auto found
        = std::ranges::find(m_devices, std::int64_t {kernels.device[0]}, &ImportedDevice::id);
    return found == m_devices.end() ? nullptr : &*found;
}

void KinetoHeader::describe(ImportedTrace& trace) const
{
    trace.name = m_name;
    trace.devices = m_devices;
    trace.environment = m_versions;
    if (const auto size = trace.environment.find(std::string(worldSizeField));
        size != trace.environment.end() && size->second == "1") { // a job of one has no ranks
        trace.environment.erase(size);
        trace.environment.erase(std::string(rankField));
    }
    const auto* const device = usedDevice(trace);
    if (device == nullptr)
        return;
    auto& fields = trace.environment;
    if (!device->name.empty())
        fields["device_name"] = device->name;
    if (device->multiprocessors)
        fields["multiprocessors"] = std::to_string(*device->multiprocessors);
    if (device->computeMajor && device->computeMinor && isCuda(*device, m_versions))
        fields["compute_capability"]
            = fmt::format("{}.{}", *device->computeMajor, *device->computeMinor);
}

/// Beginnings and ends alone, which no trace of torch.profiler has.
struct Unpaired {
    std::int64_t count = 0;
    std::int64_t firstByte = 0;
};

/// Events that cannot be taken are lost one by one; the others stay.
void takeEvent(KinetoColumns& columns, ChromeDocument& document, const ChromePiece& piece)
{
    const auto event = readChromeEvent(piece.value.raw, piece.nested);
    if (!event)
        document.lose(
            fmt::format(
                "The event at byte {} is damaged and left out; the others are kept.", piece.byte),
            piece.byte);
    else if (!columns.add(*event))
        document.lose(fmt::format("The event at byte {} tells no time that can be read and is left "
                                  "out; the others are kept.",
                          piece.byte),
            piece.byte);
}

/// All that the document holds, up to as many events.
Unpaired takePieces(
    KinetoColumns& columns, KinetoHeader& header, ChromeDocument& document, std::int64_t mostEvents)
{
    Unpaired unpaired;
    std::int64_t events = 0;
    while (const auto piece = document.next()) {
        if (!piece->event) {
            header.take(*piece);
            continue;
        }
        if (events == mostEvents) {
            document.lose(fmt::format("The trace has more than {} events; those from byte {} on "
                                      "are left out; record fewer steps to see all.",
                              mostEvents, piece->byte),
                piece->byte);
            break;
        }
        ++events;
        takeEvent(columns, document, *piece);
        if (unpaired.count == 0 && columns.unpaired() > 0)
            unpaired.firstByte = piece->byte;
        unpaired.count = columns.unpaired();
    }
    return unpaired;
}

Error noTrace(const ChromeDocument& document, const ChromeSource& source)
{
    if (source.damage() != nullptr)
        return {.kind = ErrorKind::BadData,
            .message = fmt::format("The file holds no events that can be read: {}; export the "
                                   "trace again.",
                source.damage())};
    if (document.empty())
        return {.kind = ErrorKind::BadData,
            .message = "The file is empty: its process ended before it wrote the trace; export it "
                       "again."};
    if (document.isObjectPerLine())
        return {.kind = ErrorKind::BadData,
            .message = "The file holds one JSON object after another (NDJSON), not one trace; put "
                       "them into a list, as \"jq -s . FILE > trace.json\" does, and import that."};
    return {.kind = ErrorKind::BadData,
        .message = "The file is no trace of torch.profiler: it has no list of traceEvents; choose "
                   "one that export_chrome_trace wrote."};
}

/// A browser's or a kernel's trace, or a list of whatever else.
Error foreignTrace(const ImportedTrace& trace)
{
    constexpr std::size_t mostNamed = 5;
    std::vector<std::string> names;
    for (const auto& [category, events] : trace.categories)
        if (!category.empty() && names.size() < mostNamed)
            names.push_back(category);
    return {.kind = ErrorKind::BadData,
        .message = fmt::format("The file is no trace of torch.profiler: of its {} events none is "
                               "of a category that it writes ({}); choose one that "
                               "export_chrome_trace wrote.",
            trace.events,
            names.empty() ? "they have none"
                          : fmt::format("they have {}", fmt::join(names, ", ")))};
}

void addLosses(ImportedTrace& trace, const ChromeDocument& document, const Unpaired& unpaired)
{
    for (const auto& loss : document.losses())
        trace.losses.push_back(loss);
    if (unpaired.count > 0)
        trace.losses.push_back(
            {.what = fmt::format("{} a beginning or an end alone, as no trace of torch.profiler "
                                 "does, the first at byte {}; left out, the others are kept.",
                 unpaired.count == 1 ? "1 event tells"
                                     : fmt::format("{} events tell", unpaired.count),
                 unpaired.firstByte),
                .byte = unpaired.firstByte});
}

} // namespace

bool isKineto(const FileBegin& file)
{
    const auto text = file.text();
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

Result<ImportedTrace> readKineto(ChromeSource& source, const KinetoLimits& limits)
{
    ChromeDocument document(source, limits.blockBytes, limits.valueBytes);
    KinetoColumns columns;
    KinetoHeader header;
    const auto unpaired = takePieces(columns, header, document, limits.events);
    if (source.stopped())
        return failure(ErrorKind::Interrupted, "Reading the trace was stopped; nothing is kept.");
    if (!document.foundEvents())
        return tl::unexpected(noTrace(document, source));
    const bool foreign = !columns.knowsAnything() && unpaired.count == 0;
    auto trace = columns.take(header.baseNs().value_or(0));
    if (foreign && trace.events > 0)
        return tl::unexpected(foreignTrace(trace));
    header.describe(trace);
    addLosses(trace, document, unpaired);
    return trace;
}

Result<ImportedTrace> readKineto(const std::filesystem::path& file, const ReadProgress& progress)
{
    auto source = ChromeSource::open(file, progress);
    if (!source)
        return tl::unexpected(source.error());
    auto trace = readKineto(*source);
    if (!trace && trace.error().kind == ErrorKind::BadData)
        return failure(
            ErrorKind::BadData, fmt::format("{}: {}", file.string(), trace.error().message));
    return trace;
}

} // namespace profiler
