// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/plan_check.h"

#include "profiler/model/case.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace ui {

namespace {

using namespace std::chrono_literals;

constexpr auto afterTyping = 350ms;

QJsonValue at(const QJsonObject& object, const char* key)
{
    return object.value(QLatin1String(key));
}

CheckResult resultFrom(const QString& state)
{
    if (state == QLatin1String("ok"))
        return CheckResult::Ok;
    return state == QLatin1String("limits") ? CheckResult::Limits : CheckResult::Stops;
}

/// A JSON value as it would be typed: texts without quotes.
QString typed(const QJsonValue& value)
{
    if (value.isString())
        return value.toString();
    if (value.isNull() || value.isUndefined())
        return {};
    const QByteArray list = QJsonDocument(QJsonArray {value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(list.mid(1, list.size() - 2));
}

KnownCallable callableFrom(const QJsonObject& object)
{
    KnownCallable callable {.name = at(object, "name").toString(),
        .summary = at(object, "summary").toString(),
        .isModule = at(object, "is_module").toBool()};
    const QJsonArray parameters = at(object, "parameters").toArray();
    for (const auto& entry : parameters) {
        const QJsonObject parameter = entry.toObject();
        callable.parameters.push_back({.name = at(parameter, "name").toString(),
            .type = at(parameter, "type").toString(),
            .defaultText = typed(at(parameter, "default")),
            .required = at(parameter, "required").toBool()});
    }
    return callable;
}

std::vector<KnownCallable> listFrom(const QJsonValue& value)
{
    std::vector<KnownCallable> callables;
    const QJsonArray rows = value.toArray();
    for (const auto& row : rows)
        callables.push_back(callableFrom(row.toObject()));
    return callables;
}

QStringList namesFrom(const QJsonValue& value)
{
    QStringList names;
    const QJsonArray rows = value.toArray();
    for (const auto& row : rows)
        names << row.toString();
    return names;
}

QJsonObject documentIn(const QByteArray& json)
{
    return QJsonDocument::fromJson(json).object();
}

struct CheckText {
    const char* name;
    QString title;
    QString loss; ///< empty: the check's own sentence says it
};

const CheckText* checkTextOf(const QString& name)
{
    static const QString compiles = QObject::tr("what Inductor compiles would fail");
    static const std::vector<CheckText> texts {{"machine", QObject::tr("Machine"), {}},
        {"interpreter", QObject::tr("Python"), {}}, {"torch", QObject::tr("PyTorch"), {}},
        {"torch_import", QObject::tr("PyTorch"), {}},
        {"c_compiler", QObject::tr("C++ compiler"), compiles},
        {"openssl", QObject::tr("openssl"),
            QObject::tr("what Inductor compiles for the CPU would fail")},
        {"python_headers", QObject::tr("Python.h"), compiles},
        {"device", QObject::tr("Device"), QObject::tr("the GPU would not be used")},
        {"agent", QObject::tr("Agent"), QObject::tr("that compiled code ran could not be proved")},
        {"cupti", QObject::tr("CUPTI"), QObject::tr("kernels would be missing")},
        {"disk", QObject::tr("Disk"), QObject::tr("compile caches may not fit")},
        {"memory", QObject::tr("Memory"), QObject::tr("variants may not fit beside each other")},
        {"load", QObject::tr("CPU load"), {}},
        {"pressure", QObject::tr("Disturbances"),
            QObject::tr("disturbed blocks would not be seen")},
        {"cpu_clock", QObject::tr("CPU clock"),
            QObject::tr("changes of the CPU clock stay unknown")}};
    const auto found = std::ranges::find_if(
        texts, [&](const CheckText& text) { return name == QLatin1String(text.name); });
    return found == texts.end() ? nullptr : &*found;
}

} // namespace

std::optional<PlanEstimate> planEstimateFrom(const QByteArray& json)
{
    const QJsonValue value = at(documentIn(json), "estimate");
    if (!value.isObject())
        return std::nullopt;
    const QJsonObject estimate = value.toObject();
    return PlanEstimate {.lowNs = at(estimate, "low_ns").toDouble(),
        .highNs = at(estimate, "high_ns").toDouble(),
        .firstResultNs = at(estimate, "first_result_ns").toDouble(),
        .partNs = {at(estimate, "cold_ns").toDouble(), at(estimate, "rounds_ns").toDouble(),
            at(estimate, "check_ns").toDouble(), at(estimate, "trace_ns").toDouble(),
            at(estimate, "load_ns").toDouble()},
        .diskBytes = at(estimate, "disk_bytes").toInteger(),
        .processes = at(estimate, "processes").toInt()};
}

PlanCheck::PlanCheck(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(afterTyping);
    connect(&m_timer, &QTimer::timeout, this, &PlanCheck::ask);
    connect(&m_call, &ProgramCall::answered, this, &PlanCheck::take);
}

void PlanCheck::check(const profiler::Plan& plan)
{
    m_plan = plan;
    m_call.stop();
    m_timer.start();
}

void PlanCheck::drop()
{
    m_timer.stop();
    m_call.stop();
}

void PlanCheck::ask()
{
    m_file = std::make_unique<QTemporaryFile>(
        QDir::temp().filePath(QStringLiteral("fusescope-plan-XXXXXX.json")));
    const QByteArray json = QByteArray::fromStdString(profiler::planToJson(m_plan));
    if (!m_file->open() || m_file->write(json) != json.size() || !m_file->flush()) {
        Q_EMIT checked(
            {.refusal = tr("%1 cannot be written; free some space there").arg(QDir::tempPath()),
                .estimate = std::nullopt});
        return;
    }
    m_call.start({QStringLiteral("plan"), m_file->fileName(), QStringLiteral("--json")},
        QString::fromStdString(m_plan.workload.workingDirectory));
}

void PlanCheck::take(const ProgramAnswer& answer)
{
    PlanAnswer result;
    if (answer.exitCode == 0) {
        result.estimate = planEstimateFrom(answer.output);
    } else {
        result.refusal = answer.refusal;
        if (m_file != nullptr) // it means nothing to whoever filled in the page
            result.refusal.remove(m_file->fileName() + QStringLiteral(": "));
        if (result.refusal.isEmpty())
            result.refusal = tr("the plan could not be checked; Start says why");
    }
    Q_EMIT checked(result);
}

std::vector<MachineCheck> machineChecksFrom(const ProgramAnswer& answer)
{
    std::vector<MachineCheck> checks;
    const QJsonArray rows = at(documentIn(answer.output), "checks").toArray();
    for (const auto& entry : rows) {
        const QJsonObject row = entry.toObject();
        checks.push_back({.name = at(row, "name").toString(),
            .result = resultFrom(at(row, "state").toString()),
            .sentence = at(row, "sentence").toString(),
            .remedy = at(row, "remedy").toString()});
    }
    if (checks.empty())
        checks.push_back({.name = QStringLiteral("interpreter"),
            .result = CheckResult::Stops,
            .sentence = answer.refusal.isEmpty()
                ? QObject::tr("the machine could not be checked; run `fusescope doctor`")
                : answer.refusal,
            .remedy = {}});
    return checks;
}

std::vector<KnownMachine> knownMachinesFrom(const QByteArray& json)
{
    std::vector<KnownMachine> machines;
    const QJsonArray rows = at(documentIn(json), "remotes").toArray();
    for (const auto& row : rows)
        machines.push_back({.name = at(row.toObject(), "name").toString(),
            .address = at(row.toObject(), "address").toString()});
    return machines;
}

QString checkTitle(const QString& name)
{
    const CheckText* text = checkTextOf(name);
    return text == nullptr ? name : text->title;
}

QString lossOf(const MachineCheck& check)
{
    const CheckText* text = checkTextOf(check.name);
    return text == nullptr || text->loss.isEmpty() ? check.sentence : text->loss;
}

QString KnownCallable::signature() const
{
    QStringList names;
    for (const KnownParameter& parameter : parameters)
        names << parameter.name;
    return QStringLiteral("%1(%2)").arg(name, names.join(QStringLiteral(", ")));
}

KnownModels knownModelsFrom(const QByteArray& json)
{
    const QJsonObject document = documentIn(json);
    return {.builtin = listFrom(at(document, "builtin")),
        .torchvision = namesFrom(at(document, "torchvision")),
        .transformers = namesFrom(at(document, "transformers"))};
}

int likeliestCallable(const std::vector<KnownCallable>& callables)
{
    static const std::array factories {QLatin1String("make"), QLatin1String("build"),
        QLatin1String("create"), QLatin1String("get"), QLatin1String("model")};
    // 0 is best: a factory, a factory with more to its name, a Module, anything that needs nothing.
    const auto rank = [](const KnownCallable& callable) {
        const bool needs = std::any_of(callable.parameters.begin(), callable.parameters.end(),
            [](const KnownParameter& parameter) { return parameter.required; });
        const QString first = callable.name.section(u'_', 0, 0).toLower();
        const bool factory
            = std::find(factories.begin(), factories.end(), first) != factories.end();
        const bool about = callable.name.contains(QLatin1String("model"), Qt::CaseInsensitive);
        const int kind = factory && (first == callable.name || about) ? 0
            : factory                                                 ? 1
            : callable.isModule                                       ? 2
                                                                      : 3;
        return std::pair(needs, kind);
    };
    const auto best = std::min_element(callables.begin(), callables.end(),
        [&](const KnownCallable& a, const KnownCallable& b) { return rank(a) < rank(b); });
    return static_cast<int>(best - callables.begin());
}

std::vector<KnownCallable> callablesFrom(const QByteArray& json)
{
    return listFrom(at(documentIn(json), "callables"));
}

} // namespace ui
