// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/plan_options.h"

#include "app/cli/arguments/argument_error.h"
#include "app/cli/arguments/protocol_argument.h"
#include "app/cli/arguments/sweep_argument.h"
#include "app/cli/arguments/tensor_argument.h"
#include "app/cli/arguments/variant_argument.h"
#include "app/cli/terminal/environments.h"
#include "app/cli/terminal/files.h"
#include "app/options/command.h"
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/device_kind.h"
#include "profiler/model/plan/load_words.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/plan/torch_words.h"
#include "profiler/model/quantity.h"
#include "profiler/model/variant.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace cli {
namespace {

using profiler::Plan;
using profiler::Result;

enum class Takes { OneSetting, Word, Words, Nothing };

struct OptionLine {
    const char* name;
    Takes takes
        = Takes::OneSetting; ///< then its help and what it sets are in the table of settings
    const char* help = "";
};

/// In the order of the help; a setting with an option that is not named here comes after them.
constexpr std::array optionLines {
    OptionLine {"--model"},
    OptionLine {"--script", Takes::Word,
        "a program as it is, such as train.py; its own arguments stand behind --"},
    OptionLine {"--script-module", Takes::Word, "the same of what `python -m` runs"},
    OptionLine {"--call"},
    OptionLine {"--variant", Takes::Words,
        "eager, a mode of torch.compile, or NAME=key:value,…; repeat, the first is the baseline"},
    OptionLine {"--input", Takes::Words,
        "NAME=SHAPE:TYPE or NAME=FILE; repeat for more tensors (default: the callable's own)"},
    OptionLine {
        "--case", Takes::Words, "NAME:TENSOR;TENSOR, a named set of inputs; repeat for more cases"},
    OptionLine {"--sweep", Takes::Words,
        "NAME=1,2..64 or NAME=16:512:16: a case for each combination; --input names the sizes, "
        "such as ids=batchxseq:int64; repeat for more sizes"},
    OptionLine {"--arg", Takes::Words, "KEY=VALUE for the model's callable; repeat"},
    OptionLine {"--task"},
    OptionLine {"--compile", Takes::Words,
        "modules to compile, a glob over their names, instead of the whole model; repeat"},
    OptionLine {"--device"},
    OptionLine {"--dtype"},
    OptionLine {"--effort"},
    OptionLine {"--python"},
    OptionLine {"--no-trace", Takes::Nothing, "trace no calls"},
    OptionLine {"--items", Takes::Words, "what a call makes: N, or CASE=N"},
    OptionLine {"--goal", Takes::Word, "median (default), p99, throughput or total:CALLS"},
    OptionLine {"--warm-cache"},
    OptionLine {"--limit", Takes::Words, "p99=15ms, memory=6GiB, compile=30s, CASE.p99=…; repeat"},
    OptionLine {"--tolerance"},
    OptionLine {"--processes", Takes::Word, "repetitions, 5 or 5..15"},
    OptionLine {"--rounds"},
    OptionLine {"--calls"},
    OptionLine {"--without", Takes::Words, "leave out cold, check, trace, noise, trial"},
    OptionLine {"--load", Takes::Word,
        "requests at given rates, whatever became of those before: auto, or requests a second "
        "such as 50,100,200"},
    OptionLine {"--arrivals", Takes::Word,
        "when requests come: poisson (default), constant or replay:FILE"},
    OptionLine {"--load-time"},
    OptionLine {"--load-processes"},
    OptionLine {"--concurrency"},
    OptionLine {"--request-limit"},
    OptionLine {"--name"},
};

constexpr std::array<std::pair<const char*, std::string_view>, 2> scriptOptions {{
    {"--script", profiler::scriptScheme},
    {"--script-module", profiler::scriptModuleScheme},
}};

/// "1%" as "0.01"; what is no number stays as it is, and is refused.
std::string partOf(const std::string& percent)
{
    constexpr double hundred = 100;
    const auto number = profiler::decimalNumber(percent.substr(0, percent.size() - 1));
    return number ? fmt::format("{}", *number / hundred) : percent;
}

/// Short forms that a plan file does not take.
std::string spelled(std::string_view option, const std::string& word)
{
    if (option == "--dtype")
        return profiler::dtypeName(word);
    if (option == "--tolerance" && word.ends_with('%'))
        return partOf(word);
    return option == "--device" ? profiler::withDeviceNumber(word) : word;
}

/// Applies the options to a plan, in an order in which later ones can refer to earlier ones.
class PlanChanger {
public:
    PlanChanger(Plan plan, const PlanOptions& options)
        : m_plan(std::move(plan))
        , m_options(options)
    {
    }

    Result<Plan> changed()
    {
        return settings()
            .and_then([this] { return workload(); })
            .and_then([this] { return cases(); })
            .and_then([this] { return items(); })
            .and_then([this] { return variants(); })
            .and_then([this] { return goal(); })
            .and_then([this] { return protocol(); })
            .and_then([this] { return load(); })
            .and_then([this] { return python(); })
            .and_then([this] { return profiler::validatePlan(m_plan); })
            .map([this] { return std::move(m_plan); });
    }

private:
    [[nodiscard]] const std::vector<std::string>& list(const char* option) const
    {
        return m_options.lists.at(option);
    }

    /// Hands over what each word of an option means, until one means nothing.
    template <typename Parse, typename Take>
    Result<void> each(const char* option, Parse parse, Take take) const
    {
        for (const auto& word : list(option)) {
            auto value = parse(word);
            if (!value)
                return tl::unexpected(value.error());
            take(std::move(*value));
        }
        return {};
    }

    /// Nothing, the word, or "true" of a flag.
    [[nodiscard]] std::optional<std::string> given(const profiler::PlanSetting& setting) const
    {
        const std::string option = setting.text.option;
        if (setting.type == profiler::SettingType::Flag)
            return m_options.flags.at(option) ? std::optional("true") : std::nullopt;
        return m_options.values.at(option);
    }

    Result<void> settings()
    {
        for (const auto& setting : profiler::planSettings()) {
            const auto word = setting.text.option ? given(setting) : std::nullopt;
            if (!word)
                continue;
            const auto set = setSetting(m_plan, setting, spelled(setting.text.option, *word));
            if (!set)
                return badWord(setting.text.option, *word, set.error().message);
        }
        return {};
    }

    Result<void> workload()
    {
        if (auto named = script(); !named)
            return named;
        auto& workload = m_plan.workload;
        if (workload.workingDirectory.empty()) {
            std::error_code ignored;
            workload.workingDirectory = std::filesystem::current_path(ignored).string();
        }
        if (!list("--compile").empty())
            workload.parts.clear();
        for (const auto& target : list("--compile"))
            workload.parts.push_back({.target = target, .settings = std::nullopt});
        return each("--arg", argumentFrom,
            [&](const auto& argument) { workload.arguments[argument.first] = argument.second; });
    }

    /// A script in place of a model; where no variants are named, eager and torch's defaults.
    Result<void> script()
    {
        auto& workload = m_plan.workload;
        for (const auto& [option, scheme] : scriptOptions) {
            const auto& word = m_options.values.at(option);
            if (!word)
                continue;
            if (m_options.values.at("--model") || word->empty())
                return badWord(option, *word, "one program, and no --model beside it");
            workload.spec = std::string(scheme) + *word;
        }
        if (!profiler::isScript(workload))
            return {};
        if (!m_options.scriptArguments.empty())
            workload.argv = m_options.scriptArguments;
        if (m_plan.variants.empty() && list("--variant").empty())
            m_plan.variants = {{.name = "eager"},
                {.name = "default", .kind = profiler::VariantKind::Compiled, .compile = {}}};
        return {};
    }

    Result<void> cases()
    {
        if (!list("--input").empty() && !list("--case").empty())
            return badWord("--input", list("--input").front(),
                "no --case beside it: put the tensor into the case, such as "
                "--case s32:ids=8x32:int64;mask=8x32:bool");
        if (!list("--sweep").empty())
            return sweep();
        if (!list("--input").empty() || !list("--case").empty())
            m_plan.cases.clear();
        auto& cases = m_plan.cases;
        if (!list("--input").empty())
            cases.emplace_back();
        return each("--case", caseFrom, [&](auto value) {
            cases.push_back(std::move(value));
        }).and_then([&] {
            return each("--input", tensorFrom,
                [&](auto tensor) { cases.front().inputs.push_back(std::move(tensor)); });
        });
    }

    Result<void> sweep()
    {
        if (!list("--case").empty() || list("--input").empty())
            return badWord("--sweep", list("--sweep").front(),
                "the inputs it is about, such as --input ids=batchxseq:int64[0,30522), and no "
                "--case beside it");
        auto cases = sweptCasesFrom(list("--sweep"), list("--input"));
        if (!cases)
            return tl::unexpected(cases.error());
        m_plan.cases = std::move(*cases);
        return {};
    }

    Result<void> items()
    {
        for (const auto& word : list("--items")) {
            auto items = itemsFrom(word);
            if (!items)
                return tl::unexpected(items.error());
            if (!items->caseName && m_plan.cases.empty())
                m_plan.cases.emplace_back(); // the callable's own inputs
            bool found = false;
            for (auto& value : m_plan.cases) {
                if (items->caseName && *items->caseName != value.name)
                    continue;
                value.items = items->count;
                found = true;
            }
            if (!found)
                return badWord("--items", word, "a case of the plan: " + caseNames());
        }
        return {};
    }

    [[nodiscard]] std::string caseNames() const
    {
        std::string names;
        for (const auto& value : m_plan.cases)
            names += (names.empty() ? "" : ", ") + value.name;
        return names.empty() ? "it names none" : names;
    }

    Result<void> variants()
    {
        if (!list("--variant").empty())
            m_plan.variants.clear();
        return each("--variant", variantFrom,
            [this](auto variant) { m_plan.variants.push_back(std::move(variant)); });
    }

    Result<void> goal()
    {
        if (const auto& word = m_options.values.at("--goal"))
            if (auto set = setGoal(m_plan.goal, *word); !set)
                return set;
        for (const auto& word : list("--limit"))
            if (auto added = addLimit(m_plan.goal, word); !added)
                return added;
        return {};
    }

    Result<void> protocol()
    {
        auto& protocol = m_plan.protocol;
        if (const auto& word = m_options.values.at("--processes"))
            if (auto set = setProcesses(protocol, *word); !set)
                return set;
        for (const auto& word : list("--without"))
            if (auto left = leaveOut(protocol, word); !left)
                return left;
        if (m_options.flags.at("--no-trace"))
            protocol.traceCalls = 0;
        return {};
    }

    Result<void> load()
    {
        if (const auto& word = m_options.values.at("--load"))
            if (auto set = setLoadRates(m_plan.load, *word); !set)
                return set;
        if (const auto& word = m_options.values.at("--arrivals"))
            return setArrivals(m_plan.load, *word);
        return {};
    }

    /// Names of `fusescope env` become their interpreters.
    Result<void> python()
    {
        for (auto* path : interpreters()) {
            auto resolved = resolvePython(*path);
            if (!resolved)
                return tl::unexpected(resolved.error());
            *path = *resolved;
        }
        return {};
    }

    std::vector<std::string*> interpreters()
    {
        std::vector<std::string*> paths {&m_plan.python};
        for (auto& variant : m_plan.variants)
            paths.push_back(&variant.python);
        return paths;
    }

    Plan m_plan;
    const PlanOptions& m_options;
};

void addOption(app::Command& command, PlanOptions& options, const OptionLine& line)
{
    if (line.takes == Takes::OneSetting) {
        const auto& setting = profiler::settingOf(line.name);
        const bool flag = setting.type == profiler::SettingType::Flag;
        if (flag)
            command.addFlag(line.name, options.flags[line.name], setting.text.help);
        else
            command.add(line.name, options.values[line.name], setting.text.help)
                .choices(setting.choices);
    } else if (line.takes == Takes::Words) {
        command.addRepeated(line.name, options.lists[line.name], line.help);
    } else if (line.takes == Takes::Word) {
        command.add(line.name, options.values[line.name], line.help);
    } else {
        command.addFlag(line.name, options.flags[line.name], line.help);
    }
}

} // namespace

void addPlanOverrides(app::Command& command, PlanOptions& options)
{
    for (const auto& line : optionLines)
        addOption(command, options, line);
    for (const auto& setting : profiler::planSettings()) {
        const auto* option = setting.text.option;
        if (option && !options.values.contains(option) && !options.flags.contains(option))
            addOption(command, options, {option});
    }
}

void addPlanOptions(app::Command& command, PlanOptions& options)
{
    command.add("plan", options.planFile, "a plan file; options beside it change it")
        .placeholder("PLAN.json");
    addPlanOverrides(command, options);
}

Result<Plan> changedPlan(Plan plan, const PlanOptions& options)
{
    return PlanChanger(std::move(plan), options).changed();
}

Result<Plan> planOfFile(const std::string& file)
{
    const auto text = readFile(file);
    if (!text)
        return tl::unexpected(text.error());
    auto plan = profiler::planFromJson(*text);
    if (!plan)
        return profiler::failure(plan.error().kind, file + ": " + plan.error().message);
    return plan;
}

Result<Plan> planFrom(const PlanOptions& options)
{
    if (options.planFile.empty())
        return changedPlan(Plan {}, options);
    auto plan = planOfFile(options.planFile);
    if (!plan)
        return plan;
    return changedPlan(std::move(*plan), options);
}

Result<void> checkTimed(const Plan& plan, const std::string& what)
{
    if (profiler::isTimed(plan.protocol))
        return {};
    return profiler::failure(profiler::ErrorKind::BadInput,
        what + " needs timed calls, and effort look times none: use --effort quick");
}

Result<Plan> timedPlanFrom(const PlanOptions& options)
{
    auto plan = planFrom(options);
    if (!plan)
        return plan;
    return checkTimed(*plan, "this command").map([&] { return std::move(*plan); });
}

} // namespace cli
