// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/case_table_model.h"

#include "ui/pages/new_comparison/draft/draft_text.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"

#include <algorithm>
#include <utility>

namespace ui {

namespace {

QString freeName(const std::vector<CaseDraft>& cases)
{
    for (auto i = cases.size() + 1;; ++i) {
        QString name = QStringLiteral("case %1").arg(i);
        if (std::ranges::count(cases, name, &CaseDraft::name) == 0)
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

template <typename Item>
QString nameProblem(const std::vector<Item>& items, const QString& name, const QString& taken)
{
    if (name.isEmpty())
        return QObject::tr("needs a name");
    return std::ranges::count(items, name, &Item::name) > 1 ? taken : QString();
}

QString usualValues(const QString& dtype)
{
    if (dtype.startsWith(QLatin1String("int")) || dtype.startsWith(QLatin1String("uint")))
        return QObject::tr("from the model");
    return dtype == QLatin1String("bool") ? QObject::tr("random") : QObject::tr("normal(0, 1)");
}

} // namespace

CaseTableModel::CaseTableModel(QObject* parent)
    : FormModel(
        {{tr("case"), 120, 3}, {tr("tensor"), 90, 2}, {tr("shape"), 120, 3}, {tr("type"), 84, 1},
            {tr("values or file"), 120, 3}, {tr("items a call"), 84, 1, Qt::AlignRight},
            {tr("check"), 120, 3}, {{}, 26, 0}},
        parent)
{
}

template <typename Change>
void CaseTableModel::change(Change change)
{
    beginResetModel();
    change();
    m_places.clear();
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        const auto tensors = static_cast<int>(m_cases[i].tensors.size());
        for (int tensor = 0; tensor < tensors; ++tensor)
            m_places.push_back({i, tensor});
        if (tensors == 0)
            m_places.push_back({i, -1});
    }
    endResetModel();
}

void CaseTableModel::setCases(std::vector<CaseDraft> cases, const QString& sweep)
{
    change([&] {
        m_cases = std::move(cases);
        showSweep(sweep);
    });
}

void CaseTableModel::setSweep(const QString& sweep)
{
    showSweep(sweep);
    showAll();
}

void CaseTableModel::showSweep(const QString& sweep)
{
    m_sweep = sweep;
    m_axes = sweepAxesOf(sweep);
}

/// In a sweep its first size is one of those that have a name.
TensorDraft CaseTableModel::newTensor(const QString& name) const
{
    QString first = QStringLiteral("8");
    if (m_axes && !m_axes->empty()) {
        first.clear();
        for (const auto& axis : *m_axes)
            first += (first.isEmpty() ? QString() : QStringLiteral("×")) + qt(axis.name);
    }
    return {
        .name = name, .shape = first + QStringLiteral("×64"), .dtype = QStringLiteral("float32")};
}

void CaseTableModel::addCase()
{
    CaseDraft added = m_cases.empty() ? CaseDraft {.tensors = {newTensor(QStringLiteral("0"))}}
                                      : m_cases.back();
    added.name = m_cases.empty() ? QStringLiteral("default") : freeName(m_cases);
    change([&] { m_cases.push_back(std::move(added)); });
    Q_EMIT edited();
}

void CaseTableModel::addTensor(int row)
{
    if (m_cases.empty()) {
        addCase();
        return;
    }
    const std::size_t chosen = row < 0 || row >= rowCount()
        ? m_cases.size() - 1
        : m_places[static_cast<std::size_t>(row)].caseIndex;
    auto& tensors = m_cases[chosen].tensors;
    TensorDraft added = tensors.empty() ? newTensor({}) : tensors.back();
    added.name = QString::number(tensors.size());
    change([&] { tensors.push_back(std::move(added)); });
    Q_EMIT edited();
}

void CaseTableModel::removeAt(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    const Place place = m_places[static_cast<std::size_t>(row)];
    auto& tensors = m_cases[place.caseIndex].tensors;
    change([&] {
        if (tensors.size() > 1)
            tensors.erase(tensors.begin() + place.tensor);
        else
            m_cases.erase(m_cases.begin() + static_cast<std::ptrdiff_t>(place.caseIndex));
    });
    Q_EMIT edited();
}

int CaseTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_places.size());
}

FormCell CaseTableModel::cell(int row, int column) const
{
    const Place& place = m_places[static_cast<std::size_t>(row)];
    if (column == CaseName || column == Items)
        return caseCell(place, column);
    if (column < Check)
        return tensorCell(place, column);
    if (column == Remove)
        return {.removes = m_cases[place.caseIndex].tensors.size() > 1 ? tr("Remove this tensor")
                                                                       : tr("Remove this case"),
            .accessible = tr("Remove"),
            .editable = false};
    for (int other = CaseName; other <= Items; ++other)
        if (const QString problem = cell(row, other).problem; !problem.isEmpty())
            return {.text = problem, .problem = problem, .editable = false};
    return {.text = tr("understood"), .editable = false};
}

/// In the first row of a case.
FormCell CaseTableModel::caseCell(Place place, int column) const
{
    const CaseDraft& own = m_cases[place.caseIndex];
    if (place.tensor > 0)
        return {.strong = column == CaseName, .editable = false};
    if (column == CaseName)
        return nameCell(place);
    return {.text = own.items,
        .problem = own.items.isEmpty() || numberFrom(own.items) ? QString() : tr("no number"),
        .placeholder = place.tensor < 0 ? QString() : QStringLiteral("–")};
}

/// A sweep names its cases.
FormCell CaseTableModel::nameCell(Place place) const
{
    const CaseDraft& own = m_cases[place.caseIndex];
    if (!isSwept())
        return {.text = own.name,
            .problem = nameProblem(m_cases, own.name, tr("another case has this name")),
            .strong = true};
    if (place.caseIndex > 0)
        return {.text = own.name,
            .problem = tr("a sweep has one list of tensors: remove this case"),
            .strong = true};
    const auto cases = casesOf(m_sweep, m_cases);
    return {.text = cases
            ? counted(static_cast<qint64>(cases->size()), tr("swept case"), tr("swept cases"))
            : tr("swept cases"),
        .strong = true,
        .editable = false};
}

QString CaseTableModel::shapeProblem(const TensorDraft& tensor) const
{
    if (!isSwept())
        return shapeFrom(tensor.shape) ? QString() : tr("no shape: write 8×3×64×64");
    return m_axes && !sweptSizesOf(tensor.shape, *m_axes)
        ? tr("no shape: sizes are numbers or names of the sweep")
        : QString(); // what is wrong with the sweep itself stands below
}

/// What can be told of one cell; everything else is the plan's own validation.
FormCell CaseTableModel::tensorCell(Place place, int column) const
{
    const auto& tensors = m_cases[place.caseIndex].tensors;
    if (place.tensor < 0)
        return {.placeholder = column == Tensor ? tr("the callable’s own") : QString(),
            .code = true,
            .editable = false};
    const TensorDraft& tensor = tensors[static_cast<std::size_t>(place.tensor)];
    switch (column) {
    case Tensor:
        return {.text = tensor.name,
            .problem = nameProblem(tensors, tensor.name, tr("another input has this name")),
            .code = true};
    case Shape:
        return {.text = tensor.shape,
            .problem = shapeProblem(tensor),
            .placeholder = tensor.file.isEmpty() ? tr("one number") : tr("of the file"),
            .code = true};
    case Type:
        return {.text = tensor.dtype, .code = true};
    default:
        return {.text = tensor.file.isEmpty() ? tensor.range : tensor.file,
            .problem = tensor.range.isEmpty() || rangeFrom(tensor.range)
                ? QString()
                : tr("no range: write [0, 30522)"),
            .placeholder = usualValues(tensor.dtype),
            .code = true};
    }
}

void CaseTableModel::store(int row, int column, const QString& text)
{
    const Place& place = m_places[static_cast<std::size_t>(row)];
    CaseDraft& own = m_cases[place.caseIndex];
    if (column == CaseName || column == Items) {
        (column == Items ? own.items : own.name) = text;
        return;
    }
    TensorDraft& tensor = own.tensors[static_cast<std::size_t>(place.tensor)];
    if (column == Values)
        setValues(tensor, text);
    else
        (column == Tensor ? tensor.name : column == Shape ? tensor.shape : tensor.dtype) = text;
}

} // namespace ui
