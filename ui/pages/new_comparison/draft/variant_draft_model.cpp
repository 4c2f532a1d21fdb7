// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/variant_draft_model.h"

#include "ui/pages/new_comparison/draft/draft_text.h"
#include "ui/pages/new_comparison/draft/form_roles.h"

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

VariantDraft compiled(const QString& name, const QString& mode)
{
    return {.name = name, .mode = mode};
}

/// Named after its mode.
VariantDraft compiled(std::size_t mode)
{
    return compiled(commonMode(mode), commonMode(mode));
}

std::vector<VariantDraft> templateOf(VariantTemplate which)
{
    const QString plain = commonMode(0);
    switch (which) {
    case VariantTemplate::Modes:
        return {compiled(0), compiled(1), compiled(2), compiled(3)};
    case VariantTemplate::StaticAgainstDynamic: {
        VariantDraft fixed = compiled(QStringLiteral("static"), plain);
        fixed.dynamic = Switch::Off;
        VariantDraft dynamic = compiled(QStringLiteral("dynamic"), plain);
        dynamic.dynamic = Switch::On;
        return {fixed, dynamic};
    }
    case VariantTemplate::Fullgraph: {
        VariantDraft whole = compiled(QStringLiteral("fullgraph"), plain);
        whole.fullgraph = true;
        return {compiled(0), whole};
    }
    case VariantTemplate::WithoutCudaGraphs:
        return {compiled(2), compiled(3)};
    case VariantTemplate::TwoEnvironments:
        break;
    }
    VariantDraft other = compiled(QStringLiteral("default, other Python"), plain);
    other.python = QStringLiteral("/path/to/other/bin/python");
    return {compiled(0), other};
}

QString switchText(Switch value)
{
    switch (value) {
    case Switch::On:
        return QObject::tr("on");
    case Switch::Off:
        return QObject::tr("off");
    case Switch::Automatic:
        break;
    }
    return QObject::tr("automatic");
}

QStringList switchNames()
{
    return {switchText(Switch::Automatic), switchText(Switch::On), switchText(Switch::Off)};
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
    return {QStringLiteral("eager"), commonMode(0), commonMode(1), commonMode(2), commonMode(3),
        noMode()};
}

} // namespace

void VariantDraftModel::setVariants(std::vector<VariantDraft> variants)
{
    beginResetModel();
    m_variants = std::move(variants);
    endResetModel();
}

void VariantDraftModel::add(const VariantDraft& variant)
{
    const bool there = std::any_of(m_variants.begin(), m_variants.end(),
        [&](const VariantDraft& each) { return each.name == variant.name; });
    if (there || m_variants.size() >= profiler::mostVariants)
        return;
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_variants.push_back(variant);
    endInsertRows();
}

void VariantDraftModel::addVariant()
{
    VariantDraft added = compiled({}, QStringLiteral("default"));
    for (int i = rowCount();; ++i) {
        added.name = QStringLiteral("variant %1").arg(i);
        const auto same = [&](const VariantDraft& each) { return each.name == added.name; };
        if (std::none_of(m_variants.begin(), m_variants.end(), same))
            break;
    }
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
    Q_EMIT dataChanged(index(0, 0), index(std::max(0, rowCount() - 1), ColumnCount - 1));
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
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    Q_EMIT edited();
}

int VariantDraftModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_variants.size());
}

int VariantDraftModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString VariantDraftModel::textAt(const VariantDraft& variant, int column) const
{
    switch (column) {
    case Name:
        return variant.name;
    case Mode:
        return variant.mode.isEmpty() ? noMode() : variant.mode;
    case Fullgraph:
        return isEager(variant) ? QString()
                                : switchText(variant.fullgraph ? Switch::On : Switch::Off);
    case Dynamic:
        return isEager(variant) ? QString() : switchText(variant.dynamic);
    case Backend:
        return variant.backend;
    case Options:
        return variant.options;
    case Environment:
        return variant.environment;
    case Python:
        return variant.python;
    default:
        return {};
    }
}

QString VariantDraftModel::problemAt(const VariantDraft& variant, int column) const
{
    if (column == Name) {
        const auto same = std::count_if(m_variants.begin(), m_variants.end(),
            [&](const VariantDraft& each) { return each.name == variant.name; });
        return variant.name.isEmpty() ? tr("needs a name")
            : same > 1                ? tr("another variant has this name")
                                      : QString();
    }
    if (column == Options && !variant.options.isEmpty()) {
        if (!pairsFrom(variant.options))
            return tr("expected NAME=value, parted by commas, each name once");
        if (!variant.mode.isEmpty())
            return tr("torch.compile takes a mode or options, not both");
    }
    if (column == Environment && !pairsFrom(variant.environment))
        return tr("expected NAME=value, parted by commas, each name once");
    return {};
}

QVariant VariantDraftModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const VariantDraft& variant = m_variants[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const bool eagerDash = isEager(variant) && column >= Fullgraph && column <= Options;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return textAt(variant, column);
    case Qt::AccessibleTextRole:
        return column == Remove ? tr("Remove %1").arg(variant.name) : textAt(variant, column);
    case Qt::ToolTipRole:
        return column == Remove ? QVariant(tr("Remove this variant"))
                                : QVariant(problemAt(variant, column));
    case ProblemRole:
        return problemAt(variant, column);
    case PlaceholderRole:
        if (eagerDash)
            return QStringLiteral("–");
        if (column == Backend)
            return QStringLiteral("inductor");
        if (column == Options || column == Environment)
            return tr("none");
        return column == Python ? QVariant(tr("as below")) : QVariant();
    case ChoicesRole:
        if (column == Mode)
            return modeNames();
        if (column == Fullgraph && !isEager(variant))
            return QStringList {switchText(Switch::Off), switchText(Switch::On)};
        return column == Dynamic && !isEager(variant) ? QVariant(switchNames()) : QVariant();
    case SuggestionsRole:
        return column == Backend && !isEager(variant) ? QVariant(backendNames()) : QVariant();
    case MonoRole:
        return column == Mode || column == Options || column == Environment || column == Python;
    case StrongRole:
        return column == Name;
    case MarkerRole:
        return column == Name ? QVariant(index.row()) : QVariant();
    case RemoveRole:
        return column == Remove;
    default:
        return {};
    }
}

bool VariantDraftModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    VariantDraft& variant = m_variants[static_cast<std::size_t>(index.row())];
    const QString text = value.toString().trimmed();
    switch (index.column()) {
    case Name:
        variant.name = text;
        break;
    case Mode:
        // A variant that is named after its mode keeps being so.
        if (variant.name == variant.mode && text != noMode())
            variant.name = text;
        variant.mode = text == noMode() ? QString() : text;
        if (isEager(variant))
            variant = {.name = variant.name,
                .mode = variant.mode,
                .environment = variant.environment,
                .python = variant.python};
        break;
    case Fullgraph:
        variant.fullgraph = text == switchText(Switch::On);
        break;
    case Dynamic:
        variant.dynamic = static_cast<Switch>(std::max<qsizetype>(0, switchNames().indexOf(text)));
        break;
    case Backend:
        variant.backend = text;
        break;
    case Options:
        variant.options = text;
        // Those of torch's default mode need no mode, and torch takes not both.
        if (!text.isEmpty() && variant.mode == QLatin1String("default"))
            variant.mode.clear();
        break;
    case Environment:
        variant.environment = text;
        break;
    default:
        variant.python = text;
    }
    Q_EMIT dataChanged(this->index(0, 0), this->index(rowCount() - 1, ColumnCount - 1));
    Q_EMIT edited();
    return true;
}

Qt::ItemFlags VariantDraftModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid() || index.column() == Remove)
        return flags;
    const bool eager = isEager(m_variants[static_cast<std::size_t>(index.row())]);
    const bool ofCompile = index.column() >= Fullgraph && index.column() <= Options;
    return eager && ofCompile ? flags : flags | Qt::ItemIsEditable;
}

QVariant VariantDraftModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const QStringList names {tr("variant"), tr("mode"), tr("fullgraph"), tr("dynamic"),
        tr("backend"), tr("options"), tr("environment"), tr("Python"), QString()};
    if (role == Qt::DisplayRole)
        return names.at(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    return {};
}

} // namespace ui
