// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/nsys/nsys_database.h"
#include "profiler/formats/source/imported_trace.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace profiler {

/// Tables of an export → rows of a trace. Throws SQLite::Exception; what was read by then stays.
class NsysTables {
public:
    NsysTables(NsysDatabase& database, ImportedTrace& trace);

    void readHeader(); ///< versions, when the session began, devices
    void readKernels();
    void readGraphs(); ///< launches of whole CUDA graphs, where their kernels were not recorded
    void readCopies();
    void readMemsets();
    void readApis();
    void readRanges();

    /// Sentences on what the rows lack.
    void tellLosses();

private:
    struct Times {
        std::int64_t startNs = 0;
        std::int64_t durationNs = 0;
        std::uint8_t flags = 0; ///< kernel_flags
    };

    struct Place {
        std::uint8_t device = 0;
        std::int32_t context = 0;
        std::int32_t stream = 0;
        std::int32_t correlation = 0;
        std::int32_t graph = 0;
        std::int64_t node = 0;
    };

    [[nodiscard]] std::optional<Times> timesOf(SQLite::Statement& row);
    [[nodiscard]] std::optional<Place> placeOf(SQLite::Statement& row);
    [[nodiscard]] std::int32_t shapeOf(SQLite::Statement& row);
    template <typename Columns>
    [[nodiscard]] bool addWork(Columns& columns, SQLite::Statement& row);
    void addKernel(SQLite::Statement& row, const std::string& name, std::int32_t shape);
    void addCopy(SQLite::Statement& row, CopyKind kind);
    void count(const char* category);

    NsysDatabase& m_database;
    ImportedTrace& m_trace;
    NsysNames m_names;
    NsysCorrelations m_correlations;
    std::map<std::array<std::int64_t, 10>, std::int32_t> m_shapes;
    std::int64_t m_sessionStartNs = 0;
    bool m_knowsStart = false;
    std::int64_t m_farDevices = 0; ///< rows whose device number no column holds
    std::int64_t m_openRanges = 0;
    std::int64_t m_farTimes = 0; ///< rows whose times no clock has
    std::int64_t m_wholeGraphs = 0;
};

} // namespace profiler
