// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/recording.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/process_record.h"
#include "profiler/record/machine/nearest_name.h"
#include "profiler/record/saved_inputs.h"
#include "profiler/report/advice/record_command.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "profiler/report/text/shown_texts.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

namespace cli {
namespace {

using profiler::ComparisonData;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Plan;
using profiler::Result;

struct NumericsOptions {
    std::string file;
    std::string saved;
    std::string variant;
    std::string caseName;
    bool json = false;
};

/// On which inputs a variant is worst.
struct WorstInput {
    int variant = 0;
    int caseIndex = 0;
    profiler::NumericsRow row;
};

template <typename List>
Result<std::optional<int>> indexOf(const List& list, const std::string& name, const char* what)
{
    if (name.empty())
        return std::optional<int>();
    std::vector<std::string> names;
    names.reserve(list.size());
    for (const auto& each : list)
        names.push_back(each.name);
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return failure(ErrorKind::BadInput,
            std::string("there is no ") + what + " \"" + name + "\""
                + profiler::didYouMean(name, names));
    return std::optional(static_cast<int>(found - names.begin()));
}

/// Of the variants and cases that are meant, the worst.
Result<WorstInput> worstInput(const ComparisonData& data, const NumericsOptions& options)
{
    const auto variant = indexOf(data.plan.variants, options.variant, "variant");
    if (!variant)
        return tl::unexpected(variant.error());
    const auto caseIndex = indexOf(data.plan.cases, options.caseName, "case");
    if (!caseIndex)
        return tl::unexpected(caseIndex.error());
    std::optional<WorstInput> worst;
    const auto order = [](const profiler::NumericsRow& row) {
        return std::pair(profiler::badness(row.status), row.toleranceUsed.value_or(0));
    };
    for (int index = 0; index < static_cast<int>(data.plan.cases.size()); ++index)
        for (const auto& row : profiler::numericsRows(data, index)) {
            const bool meant
                = (!*caseIndex || **caseIndex == index) && (!*variant || **variant == row.variant);
            if (meant && (!worst || order(row) > order(worst->row)))
                worst = WorstInput {.variant = row.variant, .caseIndex = index, .row = row};
        }
    if (!worst)
        return failure(ErrorKind::NotFound,
            "no results were compared there, so that no inputs are the worst; `fusescope show "
            "FILE numerics` lists what was");
    return std::move(*worst);
}

/// The plan with these inputs alone.
Plan planWith(Plan plan, const WorstInput& worst, const std::filesystem::path& file,
    const std::vector<std::string>& names)
{
    auto chosen = plan.cases.at(static_cast<std::size_t>(worst.caseIndex));
    chosen.inputs.clear();
    for (const auto& name : names)
        chosen.inputs.push_back({.name = name, .file = file.string(), .key = name});
    plan.cases = {std::move(chosen)};
    return plan;
}

std::string savedText(
    const Plan& plan, const WorstInput& worst, const std::filesystem::path& file, const Plan& again)
{
    const auto& fact = worst.row.fact;
    const auto& names = again.cases.front().inputs;
    std::string tensors;
    for (const auto& each : names)
        tensors += (tensors.empty() ? "" : ", ") + each.name;
    auto text = "Input set " + std::to_string(fact.inputSet + 1) + " of case "
        + plan.cases.at(static_cast<std::size_t>(worst.caseIndex)).name + ", on which "
        + plan.variants.at(static_cast<std::size_t>(worst.variant)).name + " is worst ("
        + profiler::tensorName(fact.path) + ": " + profiler::numericsWord(worst.row.status)
        + "), is in " + file.string() + ": " + tensors + ".\n";
    const auto options = profiler::recordOptions(again);
    if (!options.whyNot.empty())
        return text + "To record it, give those tensors as --input NAME=" + file.string()
            + ":NAME; options cannot say " + options.whyNot + " of this plan.\n";
    return text + "To record it again:\n\n"
        + profiler::recordCommandText(options.words, "worst.fscope") + "\n";
}

ExitCode saveWorst(const StoredComparison& stored, const NumericsOptions& options)
{
    const auto& plan = stored.data.plan;
    if (profiler::isScript(plan.workload))
        return refuse(ExitCode::NotStarted,
            "a script makes its own inputs, which cannot be made again without its run");
    const auto worst = worstInput(stored.data, options);
    if (!worst)
        return refuse(worst.error());
    const auto request = requestFor(plan, {});
    if (!request)
        return refuse(ExitCode::NotStarted, request.error().message);
    const auto file = std::filesystem::absolute(options.saved);
    if (file.extension() != ".pt")
        return refuse(ExitCode::NotStarted,
            "--save-inputs \"" + options.saved + "\": expected a file that ends in .pt");
    const auto names
        = profiler::saveInputs(*request, worst->caseIndex, worst->row.fact.inputSet, file);
    if (!names)
        return refuse(names.error());
    const auto again = planWith(plan, *worst, file, *names);
    if (!options.json) {
        print(savedText(plan, *worst, file, again));
        return ExitCode::Done;
    }
    printDocument({{"schema", 1}, {"file", file.string()}, {"names", *names},
        {"case", plan.cases.at(static_cast<std::size_t>(worst->caseIndex)).name},
        {"variant", plan.variants.at(static_cast<std::size_t>(worst->variant)).name},
        {"input_set", worst->row.fact.inputSet}, {"tensor", worst->row.fact.path},
        {"status", keyOf(worst->row.status)}});
    return ExitCode::Done;
}

ExitCode numerics(const NumericsOptions& options)
{
    auto stored
        = options.saved.empty() ? loadComparison(options.file) : loadRecording(options.file);
    if (!stored)
        return refuse(stored.error());
    if (!options.saved.empty())
        return saveWorst(*stored, options);
    if (!options.variant.empty() || !options.caseName.empty())
        return refuse(ExitCode::NotStarted,
            "--variant and --case choose the inputs that --save-inputs writes");
    const auto part = profiler::ShowPart::Numerics;
    const auto bulk = bulkOf(*stored);
    if (!options.json)
        profiler::cutTexts(stored->data);
    options.json ? printJson(profiler::showJson(part, stored->data, bulk))
                 : print(profiler::showText(part, stored->data, bulk));
    return ExitCode::Done;
}

} // namespace

void addNumericsCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<NumericsOptions>(program, call, "numerics",
        "How far results lie apart, in which module that begins, and the worst inputs as a file",
        numerics);
    addComparison(command, options.file);
    command.add("--save-inputs", options.saved,
        "makes the inputs with the worst result again and writes them to a .pt file, which "
        "`record --input NAME=FILE.pt:NAME` takes");
    command.add("--variant", options.variant, "whose worst inputs; default: the worst of all");
    command.add("--case", options.caseName, "of which case; default: the worst of all");
    addJson(command, options.json);
}

} // namespace cli
