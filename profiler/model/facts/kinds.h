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

/// What of a call is compared: how long a caller waits for it, or how long its thread kept a core
/// busy, which waiting for a core does not change.
enum class CallTime { Wall, Cpu };

} // namespace profiler
