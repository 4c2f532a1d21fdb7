// SPDX-License-Identifier: Apache-2.0
#include "storage/sqlite/stored_enums.h"

#include "storage/sqlite/sqlite_error.h"
#include "storage/sqlite/trace_enums.h"

#include <array>
#include <cassert>

namespace storage {

using namespace profiler;

namespace {

template <typename Enum>
struct Word {
    constexpr Word(Enum enumerator, std::string_view text)
        : value(enumerator)
        , word(text)
    {
    }

    Enum value;
    std::string_view word;
};

template <typename Enum>
struct Words;

template <>
struct Words<ComparisonStatus> {
    static constexpr std::array table {
        Word {ComparisonStatus::Running, "running"},
        Word {ComparisonStatus::Complete, "complete"},
        Word {ComparisonStatus::Partial, "partial"},
    };
};

template <>
struct Words<Placement> {
    static constexpr std::array table {
        Word {Placement::Lanes, "lanes"},
        Word {Placement::Pairs, "pairs"},
        Word {Placement::Shared, "shared"},
        Word {Placement::Sequential, "sequential"},
    };
};

template <>
struct Words<VariantKind> {
    static constexpr std::array table {
        Word {VariantKind::Eager, "eager"},
        Word {VariantKind::Compiled, "compiled"},
    };
};

template <>
struct Words<ProcessKind> {
    static constexpr std::array table {
        Word {ProcessKind::Cold, "cold"},
        Word {ProcessKind::ColdKept, "cold_kept"},
        Word {ProcessKind::Paired, "paired"},
        Word {ProcessKind::Check, "check"},
        Word {ProcessKind::Trace, "trace"},
    };
};

template <>
struct Words<ProcessOutcome> {
    static constexpr std::array table {
        Word {ProcessOutcome::Finished, "finished"},
        Word {ProcessOutcome::Failed, "failed"},
        Word {ProcessOutcome::Crashed, "crashed"},
        Word {ProcessOutcome::TimedOut, "timed_out"},
        Word {ProcessOutcome::Interrupted, "interrupted"},
    };
};

template <>
struct Words<BlockKind> {
    static constexpr std::array table {
        Word {BlockKind::WarmUp, "warm_up"},
        Word {BlockKind::Timed, "timed"},
    };
};

template <>
struct Words<Clock> {
    static constexpr std::array table {
        Word {Clock::Call, "call"},
        Word {Clock::Pipelined, "pipelined"},
    };
};

template <>
struct Words<MemoryPhase> {
    static constexpr std::array table {
        Word {MemoryPhase::Build, "build"},
        Word {MemoryPhase::Compile, "compile"},
        Word {MemoryPhase::WarmUp, "warm_up"},
        Word {MemoryPhase::Steady, "steady"},
    };
};

template <>
struct Words<TensorRole> {
    static constexpr std::array table {
        Word {TensorRole::Output, "output"},
        Word {TensorRole::Loss, "loss"},
        Word {TensorRole::Gradient, "gradient"},
        Word {TensorRole::Parameter, "parameter"},
    };
};

template <>
struct Words<MonitorSource> {
    static constexpr std::array table {
        Word {MonitorSource::Host, "host"},
        Word {MonitorSource::Device, "device"},
    };
};

template <>
struct Words<TracePass> {
    static constexpr std::array table {
        Word {TracePass::Operators, "operators"},
        Word {TracePass::Graphs, "graphs"},
        Word {TracePass::Lines, "lines"},
    };
};

template <>
struct Words<SpanKind> {
    static constexpr std::array table {
        Word {SpanKind::Operator, spanKindWords[0]},
        Word {SpanKind::Region, spanKindWords[1]},
        Word {SpanKind::Lookup, spanKindWords[2]},
        Word {SpanKind::CompiledFunction, spanKindWords[3]},
        Word {SpanKind::Kernel, spanKindWords[4]},
        Word {SpanKind::Range, spanKindWords[5]},
        Word {SpanKind::Module, spanKindWords[6]},
        Word {SpanKind::Backward, spanKindWords[7]},
    };
};

template <>
struct Words<WorkKind> {
    static constexpr std::array table {
        Word {WorkKind::Matmul, "matmul"},
        Word {WorkKind::Fused, "fused"},
        Word {WorkKind::Norm, "norm"},
        Word {WorkKind::Elementwise, "elementwise"},
        Word {WorkKind::Embedding, "embedding"},
        Word {WorkKind::Optimizer, "optimizer"},
        Word {WorkKind::Copy, "copy"},
        Word {WorkKind::Communication, "communication"},
    };
};

template <>
struct Words<IdleCause> {
    static constexpr std::array table {
        Word {IdleCause::Launch, "launch"},
        Word {IdleCause::Sync, "sync"},
        Word {IdleCause::Copy, "copy"},
        Word {IdleCause::Host, "host"},
        Word {IdleCause::Compile, "compile"},
        Word {IdleCause::Other, "other"},
    };
};

template <typename Enum>
std::string_view find(Enum value)
{
    for (const auto& entry : Words<Enum>::table)
        if (entry.value == value)
            return entry.word;
    assert(false && "an enumerator without a word");
    return {};
}

} // namespace

template <typename Enum>
Enum fromWord(std::string_view word)
{
    for (const auto& entry : Words<Enum>::table)
        if (entry.word == word)
            return entry.value;
    throw damaged("unknown word '" + std::string(word) + "'");
}

// One definition for each enumeration, so that a word is looked up in its own table alone.
#define FUSESCOPE_WORDS(Enum)                                                                      \
    std::string_view wordOf(Enum value)                                                            \
    {                                                                                              \
        return find(value);                                                                        \
    }                                                                                              \
    template Enum fromWord<Enum>(std::string_view)

FUSESCOPE_WORDS(ComparisonStatus);
FUSESCOPE_WORDS(Placement);
FUSESCOPE_WORDS(VariantKind);
FUSESCOPE_WORDS(ProcessKind);
FUSESCOPE_WORDS(ProcessOutcome);
FUSESCOPE_WORDS(BlockKind);
FUSESCOPE_WORDS(Clock);
FUSESCOPE_WORDS(MemoryPhase);
FUSESCOPE_WORDS(TensorRole);
FUSESCOPE_WORDS(MonitorSource);
FUSESCOPE_WORDS(TracePass);
FUSESCOPE_WORDS(SpanKind);
FUSESCOPE_WORDS(WorkKind);
FUSESCOPE_WORDS(IdleCause);

#undef FUSESCOPE_WORDS

} // namespace storage
