// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/case_table_model.h"

#include "ui/pages/new_comparison/draft/draft_text.h"
#include "ui/pages/new_comparison/draft/form_roles.h"

#include <algorithm>
#include <utility>

namespace ui {

namespace {

QString freeName(const std::vector<CaseDraft>& cases)
{
    for (int i = static_cast<int>(cases.size()) + 1;; ++i) {
        const QString name = QStringLiteral("case %1").arg(i);
        const bool taken = std::any_of(
            cases.begin(), cases.end(), [&](const CaseDraft& each) { return each.name == name; });
        if (!taken)
            return name;
    }
}

/// A range, or the file that shape and type come from.
void setValues(TensorDraft& tensor, const QString& text)
{
    const bool file = text.contains(QLatin1String(".pt")) || text.contains(QLatin1String(".np"));
    tensor.file = file ? text : QString();
    tensor.range = file ? QString() : text;
    if (file) {
        tensor.shape.clear();
        tensor.dtype.clear();
    }
}

bool isTensorColumn(int column)
{
    return column >= CaseTableModel::Tensor && column <= CaseTableModel::Values;
}

} // namespace

void CaseTableModel::setCases(std::vector<CaseDraft> cases)
{
    beginResetModel();
    m_cases = std::move(cases);
    rebuild();
    endResetModel();
}

void CaseTableModel::rebuild()
{
    m_places.clear();
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        const auto tensors = static_cast<int>(m_cases[i].tensors.size());
        for (int tensor = 0; tensor < tensors; ++tensor)
            m_places.push_back({i, tensor});
        if (tensors == 0)
            m_places.push_back({i, -1});
    }
}

void CaseTableModel::addCase()
{
    CaseDraft added = m_cases.empty() ? CaseDraft {.tensors = {{.name = QStringLiteral("0"),
                                                       .shape = QStringLiteral("8×64"),
                                                       .dtype = QStringLiteral("float32")}}}
                                      : m_cases.back();
    added.name = m_cases.empty() ? QStringLiteral("default") : freeName(m_cases);
    beginResetModel();
    m_cases.push_back(std::move(added));
    rebuild();
    endResetModel();
    Q_EMIT edited();
}

void CaseTableModel::addTensor(int row)
{
    if (m_cases.empty())
        return addCase();
    auto& tensors = (row < 0 || row >= rowCount()
            ? m_cases.back()
            : m_cases[m_places[static_cast<std::size_t>(row)].caseIndex])
                        .tensors;
    TensorDraft added = tensors.empty()
        ? TensorDraft {.shape = QStringLiteral("8×64"), .dtype = QStringLiteral("float32")}
        : tensors.back();
    added.name = QString::number(tensors.size());
    beginResetModel();
    tensors.push_back(std::move(added));
    rebuild();
    endResetModel();
    Q_EMIT edited();
}

void CaseTableModel::removeAt(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    const Place place = m_places[static_cast<std::size_t>(row)];
    auto& tensors = m_cases[place.caseIndex].tensors;
    beginResetModel();
    if (tensors.size() > 1)
        tensors.erase(tensors.begin() + place.tensor);
    else
        m_cases.erase(m_cases.begin() + static_cast<std::ptrdiff_t>(place.caseIndex));
    rebuild();
    endResetModel();
    Q_EMIT edited();
}

int CaseTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_places.size());
}

int CaseTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const TensorDraft* CaseTableModel::tensorAt(const Place& place) const
{
    return place.tensor < 0
        ? nullptr
        : &m_cases[place.caseIndex].tensors[static_cast<std::size_t>(place.tensor)];
}

QString CaseTableModel::textAt(const Place& place, int column) const
{
    const CaseDraft& own = m_cases[place.caseIndex];
    const TensorDraft* tensor = tensorAt(place);
    switch (column) {
    case CaseName:
        return isFirst(place) ? own.name : QString();
    case Items:
        return isFirst(place) ? own.items : QString();
    case Tensor:
        return tensor == nullptr ? QString() : tensor->name;
    case Shape:
        return tensor == nullptr ? QString() : tensor->shape;
    case Type:
        return tensor == nullptr ? QString() : tensor->dtype;
    case Values:
        return tensor == nullptr     ? QString()
            : tensor->file.isEmpty() ? tensor->range
                                     : tensor->file;
    case Check: {
        for (int other = CaseName; other <= Items; ++other)
            if (!problemAt(place, other).isEmpty())
                return problemAt(place, other);
        return tr("understood");
    }
    default:
        return {};
    }
}

/// What can be told of one cell; everything else is the plan's own validation.
QString CaseTableModel::problemAt(const Place& place, int column) const
{
    const CaseDraft& own = m_cases[place.caseIndex];
    const TensorDraft* tensor = tensorAt(place);
    if (column == CaseName && isFirst(place)) {
        const auto same = std::count_if(m_cases.begin(), m_cases.end(),
            [&](const CaseDraft& each) { return each.name == own.name; });
        return own.name.isEmpty() ? tr("needs a name")
            : same > 1            ? tr("another case has this name")
                                  : QString();
    }
    if (column == Items && isFirst(place) && !own.items.isEmpty() && !numberFrom(own.items))
        return tr("no number");
    if (tensor == nullptr)
        return {};
    if (column == Tensor) {
        const auto same = std::count_if(own.tensors.begin(), own.tensors.end(),
            [&](const TensorDraft& each) { return each.name == tensor->name; });
        return tensor->name.isEmpty() ? tr("needs a name")
            : same > 1                ? tr("another input has this name")
                                      : QString();
    }
    if (column == Shape && !shapeFrom(tensor->shape))
        return tr("no shape: write 8×3×64×64");
    if (column == Values && !tensor->range.isEmpty() && !rangeFrom(tensor->range))
        return tr("no range: write [0, 30522)");
    return {};
}

QVariant CaseTableModel::placeholder(const Place& place, int column) const
{
    const TensorDraft* tensor = tensorAt(place);
    if (tensor == nullptr)
        return column == Tensor ? QVariant(tr("the callable’s own")) : QVariant();
    const bool integers = tensor->dtype.startsWith(QLatin1String("int"))
        || tensor->dtype.startsWith(QLatin1String("uint"));
    if (column == Values)
        return integers                              ? tr("from the model")
            : tensor->dtype == QLatin1String("bool") ? tr("random")
                                                     : tr("normal(0, 1)");
    if (column == Shape)
        return tensor->file.isEmpty() ? tr("one number") : tr("of the file");
    if (column == Items && isFirst(place))
        return QStringLiteral("–");
    return {};
}

QVariant CaseTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Place& place = m_places[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return textAt(place, column);
    case Qt::AccessibleTextRole:
        return column == Remove ? tr("Remove") : textAt(place, column);
    case Qt::ToolTipRole:
        return column == Remove
            ? QVariant(m_cases[place.caseIndex].tensors.size() > 1 ? tr("Remove this tensor")
                                                                   : tr("Remove this case"))
            : QVariant(problemAt(place, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            (column == Items ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case ProblemRole: {
        if (column != Check)
            return problemAt(place, column);
        const QString text = textAt(place, Check);
        return text == tr("understood") ? QString() : text;
    }
    case PlaceholderRole:
        return placeholder(place, column);
    case MonoRole:
        return isTensorColumn(column);
    case StrongRole:
        return column == CaseName;
    case RemoveRole:
        return column == Remove;
    default:
        return {};
    }
}

bool CaseTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const Place& place = m_places[static_cast<std::size_t>(index.row())];
    CaseDraft& own = m_cases[place.caseIndex];
    const QString text = value.toString().trimmed();
    TensorDraft* tensor
        = place.tensor < 0 ? nullptr : &own.tensors[static_cast<std::size_t>(place.tensor)];
    if (index.column() == CaseName)
        own.name = text;
    else if (index.column() == Items)
        own.items = text;
    else if (index.column() == Tensor)
        tensor->name = text;
    else if (index.column() == Shape)
        tensor->shape = text;
    else if (index.column() == Type)
        tensor->dtype = text;
    else
        setValues(*tensor, text);
    Q_EMIT dataChanged(this->index(0, 0), this->index(rowCount() - 1, ColumnCount - 1));
    Q_EMIT edited();
    return true;
}

Qt::ItemFlags CaseTableModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid() || index.column() >= Check)
        return flags;
    const Place& place = m_places[static_cast<std::size_t>(index.row())];
    const bool ofCase = index.column() == CaseName || index.column() == Items;
    if (ofCase ? isFirst(place) : place.tensor >= 0)
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant CaseTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const QStringList names {tr("case"), tr("tensor"), tr("shape"), tr("type"),
        tr("values or file"), tr("items a call"), tr("check"), QString()};
    if (role == Qt::DisplayRole)
        return names.at(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            (section == Items ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace ui
