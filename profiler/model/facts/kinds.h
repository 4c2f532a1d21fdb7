// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Kinds that plans, verdicts and reports name without the facts that have them.
namespace profiler {

enum class ComparisonStatus { Running, Complete, Partial };

enum class Placement { Lanes, Pairs, Shared, Sequential };

enum class Task { Inference, Training };

enum class ProcessKind {
    Cold, ///< empty compile cache
    ColdKept, ///< the cache such a process left
    Paired, ///< a lane of a repetition
    Check,
    Trace,
    Load, ///< requests at given rates
    Look, ///< first calls, check and trace in one, at effort look
};

/// Which clock a series was taken with; never mixed in one ratio.
enum class Clock { Call, Pipelined };

} // namespace profiler
