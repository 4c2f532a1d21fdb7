// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/timeline/timeline_busy.h"
#include "profiler/evidence/timeline/timeline_compile.h"
#include "profiler/evidence/timeline/timeline_curve.h"
#include "profiler/evidence/timeline/timeline_names.h"
#include "profiler/evidence/timeline/timeline_spread.h"
#include "profiler/evidence/timeline/timeline_states.h"
#include "profiler/evidence/timeline/timeline_union.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace profiler {

struct TraceCall;

/// What the timeline shows of one trace, ready to be read at any scale. Not the rows themselves:
/// events tell in which row the rest stands.
struct TimelineTracks {
    TimelineNames names {{}};
    std::vector<LaneGroup> kernels; ///< by device and stream; kinds are WorkKind
    std::vector<LaneGroup> copies; ///< by device and stream; kinds are CopyKind; without names
    std::vector<LaneGroup> launches; ///< by thread; one kind
    std::vector<LaneGroup> modules; ///< by thread, a lane for each depth; kinds are SpanKind
    /// On the host, by thread, a lane for each depth: operators and compiled kernels. Kinds are
    /// WorkKind; one above them: no work of a class, such as a view.
    std::vector<LaneGroup> operators;
    /// The same of regions, lookups, compiled functions and, where a call compiled, its steps;
    /// kinds are SpanKind.
    std::vector<LaneGroup> compiled;
    std::vector<LaneGroup> ranges; ///< the user's own, by thread, a lane for each depth
    std::vector<LaneGroup> compiles; ///< rows of compileSpans; kinds are CompileOccasion
    std::vector<TimelineCompile> compileSpans; ///< of the whole process; empty until they are added
    TimelineLane calls; ///< rows are their numbers
    DeviceStates device;
    /// Bytes, by the allocator of the first device; where nothing ran on one, of the host.
    TimelineCurve allocated;
    TimelineCurve reserved; ///< bytes that it took from the device
    std::int64_t untimed = 0; ///< kernels and copies whose times the driver did not give
    /// Overlapped too many others to be drawn; busy times hold them.
    std::int64_t withoutLane = 0;

    [[nodiscard]] std::size_t heldBytes() const;
    [[nodiscard]] std::size_t events() const;
};

/// Takes a trace chunk by chunk, for what is too large to be read whole; names come first. Rows are
/// numbered in the order in which they come.
class TimelineBuilder {
public:
    explicit TimelineBuilder(const TraceNames& names);

    void add(const KernelColumns& kernels);
    void add(const CopyColumns& copies);
    void add(const ApiColumns& apis);
    void add(const OperatorColumns& operators);
    /// After kernels and copies.
    void add(const CounterColumns& counters);
    void add(const std::vector<TraceCall>& calls);

    /// Idle times have no cause yet: see withCauses(). Nothing is added any more.
    [[nodiscard]] TimelineTracks finished();

private:
    void findClasses(const KernelColumns& kernels);
    void expectStreams(const KernelColumns& kernels);
    [[nodiscard]] bool addKernel(
        const KernelColumns& kernels, std::size_t row, LaneSpread& lanes) const;
    /// Gives how many kernels have no times.
    [[nodiscard]] std::int64_t addStreams(const KernelColumns& kernels, std::size_t half);
    [[nodiscard]] std::vector<LaneGroup> takeKernels();
    /// nullptr: a file may hold kinds that are none.
    [[nodiscard]] LaneSpread* lanesOf(SpanKind kind, std::uint32_t name);
    [[nodiscard]] std::uint8_t classOf(std::uint32_t name, SpanKind kind);

    TimelineTracks m_tracks;
    std::map<std::pair<std::uint32_t, SpanKind>, std::uint8_t> m_classes; ///< found out once
    std::vector<bool> m_launching; ///< for each name, whether it is of a launch
    std::vector<bool> m_compiling; ///< for each name, whether it is of a step of compilation
    /// Of every other stream each.
    std::array<LaneSpread, 2> m_kernels {
        LaneSpread(LaneDetail::Correlations), LaneSpread(LaneDetail::Correlations)};
    LaneSpread m_copies {LaneDetail::Correlations};
    LaneSpread m_launches {LaneDetail::Correlations};
    LaneSpread m_modules {LaneDetail::Rows};
    LaneSpread m_operators {LaneDetail::Rows};
    LaneSpread m_compiled {LaneDetail::Rows};
    LaneSpread m_ranges {LaneDetail::Rows};
    std::uint32_t m_kernelRows = 0;
    std::uint32_t m_copyRows = 0;
    std::uint32_t m_apiRows = 0;
    std::uint32_t m_operatorRows = 0;
};

[[nodiscard]] TimelineTracks timelineTracks(
    const TraceRows& rows, const std::vector<TraceCall>& calls);

/// Compilations as lanes of the timeline.
void addCompiles(TimelineTracks& tracks, std::vector<TimelineCompile> spans);

} // namespace profiler
