// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/case_model.h"

#include "profiler/model/number_text.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "profiler/report/text/enum_text.h"
#include "ui/text/text.h"

namespace ui {

QString caseText(const profiler::CaseResult& caseResult)
{
    const QString name = qt(caseResult.name);
    const QString inputs = qt(caseResult.inputs);
    if (inputs.isEmpty())
        return name;
    return name == QLatin1String("default") ? inputs : name + QStringLiteral(" · ") + inputs;
}

namespace {

/// Beside a kept baseline nothing is spoken of that would have a ratio.
QString ratioOf(const profiler::CaseResult& caseResult)
{
    const auto index = static_cast<std::size_t>(caseResult.recommendation.variant);
    if (index >= caseResult.variants.size())
        return {};
    const profiler::VariantResult& variant = caseResult.variants.at(index);
    return profiler::showsRatio(variant)
        ? qt(profiler::formatRatio(variant.speedUp->ratio.estimate))
        : QString();
}

QString verdictOf(const profiler::ComparisonResult& result, const profiler::Recommendation& said)
{
    const QString word = qt(profiler::recommendationWord(said.kind, result.plan));
    if (said.kind != profiler::RecommendationKind::Recommended)
        return word;
    const auto index = static_cast<std::size_t>(said.variant);
    return index < result.plan.variants.size() ? qt(result.plan.variants.at(index).name) : word;
}

} // namespace

void CaseModel::showView(const ComparisonView& view)
{
    beginResetModel();
    m_rows.clear();
    if (view.comparison != nullptr) {
        const profiler::ComparisonResult& result = view.comparison->result;
        m_rows.push_back({.name = tr("All cases"),
            .inputs
            = result.cases.size() == 1 ? tr("1 case") : tr("%1 cases").arg(result.cases.size()),
            .verdict = verdictOf(result, result.recommendation),
            .sentence = qt(profiler::overallSentence(result)),
            .status = statusOf(result.recommendation.kind)});
        for (const profiler::CaseResult& each : result.cases)
            m_rows.push_back({.name = qt(each.name),
                .inputs = qt(each.inputs),
                .ratio = ratioOf(each),
                .verdict = verdictOf(result, each.recommendation),
                .sentence = qt(profiler::verdictSentence(result, each)),
                .status = statusOf(each.recommendation.kind)});
    }
    endResetModel();
}

int CaseModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CaseModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant CaseModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows.at(static_cast<std::size_t>(index.row()));
    if (role == Qt::ToolTipRole)
        return row.sentence;
    if (role == StatusRole)
        return static_cast<int>(row.status);
    if (role == Qt::TextAlignmentRole && index.column() == Ratio)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return row.name;
    case Inputs:
        return row.inputs;
    case Ratio:
        return row.ratio;
    default:
        return row.verdict;
    }
}

QVariant CaseModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("case");
    case Inputs:
        return tr("inputs");
    case Ratio:
        return tr("× faster");
    default:
        return tr("use");
    }
}

} // namespace ui
