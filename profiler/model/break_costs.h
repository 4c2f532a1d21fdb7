// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

/// Where a call leaves its graph, and what that costs.
namespace profiler {

/// Around the line of a break: where torch cannot leave a graph and enter the next one.
enum class AroundBreak { Nothing, Loop, WithBlock, TryBlock, Checkpoint, AutogradFunction };

/// Where torch cannot leave a graph in the middle of a function, as in a loop, it compiles nothing
/// of that function.
struct SkippedFunction {
    std::string function;
    AroundBreak around = AroundBreak::Nothing;
    int aroundLine = 0; ///< of the with or try, or of the call of the others; 0: not known
    std::string unsupportedOperator; ///< "aten.nonzero"; empty: none was named

    bool operator==(const SkippedFunction&) const = default;
};

/// A place at which a call leaves its graph; several log records of it are one.
struct GraphBreak {
    std::string id;
    std::string reason;
    std::string explanation;
    std::string hint;
    std::string file;
    int line = 0;
    std::string function;
    int records = 0;
    std::optional<double> perCall; ///< nullopt without an observed call
    std::optional<int> caseIndex; ///< nullopt = in every case
    std::string compileId; ///< of the first record; empty: torch told none
    std::optional<SkippedFunction> skipped; ///< nothing of it is compiled because of this break
};

/// Of one measured call, 95 % interval over the traced calls.
struct CostPerCall {
    double estimateNs = 0;
    double lowNs = 0;
    double highNs = 0;

    bool operator==(const CostPerCall&) const = default;

    /// Bounds add up as the estimates do: the widest that the sum may be.
    CostPerCall& operator+=(const CostPerCall& other)
    {
        estimateNs += other.estimateNs;
        lowNs += other.lowNs;
        highNs += other.highNs;
        return *this;
    }
};

/// What one break costs on the host: from the end of its graph to the start of the next, and what
/// the next graph costs by being one of its own. All its passes in a call together. It is a lower
/// bound: what fusion across the break would save is told apart.
struct BreakCost {
    std::string file;
    int line = 0;
    std::string id; ///< key of a break: (file, line, id)
    CostPerCall host;
    double passes = 0; ///< of a call
    std::optional<double> crossingNs; ///< to write and read what crosses; nullopt: not known
};

struct BreakCosts {
    std::vector<BreakCost> breaks; ///< dearest first
    CostPerCall all; ///< the sum of `breaks`; of all gaps between graphs where no record names one
    int calls = 0; ///< that were traced
    /// What the times were multiplied by: how much faster the calls that were timed are than those
    /// of the trace, which one process made at another moment. 1: not known.
    double scale = 1;
};

/// How much faster a call of `medianNs` gets without its `count` dearest breaks.
struct GainOfFixing {
    int count = 0;
    double estimate = 1; ///< times faster
    double low = 1;
    double high = 1;
};

/// What a call of one case spends on something.
struct CostInCase {
    int caseIndex = 0;
    CostPerCall cost;

    bool operator==(const CostInCase&) const = default;
};

} // namespace profiler
