// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/plan/plan_json.h"
#include "ui/pages/new_comparison/draft/plan_draft.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

/// A draft as it is kept between two starts of the program: texts as typed. The plan that was
/// opened lies inside as its own document.
namespace ui {

namespace {

constexpr int draftSchema = 1;

template <typename Fields>
void listFields(Fields& fields, ArgumentDraft& argument)
{
    fields("name", argument.name);
    fields("value", argument.value);
}

template <typename Fields>
void listFields(Fields& fields, TensorDraft& tensor)
{
    fields("name", tensor.name);
    fields("shape", tensor.shape);
    fields("dtype", tensor.dtype);
    fields("range", tensor.range);
    fields("file", tensor.file);
    fields("dims", tensor.dims);
}

template <typename Fields>
void listFields(Fields& fields, CaseDraft& value)
{
    fields("name", value.name);
    fields("items", value.items);
    fields("tensors", value.tensors);
}

/// Parts have no field: they travel in the opened plan, by the variant's name.
template <typename Fields>
void listFields(Fields& fields, VariantDraft& variant)
{
    fields("name", variant.name);
    fields("mode", variant.mode);
    fields("fullgraph", variant.fullgraph);
    fields("dynamic", variant.dynamic, Switch::Off);
    fields("backend", variant.backend);
    fields("options", variant.options);
    fields("environment", variant.environment);
    fields("torch", variant.torch);
    fields("python", variant.python);
}

template <typename Fields>
void listFields(Fields& fields, PlanDraft& draft)
{
    fields("origin", draft.origin);
    fields("source", draft.source, ModelSource::Exported);
    fields("builtin", draft.builtin);
    fields("library", draft.library);
    fields("file", draft.file);
    fields("callable", draft.callable);
    fields("exported", draft.exported);
    fields("arguments", draft.arguments);
    fields("sweep", draft.sweep);
    fields("cases", draft.cases);
    fields("variants", draft.variants);
    fields("metric", draft.metric, profiler::GoalMetric::Total);
    fields("horizon", draft.horizon);
    fields("p99", draft.p99);
    fields("memory", draft.memory);
    fields("case_limits", draft.caseLimits);
    fields("cache_kept", draft.cacheKept);
    fields("machine", draft.machine);
    fields("device", draft.device);
    fields("dtype", draft.dtype);
    fields("task", draft.task, profiler::Task::Training);
    fields("effort", draft.effort, profiler::Effort::Look);
    fields("processes", draft.processes);
    for (const auto& setting : formSettings()) // "--rounds" is kept as "rounds"
        fields(setting.text.option + 2, draft.numbers[setting.text.option]);
    fields("cold", draft.cold);
    fields("check", draft.check);
    fields("trace", draft.trace);
    fields("noise", draft.noise);
    fields("load_rates", draft.loadRates);
    fields("arrivals", draft.arrivals, profiler::Arrivals::Replay);
    fields("replay", draft.replay);
    fields("python", draft.python);
    fields("name", draft.name);
    fields("output", draft.output);
}

struct Writer {
    QJsonObject object;

    template <typename Value>
    void operator()(const char* key, const Value& value)
    {
        object.insert(QLatin1String(key), value);
    }

    template <typename Choice>
    void operator()(const char* key, Choice choice, Choice /*last*/)
    {
        object.insert(QLatin1String(key), static_cast<int>(choice));
    }

    template <typename Item>
    void operator()(const char* key, std::vector<Item>& items)
    {
        QJsonArray array;
        for (Item& item : items) {
            Writer written;
            listFields(written, item);
            array.append(written.object);
        }
        object.insert(QLatin1String(key), array);
    }
};

struct DraftReader {
    QJsonObject object;

    void operator()(const char* key, QString& text) const
    {
        text = object.value(QLatin1String(key)).toString();
    }

    void operator()(const char* key, bool& flag) const
    {
        flag = object.value(QLatin1String(key)).toBool();
    }

    /// A newer or damaged file may have an enumerator beyond our last one.
    template <typename Choice>
    void operator()(const char* key, Choice& choice, Choice last)
    {
        const int value = object.value(QLatin1String(key)).toInt();
        const bool known = value >= 0 && value <= static_cast<int>(last);
        choice = known ? static_cast<Choice>(value) : Choice {};
    }

    template <typename Item>
    void operator()(const char* key, std::vector<Item>& items)
    {
        const QJsonArray array = object.value(QLatin1String(key)).toArray();
        for (const auto& entry : array) {
            DraftReader read {entry.toObject()};
            listFields(read, items.emplace_back());
        }
    }
};

void putOpened(PlanDraft& draft)
{
    for (VariantDraft& variant : draft.variants)
        for (const auto& opened : draft.base.variants)
            if (QString::fromStdString(opened.name) == variant.name
                && variant.mode != QLatin1String("eager"))
                variant.parts = opened.parts;
}

} // namespace

QByteArray toJson(const PlanDraft& draft)
{
    Writer written {{{QStringLiteral("schema"), draftSchema},
        {QStringLiteral("base"), QString::fromStdString(profiler::planToJson(draft.base))}}};
    PlanDraft copy = draft; // the list of fields serves reading, too
    listFields(written, copy);
    return QJsonDocument(written.object).toJson();
}

std::optional<PlanDraft> draftFromJson(const QByteArray& json)
{
    DraftReader read {QJsonDocument::fromJson(json).object()};
    if (read.object.value(QLatin1String("schema")).toInt() != draftSchema)
        return std::nullopt;
    PlanDraft draft;
    const auto base = read.object.value(QLatin1String("base")).toString().toStdString();
    if (auto plan = profiler::planFromJson(base))
        draft.base = std::move(*plan);
    listFields(read, draft);
    std::erase_if(draft.numbers, [](const auto& typed) { return typed.second.isEmpty(); });
    putOpened(draft);
    return draft;
}

} // namespace ui
