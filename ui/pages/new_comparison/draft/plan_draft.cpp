// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/plan_draft.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/json_text.h"
#include "profiler/model/plan/load_words.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/plan/torch_words.h"
#include "profiler/model/process_record.h"
#include "ui/pages/new_comparison/draft/draft_text.h"
#include "ui/text/quantity_text.h"
#include "ui/text/text.h"

#include <QObject>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace ui {

namespace {

using profiler::Case;
using profiler::ErrorKind;
using profiler::Plan;
using profiler::Protocol;
using profiler::Result;
using profiler::Variant;
using profiler::VariantKind;

constexpr double nsPerMs = 1e6;
constexpr double bytesPerGiB = 1024.0 * 1024 * 1024;

// ---- from a plan

QString pairsText(const std::map<std::string, std::string>& pairs, bool json)
{
    QStringList parts;
    for (const auto& [name, value] : pairs) {
        QString text = json ? plainTextOf(value) : qt(value);
        if (!json && (text.contains(u',') || text.contains(u'"') || text != text.trimmed()))
            text = QString::fromStdString(nlohmann::json(value).dump());
        parts << qt(name) + u'=' + text;
    }
    return parts.join(QStringLiteral(", "));
}

QString modeWord(const Variant& variant)
{
    if (variant.kind == VariantKind::Eager)
        return QStringLiteral("eager");
    const auto engine = profiler::engineWord(variant);
    return qt(engine.empty() ? variant.compile.mode.value_or("") : engine);
}

VariantDraft variantDraftOf(const Variant& variant)
{
    const auto& compile = variant.compile;
    return {.name = qt(variant.name),
        .mode = modeWord(variant),
        .fullgraph = compile.fullgraph,
        .dynamic = !compile.dynamic ? Switch::Automatic
            : *compile.dynamic      ? Switch::On
                                    : Switch::Off,
        .backend = qt(compile.backend.value_or("")),
        .options = pairsText(compile.options, true),
        .environment = pairsText(variant.environment, false),
        .torch = joinedTexts(profiler::torchWords(variant.torch)),
        .python = qt(variant.python),
        .parts = variant.parts};
}

void takeModel(PlanDraft& draft, const profiler::Workload& workload)
{
    const QString spec = qt(workload.spec);
    const qsizetype colon = spec.lastIndexOf(u':');
    if (spec.startsWith(QLatin1String("builtin:")) && !spec.contains(u',')) {
        draft.source = ModelSource::Builtin;
        draft.builtin = spec.mid(8);
    } else if (spec.endsWith(QLatin1String(".pt2")) || spec.endsWith(QLatin1String(".pt"))) {
        draft.source = ModelSource::Exported;
        draft.exported = spec;
    } else if (colon > 3 && QStringView(spec).left(colon).endsWith(QLatin1String(".py"))) {
        draft.source = ModelSource::PythonFile;
        draft.file = spec.left(colon);
        draft.callable = spec.mid(colon + 1);
    } else {
        draft.source = ModelSource::Library;
        draft.library = spec;
    }
    for (const auto& [name, text] : workload.arguments)
        draft.arguments.push_back({.name = qt(name), .value = plainTextOf(text)});
}

void takeGoal(PlanDraft& draft, const profiler::Goal& goal)
{
    draft.metric = goal.metric;
    if (goal.horizonCalls)
        draft.horizon = QString::number(*goal.horizonCalls);
    if (goal.limits.p99)
        draft.p99 = exactText(static_cast<double>(goal.limits.p99->count()) / nsPerMs);
    if (goal.limits.memoryBytes)
        draft.memory = exactText(static_cast<double>(*goal.limits.memoryBytes) / bytesPerGiB);
    draft.caseLimits = caseLimitsText(goal.caseLimits);
    draft.cacheKept = goal.cacheKept;
}

void takeProtocol(PlanDraft& draft, const Protocol& protocol)
{
    const Protocol usual = profiler::protocolFor(protocol.effort);
    draft.effort = protocol.effort;
    if (protocol.repetitionsMin != usual.repetitionsMin
        || protocol.repetitionsMax != usual.repetitionsMax)
        draft.processes = protocol.repetitionsMin == protocol.repetitionsMax
            ? QString::number(protocol.repetitionsMin)
            : QStringLiteral("%1..%2").arg(protocol.repetitionsMin).arg(protocol.repetitionsMax);
    draft.cold = protocol.coldEmpty > 0 || protocol.coldKept > 0
        || (usual.coldEmpty == 0 && usual.coldKept == 0); // another effort brings its own
    draft.check = protocol.checkInputs > 0;
    draft.trace = protocol.traceCalls > 0;
    draft.noise = protocol.noiseRepetitions > 0 || protocol.noiseWhenBusy;
}

void takeLoad(PlanDraft& draft, const profiler::LoadPlan& load)
{
    if (load.repetitions == 0)
        return;
    draft.loadRates = qt(profiler::loadRatesWord(load));
    draft.arrivals = load.arrivals;
    draft.replay = qt(load.replay);
}

// ---- to a plan

/// As the form has it; the command line speaks of its options.
QString howToName(ModelSource source)
{
    const std::array hints {QObject::tr("choose one of the list"),
        QObject::tr("write a name such as torchvision:resnet50"),
        QObject::tr("choose a Python file and the callable in it"),
        QObject::tr("choose a file of torch.export or TorchScript")};
    return hints.at(static_cast<std::size_t>(source));
}

Result<void> readModel(const PlanDraft& draft, Plan& plan)
{
    if (specOf(draft).isEmpty())
        return refuse(QObject::tr("no model is named; %1").arg(howToName(draft.source)));
    plan.workload.spec = specOf(draft).toStdString();
    plan.workload.arguments.clear();
    for (const ArgumentDraft& argument : draft.arguments) {
        if (argument.value.trimmed().isEmpty())
            continue;
        if (argument.name.trimmed().isEmpty())
            return refuse(QObject::tr("an argument with the value %1 has no name")
                              .arg(quoted(argument.value)));
        plan.workload.arguments[argument.name.trimmed().toStdString()]
            = profiler::jsonTextOf(argument.value.trimmed().toStdString());
    }
    return {};
}

Result<void> readCases(const PlanDraft& draft, Plan& plan)
{
    auto cases = casesOf(draft.sweep, draft.cases);
    if (!cases)
        return tl::unexpected(cases.error());
    plan.cases = std::move(*cases);
    return {};
}

Result<Variant> variantOf(const VariantDraft& draft)
{
    const QString where = QObject::tr("variant %1: ").arg(quoted(draft.name));
    const QString grammar = QObject::tr("expected NAME=value, parted by commas, each name once");
    Variant variant {.name = draft.name.trimmed().toStdString(),
        .kind = draft.mode == QLatin1String("eager") ? VariantKind::Eager : VariantKind::Compiled,
        .parts = draft.parts,
        .python = draft.python.trimmed().toStdString()};
    auto torch = profiler::torchSettingsFrom(draft.torch.toStdString());
    if (!torch)
        return refuse(
            where + QObject::tr("settings of torch: expected %1").arg(qt(torch.error().message)));
    variant.torch = std::move(*torch);
    const auto environment = pairsFrom(draft.environment);
    if (!environment)
        return refuse(where + QObject::tr("environment variables: ") + grammar);
    for (const auto& [name, value] : *environment)
        variant.environment[name] = profiler::unquoted(value); // commas and blanks can be in it
    const auto options = pairsFrom(draft.options);
    if (!options)
        return refuse(where + QObject::tr("options: ") + grammar);
    for (const auto& [name, value] : *options)
        variant.compile.options[name] = profiler::jsonTextOf(value);
    auto& compile = variant.compile;
    const auto mode = draft.mode.toStdString();
    if (!profiler::readEngineWord(variant, mode) && variant.kind == VariantKind::Compiled
        && !mode.empty())
        compile.mode = draft.mode.toStdString();
    compile.fullgraph = draft.fullgraph;
    if (draft.dynamic != Switch::Automatic)
        compile.dynamic = draft.dynamic == Switch::On;
    if (!draft.backend.trimmed().isEmpty())
        compile.backend = draft.backend.trimmed().toStdString();
    return variant;
}

Result<void> readVariants(const PlanDraft& draft, Plan& plan)
{
    plan.variants.clear();
    for (const VariantDraft& each : draft.variants) {
        auto variant = variantOf(each);
        if (!variant)
            return tl::unexpected(variant.error());
        plan.variants.push_back(std::move(*variant));
    }
    return {};
}

Result<void> readGoal(const PlanDraft& draft, Plan& plan)
{
    auto& goal = plan.goal;
    goal.metric = draft.metric;
    goal.cacheKept = draft.cacheKept;
    goal.horizonCalls.reset();
    goal.limits.p99.reset();
    goal.limits.memoryBytes.reset();
    if (!draft.horizon.trimmed().isEmpty()) {
        goal.horizonCalls = countFrom(draft.horizon);
        if (!goal.horizonCalls)
            return refuse(QObject::tr("the goal's horizon %1 is no count of calls, such as 100000")
                              .arg(quoted(draft.horizon)));
    }
    if (!draft.p99.trimmed().isEmpty()) {
        const auto ms = numberFrom(draft.p99);
        if (!ms || *ms <= 0)
            return refuse(QObject::tr("the limit of p99 %1 is no time in ms; write 1.5 or 1500")
                              .arg(quoted(draft.p99)));
        goal.limits.p99 = profiler::nanoseconds(std::llround(*ms * nsPerMs));
    }
    if (!draft.memory.trimmed().isEmpty()) {
        const auto size = numberFrom(draft.memory);
        if (!size || *size <= 0)
            return refuse(QObject::tr("the memory limit %1 is no size in GiB; write 1.5 or 6")
                              .arg(quoted(draft.memory)));
        goal.limits.memoryBytes = std::llround(*size * bytesPerGiB);
    }
    auto caseLimits = caseLimitsFrom(draft.caseLimits);
    if (!caseLimits)
        return tl::unexpected(caseLimits.error());
    goal.caseLimits = std::move(*caseLimits);
    return {};
}

Result<void> readProcesses(const QString& text, Protocol& protocol)
{
    const qsizetype dots = text.indexOf(QLatin1String(".."));
    const auto fewest = countFrom(dots < 0 ? text : text.left(dots));
    const auto most = dots < 0 ? fewest : countFrom(text.mid(dots + 2));
    if (!fewest || !most || *most < *fewest || *most > 10'000)
        return refuse(QObject::tr("processes %1: expected a count, such as 5, or a range, such as "
                                  "5..15")
                          .arg(quoted(text)));
    protocol.repetitionsMin = static_cast<int>(*fewest);
    protocol.repetitionsMax = static_cast<int>(*most);
    return {};
}

/// What no field says stays as opened; a new effort brings its own numbers.
Protocol startingProtocol(const PlanDraft& draft)
{
    const Protocol& base = draft.base.protocol;
    const Protocol usual = profiler::protocolFor(draft.effort);
    Protocol protocol = base;
    const bool same = base.effort == draft.effort;
    protocol.effort = draft.effort;
    protocol.repetitionsMin = usual.repetitionsMin;
    protocol.repetitionsMax = usual.repetitionsMax;
    const bool coldKnown = same && (base.coldEmpty > 0 || base.coldKept > 0);
    protocol.coldEmpty = !draft.cold ? 0 : coldKnown ? base.coldEmpty : usual.coldEmpty;
    protocol.coldKept = !draft.cold ? 0 : coldKnown ? base.coldKept : usual.coldKept;
    const auto count = [same](bool wanted, int opened, int byEffort) {
        return !wanted ? 0 : same && opened > 0 ? opened : byEffort;
    };
    protocol.checkInputs = count(draft.check, base.checkInputs, usual.checkInputs);
    protocol.traceCalls = count(draft.trace, base.traceCalls, usual.traceCalls);
    protocol.noiseRepetitions = count(draft.noise, base.noiseRepetitions, usual.noiseRepetitions);
    protocol.noiseWhenBusy = draft.noise;
    return protocol;
}

/// Digits of a count may be grouped; everything else is read as the command line does.
Result<void> readNumbers(const PlanDraft& draft, std::string_view group, Plan& plan)
{
    for (const auto& setting : formSettings(group)) {
        const QString text = typedNumber(draft, setting.text.option).trimmed();
        const auto count
            = setting.type == profiler::SettingType::Whole ? countFrom(text) : std::nullopt;
        const auto word = count ? std::to_string(*count) : text.toStdString();
        const auto set
            = setSetting(plan, setting, word.empty() ? std::nullopt : std::optional(word));
        if (!set)
            return refuse(QObject::tr("%1 %2: expected %3")
                              .arg(QLatin1String(setting.text.caption), quoted(text),
                                  qt(set.error().message)));
    }
    return {};
}

/// A name of `fusescope remote`, or an address; whether it is one is asked there.
Result<void> checkMachine(const QString& machine)
{
    static const QRegularExpression form(
        QStringLiteral("^(ssh://[^/\\s]+/?|[^/:@\\s-][^/:@\\s]*)$"));
    if (machine.isEmpty() || form.match(machine).hasMatch())
        return {};
    return profiler::failure(profiler::ErrorKind::BadInput,
        "machine: expected ssh://user@host, or a name that `fusescope remote list` shows");
}

Result<void> readMeasurement(const PlanDraft& draft, Plan& plan)
{
    if (auto known = checkMachine(draft.machine); !known)
        return known;
    plan.numeric.device = draft.device.trimmed().toStdString();
    plan.numeric.dtype = draft.dtype.trimmed().toStdString();
    plan.workload.task = draft.task;
    plan.python = draft.python.trimmed().toStdString();
    plan.name = draft.name.trimmed().toStdString();
    plan.protocol = startingProtocol(draft);
    if (!draft.processes.trimmed().isEmpty())
        if (auto read = readProcesses(draft.processes.trimmed(), plan.protocol); !read)
            return read;
    return readNumbers(draft, "protocol", plan);
}

/// Without rates there is no load, whatever else was typed of it.
Result<void> readLoad(const PlanDraft& draft, Plan& plan)
{
    const QString rates = draft.loadRates.simplified().remove(u' ');
    if (rates.isEmpty()) {
        plan.load = {};
        return {};
    }
    const QString arrivals = draft.arrivals == profiler::Arrivals::Replay
        ? QStringLiteral("replay:") + draft.replay.trimmed()
        : qt(std::string(profiler::keyOf(draft.arrivals)));
    return readNumbers(draft, "load", plan)
        .and_then([&] { return profiler::setLoadRates(plan.load, rates.toStdString()); })
        .and_then([&] { return profiler::setArrivals(plan.load, arrivals.toStdString()); });
}

using BlockReader = Result<void> (*)(const PlanDraft&, Plan&);

/// The names that limits may speak of, also where the cases are wrong as yet; each once, as two of
/// one name are the other block's trouble.
std::vector<Case> namedCases(const PlanDraft& draft)
{
    std::vector<Case> named;
    const auto add = [&named](const std::string& name) {
        if (!name.empty() && std::ranges::count(named, name, &Case::name) == 0)
            named.push_back({.name = name});
    };
    if (const auto cases = casesOf(draft.sweep, draft.cases))
        for (const Case& each : *cases)
            add(each.name);
    else
        for (const CaseDraft& each : draft.cases)
            add(each.name.trimmed().toStdString());
    return named;
}

/// A plan that is right wherever the block in question does not speak.
Plan otherwiseRight(const PlanDraft& draft, DraftBlock block)
{
    Plan plan;
    plan.workload.spec = "builtin:mlp";
    plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    if (block == DraftBlock::Goal)
        plan.cases = namedCases(draft);
    return plan;
}

QString problemOf(const PlanDraft& draft, DraftBlock block, BlockReader read)
{
    Plan plan = otherwiseRight(draft, block);
    const auto seen = read(draft, plan);
    if (!seen)
        return qt(seen.error().message);
    const auto valid = profiler::validatePlan(plan);
    return valid ? QString() : qt(valid.error().message);
}

} // namespace

PlanDraft newDraft()
{
    PlanDraft draft;
    draft.builtin = QStringLiteral("transformer-block");
    draft.device = QStringLiteral("cpu");
    draft.effort = profiler::Effort::Normal;
    draft.variants = {{.name = QStringLiteral("eager"), .mode = QStringLiteral("eager")},
        {.name = QStringLiteral("default"), .mode = QStringLiteral("default")}};
    return draft;
}

PlanDraft draftOf(const Plan& plan)
{
    PlanDraft draft {.base = plan};
    takeModel(draft, plan.workload);
    auto cases = draftOfCases(plan.cases);
    draft.sweep = std::move(cases.sweep);
    draft.cases = std::move(cases.cases);
    for (const Variant& variant : plan.variants)
        draft.variants.push_back(variantDraftOf(variant));
    takeGoal(draft, plan.goal);
    takeProtocol(draft, plan.protocol);
    takeLoad(draft, plan.load);
    for (const auto& setting : formSettings())
        if (!isDefault(plan, setting))
            draft.numbers[setting.text.option] = qt(settingText(plan, setting));
    if (plan.load.repetitions == profiler::usualLoadRepetitions)
        draft.numbers.erase("--load-processes");
    draft.device = qt(plan.numeric.device);
    draft.dtype = qt(plan.numeric.dtype);
    draft.task = plan.workload.task;
    draft.python = qt(plan.python);
    draft.name = qt(plan.name);
    return draft;
}

Result<Plan> planOf(const PlanDraft& draft)
{
    Plan plan = draft.base;
    for (const BlockReader read :
        {&readModel, &readCases, &readVariants, &readGoal, &readMeasurement, &readLoad})
        if (auto seen = read(draft, plan); !seen)
            return tl::unexpected(seen.error());
    return profiler::validatePlan(plan).map([&] { return std::move(plan); });
}

std::vector<DraftProblem> problemsOf(const PlanDraft& draft)
{
    constexpr std::array<std::pair<DraftBlock, BlockReader>, 6> blocks {{
        {DraftBlock::Model, &readModel},
        {DraftBlock::Cases, &readCases},
        {DraftBlock::Goal, &readGoal},
        {DraftBlock::Variants, &readVariants},
        {DraftBlock::Measurement, &readMeasurement},
        {DraftBlock::Load, &readLoad},
    }};
    std::vector<DraftProblem> problems;
    for (const auto& [block, read] : blocks)
        if (QString sentence = problemOf(draft, block, read); !sentence.isEmpty())
            problems.push_back({.block = block, .sentence = std::move(sentence)});
    // What only the blocks together can be wrong in (inference mode and training).
    if (problems.empty())
        if (const auto plan = planOf(draft); !plan) {
            const QString sentence = qt(plan.error().message);
            const bool ofLoad = blockOf(sentence) == DraftBlock::Load;
            problems.push_back({.block = ofLoad ? DraftBlock::Load : DraftBlock::Measurement,
                .sentence = sentence});
        }
    return problems;
}

DraftBlock blockOf(const QString& refusal)
{
    if (refusal.startsWith(QLatin1String("variant ")))
        return DraftBlock::Variants;
    if (refusal.startsWith(QLatin1String("case ")))
        return DraftBlock::Cases;
    if (refusal.startsWith(QLatin1String("load")) || refusal.contains(QLatin1String("--load"))
        || refusal.contains(QLatin1String("--arrivals")))
        return DraftBlock::Load;
    if (refusal.contains(QLatin1String("interpreter"))
        || refusal.contains(QLatin1String("--device"))
        || refusal.contains(QLatin1String("no torch")))
        return DraftBlock::Measurement;
    return DraftBlock::Model;
}

std::vector<profiler::PlanSetting> formSettings()
{
    std::vector<profiler::PlanSetting> settings;
    std::ranges::copy_if(profiler::planSettings(), std::back_inserter(settings),
        [](const auto& setting) { return setting.text.caption != nullptr; });
    return settings;
}

std::vector<profiler::PlanSetting> formSettings(std::string_view group)
{
    auto settings = formSettings();
    std::erase_if(settings, [&](const auto& setting) { return setting.group() != group; });
    return settings;
}

QString typedNumber(const PlanDraft& draft, const char* option)
{
    const auto typed = draft.numbers.find(option);
    return typed == draft.numbers.end() ? QString() : typed->second;
}

std::size_t caseCountOf(const PlanDraft& draft)
{
    const auto cases = casesOf(draft.sweep, draft.cases);
    return cases ? cases->size() : draft.cases.size();
}

QString specOf(const PlanDraft& draft)
{
    switch (draft.source) {
    case ModelSource::Builtin:
        return draft.builtin.isEmpty() ? QString() : QStringLiteral("builtin:") + draft.builtin;
    case ModelSource::Library:
        return draft.library.trimmed();
    case ModelSource::PythonFile:
        return draft.file.trimmed().isEmpty() ? QString()
                                              : draft.file.trimmed() + u':' + draft.callable;
    case ModelSource::Exported:
        break;
    }
    return draft.exported.trimmed();
}

} // namespace ui
