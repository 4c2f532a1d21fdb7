// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/script_text.h"

#include "profiler/evidence/lanes/block_size.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/thresholds.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace profiler {
namespace {

constexpr std::size_t mostNamedScripts = 3;

std::string placeText(const ScriptPlace& place)
{
    if (place.file.empty())
        return "–";
    return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

std::string kindText(const ScriptCall& call)
{
    if (call.task == Task::Training)
        return "training step";
    return textOf(call.kind,
        {{ScriptCallKind::Module, "module"}, {ScriptCallKind::Method, "method"},
            {ScriptCallKind::Function, "function"}});
}

std::string shareText(const ScriptCall& call)
{
    return call.share ? percentText(*call.share) : "–";
}

std::string meanText(const ScriptCall& call)
{
    return call.calls > 0
        ? formatDuration(static_cast<double>(call.total.count()) / static_cast<double>(call.calls))
        : "–";
}

/// "torch.compile(mode=reduce-overhead)"
std::string compileText(const ScriptCompile& compile)
{
    std::string settings;
    for (const auto& [name, text] : compile.settings)
        settings += (settings.empty() ? "" : ", ") + name + "=" + text;
    return "torch.compile(" + settings + ")";
}

std::string compiledText(const ScriptCall& call)
{
    return call.compiled.empty() ? "no" : compileText(call.compiled.front());
}

std::string reasonText(ProposalReason reason)
{
    return textOf(reason,
        {{ProposalReason::Only, "it is all that the script calls again and again"},
            {ProposalReason::MostTime, "most of the script's time goes there"},
            {ProposalReason::CalledOften,
                "of what is called often enough to be measured, most time goes there"},
            {ProposalReason::FewCalls,
                "most time goes there, though it is called only a few times"}});
}

std::string chosenText(const ScriptCalls& found, const ScriptCall& call, bool proposed)
{
    const auto often = countText(call.calls, "call", "calls");
    return fmt::format("{} {} ({}, {}): {} of {} on average, {} of the time{}.",
        proposed ? "Proposed is" : "Chosen is", call.name, kindText(call), placeText(call.place),
        often, meanText(call), shareText(call), proposed ? "; " + reasonText(found.reason) : "");
}

/// Rounds of the shortest blocks, behind a warm-up that takes a third of all calls.
std::int64_t callsForVerdict(const ScriptCall& call)
{
    constexpr std::int64_t timedAndObserved = 2;
    const auto mean = call.calls > 0 ? call.total.count() / call.calls : 0;
    const auto rounds = roundsForVerdict * (discardedCalls(mean) + timedAndObserved);
    return rounds * 3 / 2 + timedAndObserved;
}

bool endsTooEarly(const ScriptCalls& found, const ScriptCall& call)
{
    return cameToItsEnd(found.end) && call.calls < callsForVerdict(call);
}

std::string whereApart(const ScriptCall& call)
{
    if (call.inEventLoop)
        return "inside an event loop";
    return call.inProcesses > 0 ? "in processes that the script starts"
                                : "in threads of the script's own";
}

std::string namedFiles(const std::vector<std::string>& files)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(files.size(), mostNamedScripts); ++i)
        text += (text.empty() ? "" : ", ") + files[i];
    return files.size() > mostNamedScripts ? text + " and more" : text;
}

} // namespace

std::string scriptCallsText(const ScriptCalls& found)
{
    TextTable table({{"CALL"}, {"KIND"}, {"WHERE"}, {"CALLS", Align::Right},
        {"A CALL", Align::Right}, {"TIME", Align::Right}, {"COMPILED BY THE SCRIPT"}});
    for (const auto& call : found.calls)
        table.addRow({call.name, kindText(call), placeText(call.place), formatCount(call.calls),
            meanText(call), shareText(call), compiledText(call)});
    if (table.empty())
        return capitalized(nothingToMeasure(found)) + ".\n";
    auto text = table.text();
    if (found.proposed)
        text += "\n" + chosenText(found, found.calls[*found.proposed], true) + "\n";
    if (found.dataWait && *found.dataWait > 0)
        text += "The script waits for data " + percentText(*found.dataWait) + " of its time.\n";
    return text;
}

std::vector<std::string> scriptSentences(
    const ScriptCalls& found, const ScriptCall& chosen, bool proposed, bool ownFolder)
{
    std::vector<std::string> sentences {chosenText(found, chosen, proposed)};
    if (!chosen.compiled.empty())
        sentences.push_back(fmt::format("The script compiles it itself, {} at {}: that is taken "
                                        "off for eager, and replaced by each variant's settings.",
            compileText(chosen.compiled.front()), placeText(chosen.compiled.front().place)));
    if (found.dataWait && *found.dataWait > 0)
        sentences.push_back("The script waits for data " + percentText(*found.dataWait)
            + " of its time, which no variant changes.");
    if (endsTooEarly(found, chosen))
        sentences.push_back(fmt::format("The script {} after {} of it, and a verdict needs about "
                                        "{}: let it run longer, by more epochs or a longer loop.",
            found.how, countText(chosen.calls, "call", "calls"),
            formatCount(callsForVerdict(chosen))));
    if (chosen.apart)
        sentences.push_back(fmt::format("It is called {}, where it cannot be held in lock step: "
                                        "each variant runs the whole script alone, one after the "
                                        "other. No verdict of faster or slower follows from that; "
                                        "results are not compared, and no call is traced.",
            whereApart(chosen)));
    else if (chosen.inThreads + chosen.inProcesses > 0)
        sentences.emplace_back(
            "It is called in threads or processes of the script's own, too: those "
            "calls are let through and not measured.");
    if (!found.written.empty() && !ownFolder)
        sentences.push_back(
            fmt::format("The script writes {}: all lanes write there, one over the other; "
                        "--workdir-per-lane gives each a copy of the working directory.",
                namedFiles(found.written)));
    return sentences;
}

std::string nothingToMeasure(const ScriptCalls& found)
{
    const auto how
        = found.how.empty() ? std::string("was looked at for as long as it may take") : found.how;
    if (found.readsStdin)
        return "the script asks for input on stdin, which is empty while it is recorded, and " + how
            + ": give what it asks for by arguments or a file";
    if (found.processes > 0)
        return "the script " + how
            + " and starts processes of its own, in which no call was seen: give it an option that "
              "keeps its work in one process";
    return "the script " + how
        + " without a call of a module or of a function that it compiles: "
          "there is nothing to measure; is it the right one, with the right arguments behind --?";
}

std::string unknownCall(const std::string& name, const ScriptCalls& found)
{
    std::string known;
    for (const auto& call : found.calls)
        known += (known.empty() ? "" : ", ") + call.name;
    return fmt::format("the script calls no {}; it calls {}", name,
        known.empty() ? "nothing that can be measured" : known);
}

} // namespace profiler
