// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/variant_draft_model.h"

#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/plan/torch_words.h"
#include "ui/pages/new_comparison/draft/draft_text.h"

#include <algorithm>
#include <utility>

namespace ui {

namespace {

bool isEager(const VariantDraft& variant)
{
    return variant.mode == QLatin1String("eager");
}

QString commonMode(std::size_t index)
{
    const auto name = profiler::commonModes.at(index);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

/// Named after its mode.
VariantDraft compiled(std::size_t mode)
{
    return {.name = commonMode(mode), .mode = commonMode(mode)};
}

VariantDraft program(const char* engine)
{
    return {.name = QString::fromLatin1(engine), .mode = QString::fromLatin1(engine)};
}

std::vector<VariantDraft> templateOf(VariantTemplate which)
{
    const QString plain = commonMode(0);
    switch (which) {
    case VariantTemplate::Modes:
        return {compiled(0), compiled(1), compiled(2), compiled(3)};
    case VariantTemplate::StaticAgainstDynamic:
        return {{.name = QStringLiteral("static"), .mode = plain, .dynamic = Switch::Off},
            {.name = QStringLiteral("dynamic"), .mode = plain, .dynamic = Switch::On}};
    case VariantTemplate::Fullgraph:
        return {
            compiled(0), {.name = QStringLiteral("fullgraph"), .mode = plain, .fullgraph = true}};
    case VariantTemplate::WithoutCudaGraphs:
        return {compiled(2), compiled(3)};
    case VariantTemplate::Engines:
        return {program("aoti"), program("aoti-native"), program("torchscript"), program("onnx")};
    case VariantTemplate::TwoEnvironments:
        break;
    }
    return {compiled(0),
        {.name = QStringLiteral("default, other Python"),
            .mode = plain,
            .python = QStringLiteral("/path/to/other/bin/python")}};
}

/// In the order of Switch.
QStringList switchNames()
{
    return {QObject::tr("automatic"), QObject::tr("on"), QObject::tr("off")};
}

QString switchText(Switch value)
{
    return switchNames().at(static_cast<qsizetype>(value));
}

/// What torch calls "no mode given".
QString noMode()
{
    return QObject::tr("not given");
}

/// Those of every PyTorch 2; a model's file may register more.
QStringList backendNames()
{
    return {QStringLiteral("inductor"), QStringLiteral("cudagraphs"), QStringLiteral("aot_eager"),
        QStringLiteral("eager")};
}

QStringList modeNames()
{
    QStringList names {QStringLiteral("eager"), commonMode(0), commonMode(1), commonMode(2),
        commonMode(3), noMode()};
    for (const auto& engine : profiler::engineWords())
        names << QString::fromStdString(engine);
    return names;
}

/// The model as one program: torch.compile has no say in it.
bool isProgram(const VariantDraft& variant)
{
    profiler::Variant read;
    return profiler::readEngineWord(read, variant.mode.toStdString());
}

/// What an engine has of a torch.compile variant: sizes that may change; AOTInductor Inductor's
/// options, too.
bool hasSetting(const VariantDraft& variant, int column)
{
    if (column < VariantDraftModel::Fullgraph || column > VariantDraftModel::Options)
        return true;
    if (isEager(variant))
        return false;
    return !isProgram(variant) || column == VariantDraftModel::Dynamic
        || (column == VariantDraftModel::Options && variant.mode.startsWith(QLatin1String("aoti")));
}

bool isCode(int column)
{
    return column == VariantDraftModel::Mode
        || (column >= VariantDraftModel::Options && column <= VariantDraftModel::Python);
}

/// What a column of plain texts is about.
QString VariantDraft::*textOf(int column)
{
    switch (column) {
    case VariantDraftModel::Name:
        return &VariantDraft::name;
    case VariantDraftModel::Backend:
        return &VariantDraft::backend;
    case VariantDraftModel::Options:
        return &VariantDraft::options;
    case VariantDraftModel::Torch:
        return &VariantDraft::torch;
    case VariantDraftModel::Environment:
        return &VariantDraft::environment;
    default:
        return &VariantDraft::python;
    }
}

} // namespace

VariantDraftModel::VariantDraftModel(QObject* parent)
    : FormModel(
        {{tr("variant"), 130, 4}, {tr("mode"), 128, 3}, {tr("fullgraph"), 74, 0},
            {tr("dynamic"), 116, 0}, {tr("backend"), 74, 1}, {tr("options"), 70, 3},
            {tr("torch"), 80, 4}, {tr("environment"), 80, 3}, {tr("Python"), 64, 2}, {{}, 26, 0}},
        parent)
{
}

void VariantDraftModel::setVariants(std::vector<VariantDraft> variants)
{
    beginResetModel();
    m_variants = std::move(variants);
    endResetModel();
}

void VariantDraftModel::add(const VariantDraft& variant)
{
    const bool there = std::ranges::count(m_variants, variant.name, &VariantDraft::name) > 0;
    if (there || m_variants.size() >= profiler::mostVariants)
        return;
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_variants.push_back(variant);
    endInsertRows();
}

void VariantDraftModel::addVariant()
{
    VariantDraft added {.mode = QStringLiteral("default")};
    int number = rowCount();
    do {
        added.name = QStringLiteral("variant %1").arg(number++);
    } while (std::ranges::count(m_variants, added.name, &VariantDraft::name) > 0);
    add(added);
    Q_EMIT edited();
}

void VariantDraftModel::addTemplate(VariantTemplate which)
{
    for (const VariantDraft& variant : templateOf(which))
        add(variant);
    Q_EMIT edited();
}

void VariantDraftModel::removeAt(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    beginRemoveRows({}, row, row);
    m_variants.erase(m_variants.begin() + row);
    endRemoveRows();
    showAll();
    Q_EMIT edited();
}

void VariantDraftModel::move(int row, int by)
{
    const int to = row + by;
    if (row < 0 || to < 0 || row >= rowCount() || to >= rowCount() || by == 0)
        return;
    beginMoveRows({}, row, row, {}, to > row ? to + 1 : to);
    VariantDraft moved = m_variants[static_cast<std::size_t>(row)];
    m_variants.erase(m_variants.begin() + row);
    m_variants.insert(m_variants.begin() + to, std::move(moved));
    endMoveRows();
    showAll();
    Q_EMIT edited();
}

int VariantDraftModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_variants.size());
}

QString VariantDraftModel::problemAt(const VariantDraft& variant, int column) const
{
    if (column == Name) {
        const auto same = std::ranges::count(m_variants, variant.name, &VariantDraft::name);
        return variant.name.isEmpty() ? tr("needs a name")
            : same > 1                ? tr("another variant has this name")
                                      : QString();
    }
    if (column == Options && !variant.options.isEmpty()) {
        if (!pairsFrom(variant.options))
            return tr("expected NAME=value, parted by commas, each name once");
        if (!variant.mode.isEmpty() && !isProgram(variant))
            return tr("torch.compile takes a mode or options, not both");
    }
    if (column == Torch) {
        const auto read = profiler::torchSettingsFrom(variant.torch.toStdString());
        if (!read)
            return tr("expected %1").arg(QString::fromStdString(read.error().message));
    }
    if (column == Environment && !pairsFrom(variant.environment))
        return tr("expected NAME=value, parted by commas, each name once");
    return {};
}

FormCell VariantDraftModel::cell(int row, int column) const
{
    const VariantDraft& variant = m_variants[static_cast<std::size_t>(row)];
    FormCell cell {.problem = problemAt(variant, column), .code = isCode(column)};
    switch (column) {
    case Name:
        cell.text = variant.name;
        cell.variant = row;
        cell.strong = true;
        break;
    case Mode:
        cell.text = variant.mode.isEmpty() ? noMode() : variant.mode;
        cell.choices = modeNames();
        break;
    case Fullgraph:
        cell.text = switchText(variant.fullgraph ? Switch::On : Switch::Off);
        cell.choices = {switchText(Switch::Off), switchText(Switch::On)};
        break;
    case Dynamic:
        cell.text = switchText(variant.dynamic);
        cell.choices = switchNames();
        break;
    case Backend:
        cell.text = variant.backend;
        cell.placeholder = QStringLiteral("inductor");
        cell.suggestions = backendNames();
        break;
    case Remove:
        return {.removes = tr("Remove this variant"),
            .accessible = tr("Remove %1").arg(variant.name),
            .editable = false};
    default:
        cell.text = variant.*textOf(column);
        cell.placeholder = column == Python ? tr("as below") : tr("none");
    }
    if (hasSetting(variant, column))
        return cell;
    return {.text = column <= Dynamic ? QString() : cell.text,
        .problem = cell.problem,
        .placeholder = QStringLiteral("–"),
        .code = cell.code,
        .editable = false};
}

void VariantDraftModel::store(int row, int column, const QString& text)
{
    VariantDraft& variant = m_variants[static_cast<std::size_t>(row)];
    switch (column) {
    case Mode:
        // A variant that is named after its mode keeps being so.
        if (variant.name == variant.mode && text != noMode())
            variant.name = text;
        variant.mode = text == noMode() ? QString() : text;
        if (isEager(variant))
            variant = {.name = variant.name,
                .mode = variant.mode,
                .environment = variant.environment,
                .torch = variant.torch,
                .python = variant.python};
        if (isProgram(variant)) {
            variant.fullgraph = false;
            variant.backend.clear();
            variant.parts.clear();
        }
        break;
    case Fullgraph:
        variant.fullgraph = text == switchText(Switch::On);
        break;
    case Dynamic:
        variant.dynamic = static_cast<Switch>(std::max<qsizetype>(0, switchNames().indexOf(text)));
        break;
    case Options:
        variant.options = text;
        // Those of torch's default mode need no mode, and torch takes not both.
        if (!text.isEmpty() && variant.mode == QLatin1String("default"))
            variant.mode.clear();
        break;
    default:
        variant.*textOf(column) = text;
    }
}

} // namespace ui
