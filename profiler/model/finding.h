// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/break_costs.h"
#include "profiler/model/reason.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Part of what a finding states; its sentence stands in report/sentences/finding_text.cpp.
struct FindingStatement {
    std::string_view id;
    std::vector<StatementValue> values;
};

/// Where a reader sees it for himself.
enum class FindingPage {
    Breaks,
    Latency,
    Log,
    Memory,
    Numerics,
    Configuration,
    Compile,
    Kernels,
    Gpu,
};

/// A line of code, and the one that called it.
struct CodePlace {
    std::string file;
    int line = 0;
    std::string function;
    std::string callerFile; ///< empty: not known
    int callerLine = 0;
};

/// What is to be changed. Code and words are made of it in report/advice/remedy_text.cpp; those
/// that a plan can say make a variant of it, see findings/remedy_variant.h.
enum class RemedyKind {
    None, ///< nothing is to be done, or only in words
    Rewrite, ///< the line at the place
    Mode, ///< of torch.compile; value: "reduce-overhead"
    Dynamic, ///< of torch.compile; value: "true", "false"
    Option, ///< of Inductor: name and value
    WholeModel, ///< compiled, not its parts
    CompilePart, ///< `name` ("optimizer") as well; value "instead": in place of the model
    WithoutCompile,
    MarkDynamic, ///< dimension of the tensor `name`
    DynamoConfig, ///< of torch._dynamo: name and value
    InductorConfig, ///< of torch._inductor: name and value
    TensorNumber, ///< a number of Python, `name`, becomes a tensor
    CompileOnce, ///< the function `name`, outside of what is called again and again
    EvalMode,
    NoGradient,
    MatmulPrecision, ///< value: "highest"
    MemoryFormat, ///< of model and inputs; value: "channels_last"
    Autocast, ///< value: its dtype, or "off"
    Backends, ///< of torch.backends: name and value
    Fence, ///< the module or function `name` stays out of the graph
    RecordOption, ///< of `fusescope record`: name and value
};

struct Remedy {
    RemedyKind kind = RemedyKind::None;
    std::string name;
    std::string value; ///< as JSON writes it; of modes and options of the command line bare
    int dimension = 0;

    bool operator==(const Remedy&) const = default;
};

/// What became of a remedy.
enum class RemedyState { Untried, Confirmed, Refuted, Undecided };

/// How the time that can be won back is known.
enum class Confidence {
    Measured, ///< that time was seen to be lost there
    Estimated, ///< at most that much can be lost there
    Suspected, ///< nothing tells how much
};

enum class FindingSeverity { Information, Warning, Bad };

/// Red flag or notice that can be had from what is recorded now.
struct Finding {
    std::string rule; ///< stable word: "graph_break", "ran_eager", "not_steady"…
    using Severity = FindingSeverity;
    Severity severity = Severity::Information;
    std::vector<FindingStatement> statements; ///< read one after the other
    enum class Seen {
        InCase,
        InCode,
        InEagerAgain,
        InAllVariants,
        InRecording
    } seen
        = Seen::InCase;
    std::optional<CodePlace> place; ///< seen in code
    FindingPage page = FindingPage::Configuration;
    std::optional<GraphBreak> graphBreak; ///< that it is about
    std::optional<int> variant;
    std::optional<int> caseIndex;
    std::vector<CostInCase> recoverable; ///< what a call could win back, dearest case first
    std::optional<double> onceNs; ///< what it cost once
    std::optional<CostPerCall> notExplained; ///< of a call; no finding says where it goes
    Remedy remedy;
    std::optional<CostPerCall> remedyWorth; ///< of a call, where it mends other findings, too
    Confidence confidence = Confidence::Measured;
    RemedyState state = RemedyState::Untried;
    std::optional<int> triedAs; ///< the variant that is this one with the remedy
    std::optional<CostPerCall> won; ///< of a call, where that was timed beside this one
    std::optional<double> wonOnceNs; ///< of `onceNs`, where cold processes of both compiled
};

} // namespace profiler
