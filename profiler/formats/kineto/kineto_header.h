// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/kineto/chrome_document.h"
#include "profiler/formats/source/imported_trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

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
    [[nodiscard]] const ImportedDevice* usedDevice(const ImportedTrace& trace) const;

    std::optional<std::int64_t> m_baseNs;
    std::string m_name;
    std::vector<ImportedDevice> m_devices;
    EnvironmentFields m_versions;
};

} // namespace profiler
