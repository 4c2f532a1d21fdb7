// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/api_list.h"
#include "profiler/collect/graph_epochs.h"
#include "profiler/collect/name_table.h"
#include "profiler/collect/record_layout.h"
#include "profiler/collect/shape_table.h"
#include "profiler/model/trace.h"
#include "profiler/spool/spool_writer.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace profiler::collect {

/// Which correlation ids a launch was seen for, and which a record of the device: a few bits an id,
/// since ids are handed out in order. Records come in any order; the ids wrap at 32 bits.
class CorrelationLedger {
public:
    CorrelationLedger();

    /// A successful call that must show on the device.
    void expectOnDevice(std::uint32_t id) { mark(id, expected); }

    /// Any recorded call.
    void sawCall(std::uint32_t id) { mark(id, called); }

    void sawOnDevice(std::uint32_t id) { mark(id, onDevice); }

    /// Ids that were expected on the device and never came.
    [[nodiscard]] std::int64_t withoutDevice() const;
    /// Ids of the device that no recorded call has.
    [[nodiscard]] std::int64_t withoutCall() const;

private:
    static constexpr std::uint32_t pageBits = 16;
    static constexpr std::uint8_t called = 1;
    static constexpr std::uint8_t expected = 2;
    static constexpr std::uint8_t onDevice = 4;

    /// Four bits an id.
    using Page = std::array<std::uint8_t, (1U << pageBits) / 2>;

    void mark(std::uint32_t id, std::uint8_t what)
    {
        auto& page = m_pages[id >> pageBits];
        if (!page)
            page = std::make_unique<Page>();
        const auto within = id & ((1U << pageBits) - 1);
        auto& pair = (*page)[within / 2];
        pair = static_cast<std::uint8_t>(pair | what << (within % 2 * 4));
    }

    template <typename Condition>
    [[nodiscard]] std::int64_t count(const Condition& condition) const;

    std::vector<std::unique_ptr<Page>> m_pages;
};

struct RecordCounts {
    std::int64_t kernels = 0;
    std::int64_t copies = 0;
    std::int64_t fills = 0;
    std::int64_t apis = 0; ///< that are stored
    std::int64_t overheads = 0;
    std::int64_t overheadNs = 0; ///< what CUPTI itself says that it cost
    std::int64_t other = 0;
    std::int64_t graphLaunches = 0;
    std::int64_t graphRecords = 0; ///< of the device, made by replays

    bool operator==(const RecordCounts&) const = default;
};

/// CUPTI's name of an API call, nullptr when it knows none; by domain and callback id.
using ApiNamer = const char* (*)(CUpti_CallbackDomain domain, CUpti_CallbackId id);

struct TraceRules {
    std::int64_t mostRows = 10'000'000; ///< device buffers may not be recycled for ever
    bool allApis = false;
    ApiNamer apiNamer = nullptr;
};

/// The rows of one trace on their way to its spool file. Rows of a table come in the order in which
/// CUPTI gave them: by time only within a stream or thread.
class TraceTables {
public:
    TraceTables(TraceRules rules, GraphEpochs& graphs);

    /// 0 or an errno.
    [[nodiscard]] int open(const char* spoolPath) { return m_writer.open(spoolPath); }

    void beginBuffer() { m_kernelNames.beginBuffer(); }

    void add(const KernelRecord& record);
    void add(const GraphRecord& record);
    void add(const CopyRecord& record);
    void add(const PeerCopyRecord& record);
    void add(const FillRecord& record);
    void add(CUpti_CallbackDomain domain, const ApiRecord& record);
    void add(const OverheadRecord& record);

    void addOther() { ++m_counts.other; }

    void addReason(std::string sentence);

    /// Writes the rows that wait for their chunk to fill.
    void writeThrough();
    void writeCalls(std::span<const TraceCall> calls);
    /// The last thing written; fills in what is known only now.
    [[nodiscard]] TraceLosses finish(TraceLosses ofTheSession);

    [[nodiscard]] const RecordCounts& counts() const { return m_counts; }

    [[nodiscard]] int failure() const { return m_failure; }

private:
    struct Span {
        std::int64_t startNs = 0;
        std::int64_t durationNs = 0;
        std::uint8_t flags = 0;
    };

    [[nodiscard]] Span spanOf(std::uint64_t start, std::uint64_t end);
    [[nodiscard]] bool hasRoom();
    [[nodiscard]] std::int32_t graphOf(std::uint32_t graph, std::uint32_t launch, const Span& span);
    /// `addOwn` adds what such rows have beside their time and place.
    template <typename Columns, typename Record, typename AddOwn>
    void addDeviceRow(TraceChunk& chunk, const Record& record, const AddOwn& addOwn);
    template <typename Record>
    void addCopyRow(const Record& record, CopyKind kind);
    void follow(const ListedApi& api, const ApiRecord& record);
    [[nodiscard]] std::int32_t apiName(
        CUpti_CallbackDomain domain, CUpti_CallbackId id, const ListedApi* listed);
    [[nodiscard]] bool isCapturing(std::uint32_t thread) const;

    template <typename Columns>
    [[nodiscard]] static Columns& rowsOf(TraceChunk& chunk)
    {
        return std::get<Columns>(chunk);
    }

    template <typename Columns>
    void writeIfFull(TraceChunk& chunk);
    template <typename Columns>
    void writeRows(TraceChunk& chunk);
    void writeNames();
    void keep(int failure);

    TraceRules m_rules;
    GraphEpochs& m_graphs;
    spool::SpoolWriter m_writer;
    int m_failure = 0;
    NameTable m_names;
    KernelNames m_kernelNames {m_names};
    ShapeTable m_shapes;
    std::unordered_map<std::uint64_t, std::int32_t> m_apiNames;
    CorrelationLedger m_ledger;
    ReplayCounts m_replays;
    std::vector<std::uint32_t> m_capturing; ///< threads
    // Held as the variants that the writer takes, so that nothing is copied for it.
    TraceChunk m_kernels {KernelColumns {}};
    TraceChunk m_apis {ApiColumns {}};
    TraceChunk m_copies {CopyColumns {}};
    std::int64_t m_rows = 0;
    RecordCounts m_counts;
    TraceLosses m_losses;
};

} // namespace profiler::collect
