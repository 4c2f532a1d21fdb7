// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/plan_draft.h"

#include "profiler/model/json_text.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/plan/torch_words.h"
#include "ui/pages/new_comparison/draft/draft_text.h"
#include "ui/text/quantity_text.h"
#include "ui/text/text.h"

#include <QObject>

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

tl::unexpected<profiler::Error> refuse(const QString& sentence)
{
    return profiler::failure(ErrorKind::BadInput, sentence.toStdString());
}

QString quoted(const QString& text)
{
    return QStringLiteral("\"%1\"").arg(text);
}

// ---- from a plan

/// `inputs.npz:ids`
QString fileText(const profiler::TensorSpec& tensor)
{
    return tensor.key.empty() ? qt(tensor.file) : qt(tensor.file) + u':' + qt(tensor.key);
}

QString joined(const std::vector<std::string>& texts)
{
    QStringList parts;
    for (const std::string& text : texts)
        parts << qt(text);
    return parts.join(QStringLiteral(", "));
}

CaseDraft caseDraftOf(const Case& value)
{
    CaseDraft draft {
        .name = qt(value.name), .items = value.items ? exactText(*value.items) : QString()};
    for (const auto& tensor : value.inputs)
        draft.tensors.push_back({.name = qt(tensor.name),
            .shape = shapeText(tensor.shape),
            .dtype = qt(tensor.dtype),
            .range = tensor.range ? rangeText(*tensor.range) : QString(),
            .file = fileText(tensor),
            .dims = joined(tensor.dims)});
    return draft;
}

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
        .torch = joined(profiler::torchWords(variant.torch)),
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
    draft.cold = protocol.coldEmpty > 0 || protocol.coldKept > 0;
    draft.check = protocol.checkInputs > 0;
    draft.trace = protocol.traceCalls > 0;
    draft.noise = protocol.noiseRepetitions > 0;
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

Result<profiler::TensorSpec> tensorOf(const TensorDraft& draft, const QString& caseName)
{
    const QString where
        = QObject::tr("case %1, input %2: ").arg(quoted(caseName), quoted(draft.name));
    profiler::TensorSpec tensor {
        .name = draft.name.trimmed().toStdString(), .dtype = draft.dtype.trimmed().toStdString()};
    if (const QString file = draft.file.trimmed(); !file.isEmpty()) {
        const qsizetype colon = file.lastIndexOf(u':');
        tensor.file = file.left(colon < 0 ? file.size() : colon).toStdString();
        tensor.key = colon < 0 ? std::string() : file.mid(colon + 1).toStdString();
    }
    const auto shape = shapeFrom(draft.shape);
    if (!shape)
        return refuse(where
            + QObject::tr("the shape %1 is not understood; write sizes as 8×3×64×64")
                  .arg(quoted(draft.shape)));
    tensor.shape = *shape;
    const QStringList dims = draft.dims.split(QStringLiteral(", "), Qt::SkipEmptyParts);
    if (static_cast<std::size_t>(dims.size()) == tensor.shape.size()) // else the shape is another
        for (const QString& dim : dims)
            tensor.dims.push_back(dim.toStdString());
    if (!draft.range.trimmed().isEmpty()) {
        tensor.range = rangeFrom(draft.range);
        if (!tensor.range)
            return refuse(where
                + QObject::tr("the range %1 is not understood; write [0, 30522), without the last")
                      .arg(quoted(draft.range)));
    }
    return tensor;
}

Result<void> readCases(const PlanDraft& draft, Plan& plan)
{
    plan.cases.clear();
    for (const CaseDraft& each : draft.cases) {
        Case value {.name = each.name.trimmed().toStdString()};
        if (!each.items.trimmed().isEmpty()) {
            value.items = numberFrom(each.items);
            if (!value.items)
                return refuse(QObject::tr("case %1: %2 is no number of items a call")
                                  .arg(quoted(each.name), quoted(each.items)));
        }
        for (const TensorDraft& tensor : each.tensors) {
            auto made = tensorOf(tensor, each.name);
            if (!made)
                return tl::unexpected(made.error());
            value.inputs.push_back(std::move(*made));
        }
        plan.cases.push_back(std::move(value));
    }
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
    return protocol;
}

Result<void> readNumbers(const PlanDraft& draft, Plan& plan)
{
    for (const auto& setting : formSettings()) {
        const QString text = typedNumber(draft, setting.text.option).trimmed();
        const auto count = countFrom(text);
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

Result<void> readMeasurement(const PlanDraft& draft, Plan& plan)
{
    plan.numeric.device = draft.device.trimmed().toStdString();
    plan.numeric.dtype = draft.dtype.trimmed().toStdString();
    plan.workload.task = draft.task;
    plan.python = draft.python.trimmed().toStdString();
    plan.name = draft.name.trimmed().toStdString();
    plan.protocol = startingProtocol(draft);
    if (!draft.processes.trimmed().isEmpty())
        if (auto read = readProcesses(draft.processes.trimmed(), plan.protocol); !read)
            return read;
    return readNumbers(draft, plan);
}

using Reader = Result<void> (*)(const PlanDraft&, Plan&);

/// A plan that is right wherever the block in question does not speak.
Plan otherwiseRight(const PlanDraft& draft, DraftBlock block)
{
    Plan plan;
    plan.workload.spec = "builtin:mlp";
    plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    if (block == DraftBlock::Goal) // limits name cases
        for (const CaseDraft& each : draft.cases)
            if (!each.name.trimmed().isEmpty())
                plan.cases.push_back({.name = each.name.trimmed().toStdString()});
    return plan;
}

QString problemOf(const PlanDraft& draft, DraftBlock block, Reader read)
{
    Plan plan = otherwiseRight(draft, block);
    const auto seen = read(draft, plan);
    if (!seen)
        return qt(seen.error().message);
    if (block == DraftBlock::Goal) { // two cases of one name are the other block's trouble
        std::vector<Case> once;
        for (const Case& each : plan.cases)
            if (std::none_of(once.begin(), once.end(),
                    [&](const Case& other) { return other.name == each.name; }))
                once.push_back(each);
        plan.cases = std::move(once);
    }
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
    for (const Case& value : plan.cases)
        draft.cases.push_back(caseDraftOf(value));
    for (const Variant& variant : plan.variants)
        draft.variants.push_back(variantDraftOf(variant));
    takeGoal(draft, plan.goal);
    takeProtocol(draft, plan.protocol);
    for (const auto& setting : formSettings())
        if (!isDefault(plan, setting))
            draft.numbers[setting.text.option] = qt(settingText(plan, setting));
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
    for (const Reader read : {&readModel, &readCases, &readVariants, &readGoal, &readMeasurement})
        if (auto seen = read(draft, plan); !seen)
            return tl::unexpected(seen.error());
    return profiler::validatePlan(plan).map([&] { return std::move(plan); });
}

std::vector<DraftProblem> problemsOf(const PlanDraft& draft)
{
    constexpr std::array<std::pair<DraftBlock, Reader>, 5> blocks {{
        {DraftBlock::Model, &readModel},
        {DraftBlock::Cases, &readCases},
        {DraftBlock::Goal, &readGoal},
        {DraftBlock::Variants, &readVariants},
        {DraftBlock::Measurement, &readMeasurement},
    }};
    std::vector<DraftProblem> problems;
    for (const auto& [block, read] : blocks)
        if (QString sentence = problemOf(draft, block, read); !sentence.isEmpty())
            problems.push_back({.block = block, .sentence = std::move(sentence)});
    // What only the blocks together can be wrong in (inference mode and training).
    if (problems.empty())
        if (const auto plan = planOf(draft); !plan)
            problems.push_back(
                {.block = DraftBlock::Measurement, .sentence = qt(plan.error().message)});
    return problems;
}

DraftBlock blockOf(const QString& refusal)
{
    if (refusal.startsWith(QLatin1String("variant ")))
        return DraftBlock::Variants;
    if (refusal.startsWith(QLatin1String("case ")))
        return DraftBlock::Cases;
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

QString typedNumber(const PlanDraft& draft, const char* option)
{
    const auto typed = draft.numbers.find(option);
    return typed == draft.numbers.end() ? QString() : typed->second;
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
