// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/kineto/kineto_arguments.h"
#include "profiler/formats/kineto/kineto_ids.h"
#include "profiler/formats/kineto/kineto_names.h"
#include "profiler/formats/source/imported_trace.h"

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace profiler {

/// Makes rows of events, in any order.
class KinetoColumns {
public:
    KinetoColumns();

    /// False: its time cannot be read, so that it makes no row.
    [[nodiscard]] bool add(const ChromeEvent& event);

    /// The rows by start. `baseNs` is added to all times.
    [[nodiscard]] ImportedTrace take(std::int64_t baseNs);

    /// Whether any event is of a category that torch.profiler writes for some device.
    [[nodiscard]] bool knowsAnything() const { return m_knowsAnything; }

    /// Beginnings and ends that are told apart, as other tools than Kineto do; they make no rows.
    [[nodiscard]] std::int64_t unpaired() const { return m_unpaired; }

private:
    struct Counted {
        KinetoCategory category = KinetoCategory::Other;
        std::int64_t events = 0;
        std::int64_t onDevice = 0; ///< of an unknown one: read as work on a device
        std::int64_t leftOut = 0; ///< of an unknown one: spans that made no row
    };

    struct Times {
        std::int64_t startNs = 0;
        std::int64_t durationNs = 0;
        std::uint8_t flags = 0; ///< kernel_flags
    };

    using ShapeKey = std::array<std::int64_t, 8>;

    [[nodiscard]] Counted& count(std::string_view category);
    [[nodiscard]] bool addUnknown(Counted& counted, const ChromeEvent& event);
    void tellUnknown();
    [[nodiscard]] bool addSpan(const ChromeEvent& event, KinetoCategory category);
    void addApi(const ChromeEvent& event, const Times& times);
    void addKernel(const ChromeEvent& event, const Times& times);
    void addCopy(const ChromeEvent& event, const Times& times, KinetoCategory category);
    [[nodiscard]] bool addMemory(const ChromeEvent& event);
    template <typename Columns>
    void addPlace(Columns& columns, const ChromeEvent& event, const KinetoArguments& arguments);

    [[nodiscard]] std::optional<Times> timesOf(const ChromeEvent& event);
    [[nodiscard]] std::int32_t correlationOf(const KinetoArguments& arguments);
    [[nodiscard]] std::int32_t shapeOf(const KinetoArguments& arguments);
    void addReading(std::int64_t timeNs, const std::string& series, std::int64_t value);
    void addGroup(const ChromeEvent& event, std::int64_t startNs, std::int32_t name);
    void takeShapesOfLaunches();
    void markGraphs();

    ImportedTrace m_trace;
    NameIds m_names;
    ThreadIds m_threads;
    NumberIds m_correlations;
    NumberIds m_devices;
    NumberIds m_streams;
    NumberIds m_contexts;
    NumberIds m_graphs;
    TextMap<Counted> m_categories;
    std::map<ShapeKey, std::int32_t> m_shapes;
    std::unordered_map<std::int32_t, std::int32_t> m_launchShapes; ///< by correlation
    std::unordered_map<std::int32_t, bool> m_communicates; ///< by name of a kernel
    std::int64_t m_unpaired = 0;
    bool m_knowsAnything = false;
};

} // namespace profiler
