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
struct EnumText;

template <>
struct EnumText<ComparisonStatus> {
    static constexpr std::array table {
        Word {ComparisonStatus::Running, "running"},
        Word {ComparisonStatus::Complete, "complete"},
        Word {ComparisonStatus::Partial, "partial"},
    };
};

template <>
struct EnumText<Placement> {
    static constexpr std::array table {
        Word {Placement::Lanes, "lanes"},
        Word {Placement::Pairs, "pairs"},
        Word {Placement::Shared, "shared"},
        Word {Placement::Sequential, "sequential"},
    };
};

template <>
struct EnumText<VariantKind> {
    static constexpr std::array table {
        Word {VariantKind::Eager, "eager"},
        Word {VariantKind::Compiled, "compiled"},
    };
};

template <>
struct EnumText<ProcessKind> {
    static constexpr std::array table {
        Word {ProcessKind::Cold, "cold"},
        Word {ProcessKind::ColdKept, "cold_kept"},
        Word {ProcessKind::Paired, "paired"},
        Word {ProcessKind::Check, "check"},
        Word {ProcessKind::Trace, "trace"},
    };
};

template <>
struct EnumText<ProcessOutcome> {
    static constexpr std::array table {
        Word {ProcessOutcome::Finished, "finished"},
        Word {ProcessOutcome::Failed, "failed"},
        Word {ProcessOutcome::Crashed, "crashed"},
        Word {ProcessOutcome::TimedOut, "timed_out"},
        Word {ProcessOutcome::Interrupted, "interrupted"},
    };
};

template <>
struct EnumText<BlockKind> {
    static constexpr std::array table {
        Word {BlockKind::WarmUp, "warm_up"},
        Word {BlockKind::Timed, "timed"},
    };
};

template <>
struct EnumText<Clock> {
    static constexpr std::array table {
        Word {Clock::Call, "call"},
        Word {Clock::Pipelined, "pipelined"},
    };
};

template <>
struct EnumText<MemoryPhase> {
    static constexpr std::array table {
        Word {MemoryPhase::Build, "build"},
        Word {MemoryPhase::Compile, "compile"},
        Word {MemoryPhase::WarmUp, "warm_up"},
        Word {MemoryPhase::Steady, "steady"},
    };
};

template <>
struct EnumText<TensorRole> {
    static constexpr std::array table {
        Word {TensorRole::Output, "output"},
        Word {TensorRole::Loss, "loss"},
        Word {TensorRole::Gradient, "gradient"},
        Word {TensorRole::Parameter, "parameter"},
    };
};

template <>
struct EnumText<MonitorSource> {
    static constexpr std::array table {
        Word {MonitorSource::Host, "host"},
        Word {MonitorSource::Device, "device"},
    };
};

template <>
struct EnumText<TracePass> {
    static constexpr std::array table {
        Word {TracePass::Operators, "operators"},
        Word {TracePass::Graphs, "graphs"},
        Word {TracePass::Lines, "lines"},
    };
};

template <>
struct EnumText<SpanKind> {
    static constexpr std::array table {
        Word {SpanKind::Operator, spanKindNames[0]},
        Word {SpanKind::Region, spanKindNames[1]},
        Word {SpanKind::Lookup, spanKindNames[2]},
        Word {SpanKind::CompiledFunction, spanKindNames[3]},
        Word {SpanKind::Kernel, spanKindNames[4]},
        Word {SpanKind::Range, spanKindNames[5]},
        Word {SpanKind::Module, spanKindNames[6]},
        Word {SpanKind::Backward, spanKindNames[7]},
    };
};

template <>
struct EnumText<WorkKind> {
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
struct EnumText<IdleCause> {
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
    for (const auto& entry : EnumText<Enum>::table)
        if (entry.value == value)
            return entry.word;
    assert(false && "an enumerator without a word");
    return {};
}

} // namespace

template <typename Enum>
Enum fromWord(std::string_view word)
{
    for (const auto& entry : EnumText<Enum>::table)
        if (entry.word == word)
            return entry.value;
    throw damaged("unknown word '" + std::string(word) + "'");
}

// One definition for each enumeration, so that a word is looked up in its own table alone.
#define FUSESCOPE_ENUM_TEXT(Enum)                                                                  \
    std::string_view wordOf(Enum value)                                                            \
    {                                                                                              \
        return find(value);                                                                        \
    }                                                                                              \
    template Enum fromWord<Enum>(std::string_view)

FUSESCOPE_ENUM_TEXT(ComparisonStatus);
FUSESCOPE_ENUM_TEXT(Placement);
FUSESCOPE_ENUM_TEXT(VariantKind);
FUSESCOPE_ENUM_TEXT(ProcessKind);
FUSESCOPE_ENUM_TEXT(ProcessOutcome);
FUSESCOPE_ENUM_TEXT(BlockKind);
FUSESCOPE_ENUM_TEXT(Clock);
FUSESCOPE_ENUM_TEXT(MemoryPhase);
FUSESCOPE_ENUM_TEXT(TensorRole);
FUSESCOPE_ENUM_TEXT(MonitorSource);
FUSESCOPE_ENUM_TEXT(TracePass);
FUSESCOPE_ENUM_TEXT(SpanKind);
FUSESCOPE_ENUM_TEXT(WorkKind);
FUSESCOPE_ENUM_TEXT(IdleCause);

#undef FUSESCOPE_ENUM_TEXT

} // namespace storage
