// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/case_model.h"

#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/text/enum_text.h"
#include "ui/comparison/judged_comparison.h"
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
    clear();
    setHorizontalHeaderLabels({tr("case"), tr("inputs"), tr("× faster"), tr("use")});
    if (view.comparison == nullptr)
        return;
    const profiler::ComparisonResult& result = view.comparison->result;
    add({tr("All cases"),
            result.cases.size() == 1 ? tr("1 case") : tr("%1 cases").arg(result.cases.size()),
            QString(), verdictOf(result, result.recommendation)},
        profiler::settingsSentence(result), statusOf(profiler::settingsVerdict(result).mark));
    for (const profiler::CaseResult& each : result.cases)
        add({qt(each.name), qt(each.inputs), ratioOf(each), verdictOf(result, each.recommendation)},
            profiler::verdictSentence(result, each), statusOf(each.recommendation.kind));
}

void CaseModel::add(const QStringList& texts, const std::string& sentence, Status status)
{
    QList<QStandardItem*> row;
    for (const QString& text : texts) {
        auto* item = new QStandardItem(text);
        item->setEditable(false);
        item->setToolTip(qt(sentence));
        item->setData(static_cast<int>(status), StatusRole);
        row << item;
    }
    row.at(Ratio)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    appendRow(row);
}

} // namespace ui
