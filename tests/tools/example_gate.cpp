// SPDX-License-Identifier: Apache-2.0
// example_gate FOLDER: writes what `fusescope check` writes, of made results: as plain as a user's,
// with names that somebody chose to do harm, with nothing found, with nothing asked, and of a model
// that does not run. tests/hostile/gate_documents_test.py reads them with other programs.
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/check/check_documents.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

namespace {

using namespace profiler;

constexpr std::size_t longName = 200;

/// Quotes, markup, control characters, what is no character, an invalid byte, and no end.
std::string ugly(const std::string& name)
{
    return name
        + " \"<b>&'|`*_]]>${x} \x01\x1b[2J\x7f\n\r\tünïcödé 漢字 \xf0\x9f\x98\x80 \xef\xbf\xbe"
          "\xff"
        + std::string(longName, 'n');
}

GatePlace placeOf(GatePlaceState state, const std::string& file, int line, const std::string& text)
{
    return {.state = state,
        .file = file,
        .line = line,
        .function = "forward",
        .id = {},
        .text = text,
        .source = {}};
}

GatePlace breakOf(GatePlaceState state, const std::string& file, int line, const std::string& text,
    const std::string& source)
{
    auto place = placeOf(state, file, line, text);
    place.id = "gb0059";
    place.source = source;
    return place;
}

GateCheck breaksOf(const std::string& variant, const std::string& file, const std::string& text)
{
    return {.subject = GateSubject::Breaks,
        .variant = variant,
        .caseName = "s32",
        .outcome = GateOutcome::Regressed,
        .before = 1,
        .after = 2,
        .ratio = std::nullopt,
        .places = {breakOf(GatePlaceState::New, file, 14, text, "print(x)"),
            breakOf(GatePlaceState::Known, "model.py", 9, "Tensor.item() call", "x.item()"),
            GatePlace {}}, // nobody recorded where it is
        .reason = {}};
}

GateCheck recompilesOf(const std::string& variant, const std::string& file)
{
    return {.subject = GateSubject::Recompiles,
        .variant = variant,
        .caseName = "s32",
        .outcome = GateOutcome::Better,
        .before = 2,
        .after = 1,
        .ratio = std::nullopt,
        .places = {placeOf(GatePlaceState::New, file, 0, "self.scale == 2"),
            placeOf(GatePlaceState::Gone, file, 4, "self.scale == 3")},
        .reason = {}};
}

GateCheck timeOf(const std::string& variant, const std::string& caseName, GateOutcome outcome,
    const Interval& ratio)
{
    constexpr double before = 1.0e6;
    GateCheck check {.subject = GateSubject::Time,
        .variant = variant,
        .caseName = caseName,
        .outcome = outcome,
        .before = before,
        .after = before / ratio.estimate,
        .ratio = ratio,
        .places = {},
        .reason = {}};
    if (outcome == GateOutcome::Undecided)
        check.reason = {ReasonKind::NeedsRepetitions, {std::int64_t {12}, std::int64_t {5}}};
    return check;
}

GateCheck failureOf(const std::string& variant, const std::string& why)
{
    return {.subject = GateSubject::Outcome,
        .variant = variant,
        .caseName = "default",
        .outcome = GateOutcome::Regressed,
        .ratio = std::nullopt,
        .places = {},
        .reason = recorded(why)};
}

GateResult resultOf(std::vector<GateCheck> checks)
{
    GateResult result {.plan = "fusescope-check.json",
        .reference = GateReference::Revision,
        .referenceName = "main",
        .folder = "bench/",
        .started = {1'770'000'000'123'456'789},
        .took = std::chrono::milliseconds(83500)};
    result.checks = std::move(checks);
    return result;
}

GateResult plainResult()
{
    auto result = resultOf({breaksOf("compiled", "models/block.py", "call to print"),
        recompilesOf("compiled", "models/block.py"),
        timeOf("compiled", "s32", GateOutcome::Regressed, {0.94, 0.925, 0.955}),
        timeOf("compiled", "s64", GateOutcome::Undecided, {0.98, 0.955, 1.006}),
        timeOf("max-autotune", "s32", GateOutcome::Holds, {1.004, 0.99, 1.018}),
        timeOf("max-autotune", "s64", GateOutcome::Better, {1.12, 1.1, 1.14})});
    result.notes = {{.kind = GateNoteKind::DirtyTree, .values = {"2 files"}},
        {.kind = GateNoteKind::OtherTorch, .values = {"2.10.0", "2.11.0"}}};
    return result;
}

GateResult uglyResult()
{
    const auto file = ugly("models/größe <1> & \"2\"/") + ".py";
    auto result = resultOf(
        {breaksOf(ugly("compiled"), file, ugly("call to")), recompilesOf(ugly("compiled"), file),
            timeOf(ugly("compiled"), ugly("case"), GateOutcome::Regressed, {0.5, 0.1, 4}),
            failureOf(ugly("dynamic"), ugly("RuntimeError:"))});
    result.plan = ugly("plan") + ".json";
    result.referenceName = ugly("feature/");
    result.folder = ugly("folder") + "/";
    result.notes = {{.kind = GateNoteKind::NotInReference, .values = {ugly("a"), ugly("b")}}};
    return result;
}

std::map<std::string, GateResult> results()
{
    return {{"plain", plainResult()}, {"ugly", uglyResult()},
        {"holds", resultOf({timeOf("compiled", "s32", GateOutcome::Holds, {1, 0.99, 1.01})})},
        {"nothing", resultOf({})},
        {"failed", resultOf({failureOf("compiled", "RuntimeError: the model broke")})}};
}

bool write(const std::filesystem::path& file, const std::string& text)
{
    return static_cast<bool>(std::ofstream(file, std::ios::binary) << text);
}

bool writeAll(const std::filesystem::path& folder)
{
    bool written = true;
    for (const auto& [name, result] : results()) {
        written = written && write(folder / (name + ".xml"), checkJUnit(result))
            && write(folder / (name + ".sarif"), checkSarif(result, "0.1.0"))
            && write(folder / (name + ".md"), checkMarkdown(result))
            && write(folder / (name + ".json"), checkJson(result));
        const auto chart = checkChart(result);
        if (!chart.isEmpty())
            written = written && write(folder / (name + ".svg"), standaloneSvg(chart, fontList));
    }
    return written && write(folder / "refused.xml", refusedJUnit(ugly("plan"), ugly("why"), {}))
        && write(folder / "refused.md", refusedMarkdown(ugly("why")));
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2) {
        std::cerr << "usage: example_gate FOLDER\n";
        return 2;
    }
    return writeAll(arguments[1]) ? 0 : 1;
}
