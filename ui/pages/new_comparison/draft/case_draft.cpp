// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/case_draft.h"

#include "profiler/model/plan/bad_word.h"
#include "ui/pages/new_comparison/draft/draft_text.h"
#include "ui/text/text.h"

#include <QObject>
#include <QRegularExpression>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace ui {

namespace {

using profiler::Case;
using profiler::Result;
using profiler::SweepAxis;
using profiler::TensorSpec;

/// `inputs.npz:ids`
QString fileText(const TensorSpec& tensor)
{
    return tensor.key.empty() ? qt(tensor.file) : qt(tensor.file) + u':' + qt(tensor.key);
}

TensorDraft tensorDraftOf(const TensorSpec& tensor)
{
    return {.name = qt(tensor.name),
        .shape = shapeText(tensor.shape),
        .dtype = qt(tensor.dtype),
        .range = tensor.range ? rangeText(*tensor.range) : QString(),
        .file = fileText(tensor),
        .dims = joinedTexts(tensor.dims)};
}

CaseDraft caseDraftOf(const Case& value)
{
    CaseDraft draft {
        .name = qt(value.name), .items = value.items ? exactText(*value.items) : QString()};
    for (const auto& tensor : value.inputs)
        draft.tensors.push_back(tensorDraftOf(tensor));
    return draft;
}

CasesDraft draftOfSweep(const profiler::Sweep& sweep, const Case& first)
{
    CasesDraft draft {.cases = {{.name = QStringLiteral("default"),
                          .items = first.items ? exactText(*first.items) : QString()}}};
    QStringList words;
    for (const auto& axis : sweep.axes)
        words << qt(profiler::sweepWord(axis));
    draft.sweep = words.join(u' ');
    for (const auto& swept : sweep.tensors) {
        auto tensor = tensorDraftOf(swept.tensor);
        QStringList sizes;
        for (const auto& size : swept.sizes)
            sizes << qt(size);
        tensor.shape = sizes.join(u'×');
        tensor.dims.clear();
        draft.cases.front().tensors.push_back(std::move(tensor));
    }
    return draft;
}

/// What a tensor says beside its shape.
Result<TensorSpec> tensorOf(const TensorDraft& draft, const QString& where)
{
    TensorSpec tensor {
        .name = draft.name.trimmed().toStdString(), .dtype = draft.dtype.trimmed().toStdString()};
    if (const QString file = draft.file.trimmed(); !file.isEmpty()) {
        const qsizetype colon = file.lastIndexOf(u':');
        tensor.file = file.left(colon < 0 ? file.size() : colon).toStdString();
        tensor.key = colon < 0 ? std::string() : file.mid(colon + 1).toStdString();
    }
    if (!draft.range.trimmed().isEmpty()) {
        tensor.range = rangeFrom(draft.range);
        if (!tensor.range)
            return refuse(where
                + QObject::tr("the range %1 is not understood; write [0, 30522), without the last")
                      .arg(quoted(draft.range)));
    }
    return tensor;
}

Result<TensorSpec> plainTensorOf(const TensorDraft& draft, const QString& caseName)
{
    const QString where
        = QObject::tr("case %1, input %2: ").arg(quoted(caseName), quoted(draft.name));
    auto tensor = tensorOf(draft, where);
    if (!tensor)
        return tensor;
    const auto shape = shapeFrom(draft.shape);
    if (!shape)
        return refuse(where
            + QObject::tr("the shape %1 is not understood; write sizes as 8×3×64×64")
                  .arg(quoted(draft.shape)));
    tensor->shape = *shape;
    const QStringList dims = draft.dims.split(QStringLiteral(", "), Qt::SkipEmptyParts);
    if (static_cast<std::size_t>(dims.size()) == shape->size()) // else the shape is another
        for (const QString& dim : dims)
            tensor->dims.push_back(dim.toStdString());
    return tensor;
}

Result<std::optional<double>> itemsOf(const CaseDraft& draft)
{
    if (draft.items.trimmed().isEmpty())
        return std::optional<double>();
    const auto items = numberFrom(draft.items);
    if (!items)
        return refuse(QObject::tr("case %1: %2 is no number of items a call")
                          .arg(quoted(draft.name), quoted(draft.items)));
    return items;
}

Result<Case> caseOf(const CaseDraft& draft)
{
    const auto items = itemsOf(draft);
    if (!items)
        return tl::unexpected(items.error());
    Case value {.name = draft.name.trimmed().toStdString(), .items = *items};
    for (const TensorDraft& tensor : draft.tensors) {
        auto made = plainTensorOf(tensor, draft.name);
        if (!made)
            return tl::unexpected(made.error());
        value.inputs.push_back(std::move(*made));
    }
    return value;
}

std::vector<std::string> wordsOf(const QString& sweep)
{
    static const QRegularExpression between(QStringLiteral("[\\s;]+"));
    std::vector<std::string> words;
    for (const QString& word : sweep.split(between, Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    return words;
}

Result<profiler::SweptTensor> sweptTensorOf(
    const TensorDraft& draft, const std::vector<SweepAxis>& axes)
{
    const QString where = QObject::tr("input %1: ").arg(quoted(draft.name));
    auto tensor = tensorOf(draft, where);
    if (!tensor)
        return tl::unexpected(tensor.error());
    auto sizes = sweptSizesOf(draft.shape, axes);
    if (!sizes)
        return refuse(where + QObject::tr("expected %1").arg(qt(sizes.error().message)));
    return profiler::SweptTensor {.tensor = std::move(*tensor), .sizes = std::move(*sizes)};
}

Result<std::vector<Case>> sweptCasesOf(const QString& sweep, const std::vector<CaseDraft>& cases)
{
    const auto axes = sweepAxesOf(sweep);
    if (!axes)
        return tl::unexpected(axes.error());
    const auto first = wordsOf(sweep).front();
    if (cases.size() != 1 || cases.front().tensors.empty())
        return profiler::badWord("--sweep", first,
            "one list of tensors whose shapes name its sizes, such as " + axes->front().name
                + "×64, and no other case beside it");
    const auto items = itemsOf(cases.front());
    if (!items)
        return tl::unexpected(items.error());
    std::vector<profiler::SweptTensor> tensors;
    for (const TensorDraft& draft : cases.front().tensors) {
        auto tensor = sweptTensorOf(draft, *axes);
        if (!tensor)
            return tl::unexpected(tensor.error());
        tensors.push_back(std::move(*tensor));
    }
    auto made = profiler::sweptCases(*axes, tensors);
    if (!made)
        return profiler::badWord("--sweep", first, made.error().message);
    for (Case& each : *made)
        each.items = *items;
    return made;
}

} // namespace

CasesDraft draftOfCases(const std::vector<Case>& cases)
{
    const auto sweep = profiler::sweepOf(cases);
    const bool alike = std::ranges::all_of(
        cases, [&](const Case& each) { return each.items == cases.front().items; });
    if (sweep && alike)
        return draftOfSweep(*sweep, cases.front());
    CasesDraft draft;
    for (const Case& each : cases)
        draft.cases.push_back(caseDraftOf(each));
    return draft;
}

Result<std::vector<Case>> casesOf(const QString& sweep, const std::vector<CaseDraft>& cases)
{
    if (!wordsOf(sweep).empty())
        return sweptCasesOf(sweep, cases);
    std::vector<Case> made;
    for (const CaseDraft& draft : cases) {
        auto value = caseOf(draft);
        if (!value)
            return tl::unexpected(value.error());
        made.push_back(std::move(*value));
    }
    return made;
}

Result<std::vector<SweepAxis>> sweepAxesOf(const QString& sweep)
{
    return profiler::sweepAxesFrom(wordsOf(sweep));
}

Result<std::vector<std::string>> sweptSizesOf(
    const QString& shape, const std::vector<SweepAxis>& axes)
{
    return profiler::sweptSizes(partedByX(shape).toStdString(), axes);
}

} // namespace ui
