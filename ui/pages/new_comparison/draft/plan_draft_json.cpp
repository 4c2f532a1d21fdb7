// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/plan/plan_json.h"
#include "ui/pages/new_comparison/draft/plan_draft.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

/// A draft as it is kept between two starts of the program: texts as typed. The plan that was
/// opened lies inside as its own document.
namespace ui {

namespace {

constexpr int draftSchema = 1;

template <typename Item, typename Make>
QJsonArray arrayOf(const std::vector<Item>& items, Make make)
{
    QJsonArray array;
    for (const Item& item : items)
        array.append(make(item));
    return array;
}

template <typename Item, typename Make>
std::vector<Item> listOf(const QJsonValue& value, Make make)
{
    std::vector<Item> items;
    const QJsonArray array = value.toArray();
    for (const auto& entry : array)
        items.push_back(make(entry.toObject()));
    return items;
}

QString textAt(const QJsonObject& object, const char* key)
{
    return object.value(QLatin1String(key)).toString();
}

/// An enumerator that a newer or damaged file may have beyond our last one.
template <typename Choice>
Choice choiceAt(const QJsonObject& object, const char* key, Choice last)
{
    const int value = object.value(QLatin1String(key)).toInt();
    return value >= 0 && value <= static_cast<int>(last) ? static_cast<Choice>(value) : Choice {};
}

QJsonObject argumentJson(const ArgumentDraft& argument)
{
    return {{QStringLiteral("name"), argument.name}, {QStringLiteral("value"), argument.value}};
}

QJsonObject tensorJson(const TensorDraft& tensor)
{
    return {{QStringLiteral("name"), tensor.name}, {QStringLiteral("shape"), tensor.shape},
        {QStringLiteral("dtype"), tensor.dtype}, {QStringLiteral("range"), tensor.range},
        {QStringLiteral("file"), tensor.file}};
}

TensorDraft tensorFrom(const QJsonObject& object)
{
    return {.name = textAt(object, "name"),
        .shape = textAt(object, "shape"),
        .dtype = textAt(object, "dtype"),
        .range = textAt(object, "range"),
        .file = textAt(object, "file")};
}

QJsonObject caseJson(const CaseDraft& value)
{
    return {{QStringLiteral("name"), value.name}, {QStringLiteral("items"), value.items},
        {QStringLiteral("tensors"), arrayOf(value.tensors, tensorJson)}};
}

CaseDraft caseFrom(const QJsonObject& object)
{
    return {.name = textAt(object, "name"),
        .items = textAt(object, "items"),
        .tensors = listOf<TensorDraft>(object.value(QLatin1String("tensors")), tensorFrom)};
}

/// Parts have no field of their own: they travel in the opened plan, by the variant's name.
QJsonObject variantJson(const VariantDraft& variant)
{
    return {{QStringLiteral("name"), variant.name}, {QStringLiteral("mode"), variant.mode},
        {QStringLiteral("fullgraph"), variant.fullgraph},
        {QStringLiteral("dynamic"), static_cast<int>(variant.dynamic)},
        {QStringLiteral("backend"), variant.backend}, {QStringLiteral("options"), variant.options},
        {QStringLiteral("environment"), variant.environment},
        {QStringLiteral("python"), variant.python}};
}

VariantDraft variantFrom(const QJsonObject& object)
{
    return {.name = textAt(object, "name"),
        .mode = textAt(object, "mode"),
        .fullgraph = object.value(QLatin1String("fullgraph")).toBool(),
        .dynamic = choiceAt(object, "dynamic", Switch::Off),
        .backend = textAt(object, "backend"),
        .options = textAt(object, "options"),
        .environment = textAt(object, "environment"),
        .python = textAt(object, "python")};
}

void putParts(PlanDraft& draft)
{
    for (VariantDraft& variant : draft.variants)
        for (const auto& opened : draft.base.variants)
            if (QString::fromStdString(opened.name) == variant.name
                && variant.mode != QLatin1String("eager"))
                variant.parts = opened.parts;
}

struct TextField {
    const char* key;
    QString PlanDraft::*member;
};

constexpr std::array<TextField, 16> texts {{
    {"origin", &PlanDraft::origin},
    {"builtin", &PlanDraft::builtin},
    {"library", &PlanDraft::library},
    {"file", &PlanDraft::file},
    {"callable", &PlanDraft::callable},
    {"exported", &PlanDraft::exported},
    {"horizon", &PlanDraft::horizon},
    {"p99", &PlanDraft::p99},
    {"memory", &PlanDraft::memory},
    {"case_limits", &PlanDraft::caseLimits},
    {"device", &PlanDraft::device},
    {"dtype", &PlanDraft::dtype},
    {"processes", &PlanDraft::processes},
    {"python", &PlanDraft::python},
    {"name", &PlanDraft::name},
    {"output", &PlanDraft::output},
}};

struct FlagField {
    const char* key;
    bool PlanDraft::*member;
};

constexpr std::array<FlagField, 5> flags {{
    {"cache_kept", &PlanDraft::cacheKept},
    {"cold", &PlanDraft::cold},
    {"check", &PlanDraft::check},
    {"trace", &PlanDraft::trace},
    {"noise", &PlanDraft::noise},
}};

/// "--rounds" is kept as "rounds".
QLatin1String keyOf(const profiler::PlanSetting& setting)
{
    return QLatin1String(setting.text.option + 2);
}

} // namespace

QByteArray toJson(const PlanDraft& draft)
{
    QJsonObject object {{QStringLiteral("schema"), draftSchema},
        {QStringLiteral("base"), QString::fromStdString(profiler::planToJson(draft.base))},
        {QStringLiteral("source"), static_cast<int>(draft.source)},
        {QStringLiteral("arguments"), arrayOf(draft.arguments, argumentJson)},
        {QStringLiteral("cases"), arrayOf(draft.cases, caseJson)},
        {QStringLiteral("variants"), arrayOf(draft.variants, variantJson)},
        {QStringLiteral("metric"), static_cast<int>(draft.metric)},
        {QStringLiteral("task"), static_cast<int>(draft.task)},
        {QStringLiteral("effort"), static_cast<int>(draft.effort)}};
    for (const auto& [key, member] : texts)
        object.insert(QLatin1String(key), draft.*member);
    for (const auto& [key, member] : flags)
        object.insert(QLatin1String(key), draft.*member);
    for (const auto& setting : formSettings()) {
        const auto typed = draft.numbers.find(setting.text.option);
        object.insert(keyOf(setting), typed == draft.numbers.end() ? QString() : typed->second);
    }
    return QJsonDocument(object).toJson();
}

std::optional<PlanDraft> draftFromJson(const QByteArray& json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject())
        return std::nullopt;
    const QJsonObject object = document.object();
    if (object.value(QLatin1String("schema")).toInt() != draftSchema)
        return std::nullopt;
    PlanDraft draft;
    if (auto base = profiler::planFromJson(textAt(object, "base").toStdString()))
        draft.base = std::move(*base);
    draft.source = choiceAt(object, "source", ModelSource::Exported);
    draft.arguments = listOf<ArgumentDraft>(
        object.value(QLatin1String("arguments")), [](const QJsonObject& entry) {
            return ArgumentDraft {.name = textAt(entry, "name"), .value = textAt(entry, "value")};
        });
    draft.cases = listOf<CaseDraft>(object.value(QLatin1String("cases")), caseFrom);
    draft.variants = listOf<VariantDraft>(object.value(QLatin1String("variants")), variantFrom);
    draft.metric = choiceAt(object, "metric", profiler::GoalMetric::Total);
    draft.task = choiceAt(object, "task", profiler::Task::Training);
    draft.effort = choiceAt(object, "effort", profiler::Effort::Thorough);
    for (const auto& [key, member] : texts)
        draft.*member = textAt(object, key);
    for (const auto& [key, member] : flags)
        draft.*member = object.value(QLatin1String(key)).toBool();
    for (const auto& setting : formSettings())
        if (const auto text = object.value(keyOf(setting)).toString(); !text.isEmpty())
            draft.numbers[setting.text.option] = text;
    putParts(draft);
    return draft;
}

} // namespace ui
