// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/kineto_header.h"

#include "profiler/formats/json/json_time.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace profiler {

namespace {

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

} // namespace

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
    } else if (auto version = versionOf(key, value)) {
        m_versions.insert_or_assign(std::move(version->first), std::move(version->second));
    }
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

} // namespace profiler
