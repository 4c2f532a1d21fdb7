// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/model/enum_text.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// A row of the ledger: what a kernel call of compiled code does, beside eager's work.
namespace profiler {

enum class LedgerKind {
    Replaced, ///< compiled work beside the eager work that it stands for
    RanEager, ///< the same operators on both sides: no compiled graph holds them
    WeightLayout, ///< parameters copied into another memory layout, at every call
    InputLayout, ///< inputs or intermediate results copied into another memory layout
    Cast,
    Pad,
    Fill,
    Clone,
    CompiledAlone, ///< compiled work that nothing is known of
    EagerAlone, ///< eager work that is gone or that no compiled kernel names
    Host, ///< Python, dispatch, guards
    DeviceCopies, ///< copies and fills while no kernel ran
    DeviceIdle, ///< the host was late, or launched work waited
    Unexplained, ///< the traces do not tell
};

struct LedgerPlace {
    std::string file;
    int line = 0;
    std::string function;

    auto operator<=>(const LedgerPlace&) const = default; // NOLINT(modernize-use-nullptr)
};

struct LedgerKernel {
    std::string name; ///< of the kernel or library call; whole
    std::string compileId; ///< of its graph; empty: it is in none
    int handle = 0;
    int line = 0; ///< of the generated code

    bool operator==(const LedgerKernel&) const = default;
};

/// Of one name in all traced calls.
struct LedgerPart {
    std::int64_t count = 0;
    std::int64_t ns = 0;

    bool operator==(const LedgerPart&) const = default;
};

/// By time, or where none was taken by how often it ran.
[[nodiscard]] double shareOf(const LedgerPart& part, const LedgerPart& all);

/// Times of one side.
struct LedgerTime {
    std::optional<double> ns; ///< of one untraced call; nullopt: the trace cannot be scaled to it
    std::int64_t traceNs = 0; ///< of all traced calls
    double tracedNs = 0; ///< of one of them
    double times = 0; ///< how often it ran in one call
    std::map<WorkKey, LedgerPart> work; ///< what ran, name by name, as Kernels has it

    bool operator==(const LedgerTime&) const = default;
};

/// Where some of a row's work was called. Eager's time is divided by where it was called under
/// tracing, the compiled side's likewise; of what eager has not, by the operators of the graph.
struct LedgerSite {
    std::string module; ///< path in the model; empty: not known, or the model itself
    std::string file; ///< empty: not known
    int line = 0;
    double share = 1; ///< of the row; those of all its sites add up to 1

    bool operator==(const LedgerSite&) const = default;
};

struct LedgerRow {
    LedgerKind kind = LedgerKind::Replaced;
    std::vector<LedgerKernel> kernels; ///< the one that the row is of first
    std::vector<std::string> operators; ///< of the model, as the graph has them: "aten.addmm"
    std::vector<std::string> eagerOperators; ///< as eager ran them: "aten::linear"
    std::vector<LedgerPlace> places; ///< of the user's code
    std::vector<std::string> modules; ///< paths in the model
    std::vector<LedgerSite> sites; ///< the largest share first; empty: no place is known
    std::optional<LedgerTime> eager;
    std::optional<LedgerTime> compiled;
    std::optional<std::int64_t> bytes; ///< that one call of the compiled side reads and writes
    std::optional<std::int64_t> flops; ///< of one call, where its operators have any
    /// A kernel that computes something and copies for a library call, too, has a row for each: its
    /// time is shared out by the bytes of either, an estimate.
    bool sharedByBytes = false;

    /// Of untraced calls where both sides know them, else of traced ones.
    [[nodiscard]] double changeNs() const;
};

/// Compiled work that stands for nothing eager does and is not wanted for itself.
[[nodiscard]] bool isHidden(LedgerKind kind);

template <>
[[nodiscard]] std::span<const EnumKey<LedgerKind>> enumKeys();

} // namespace profiler
