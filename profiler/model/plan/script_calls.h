// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/enum_text.h"
#include "profiler/model/facts/kinds.h"
#include "profiler/model/facts/utc_time.h"
#include "profiler/model/json_text_by_name.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

struct Workload;

/// Workload::spec of a user's unmodified program: a file, or a module as `python -m` takes it.
inline constexpr std::string_view scriptScheme = "script:";
inline constexpr std::string_view scriptModuleScheme = "script-module:";

[[nodiscard]] bool isScript(const Workload& workload);

/// A line of the user's code.
struct ScriptPlace {
    std::string file;
    int line = 0;
    std::string function;

    bool operator==(const ScriptPlace&) const = default;
};

/// A place where the script compiles something by itself.
struct ScriptCompile {
    std::string name; ///< of the class or the function
    JsonTextByName settings; ///< arguments of torch.compile
    ScriptPlace place;

    bool operator==(const ScriptCompile&) const = default;
};

enum class ScriptCallKind { Module, Method, Function };

/// Something that the script calls again and again, and that can be measured.
struct ScriptCall {
    std::string name; ///< as the script calls it: model, trainer.model, model.generate
    ScriptCallKind kind = ScriptCallKind::Module;
    Task task = Task::Inference;
    std::string className; ///< of the module; empty for a function
    ScriptPlace place;
    std::int64_t calls = 0; ///< a training step is one
    nanoseconds total {};
    std::optional<double> share; ///< of the time from the first call to the last
    bool inEventLoop = false;
    std::int64_t inThreads = 0; ///< calls in threads of the script's own
    std::int64_t inProcesses = 0; ///< calls in processes that it forked or spawned
    bool apart = false; ///< cannot be held: lanes are recorded one after the other
    std::vector<ScriptCompile> compiled; ///< by the script

    bool operator==(const ScriptCall&) const = default;
};

/// How the first pass over a script ended.
enum class DiscoveryEnd { Ended, Enough, TimeLimit, Failed };

/// All calls that the script makes were seen.
[[nodiscard]] inline bool cameToItsEnd(DiscoveryEnd end)
{
    return end == DiscoveryEnd::Ended || end == DiscoveryEnd::Failed;
}

/// Why a call is proposed.
enum class ProposalReason { Only, MostTime, CalledOften, FewCalls };

/// What the first pass over a script found.
struct ScriptCalls {
    DiscoveryEnd end = DiscoveryEnd::Ended;
    std::string how; ///< "called sys.exit(3)"; empty where the script had not ended
    std::vector<ScriptCall> calls; ///< those with most time first
    std::optional<std::size_t> proposed;
    ProposalReason reason = ProposalReason::Only;
    int loaderWorkers = 0; ///< processes that load data
    std::optional<double> dataWait; ///< share of the time that waits for a DataLoader
    std::vector<std::string> written; ///< files
    std::int64_t processes = 0; ///< that the script started
    bool readsStdin = false;

    bool operator==(const ScriptCalls&) const = default;
};

template <>
[[nodiscard]] std::span<const EnumKey<ScriptCallKind>> enumKeys();
template <>
[[nodiscard]] std::span<const EnumKey<DiscoveryEnd>> enumKeys();
template <>
[[nodiscard]] std::span<const EnumKey<ProposalReason>> enumKeys();

} // namespace profiler
