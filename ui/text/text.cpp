// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/text.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/report/sentences/safety_text.h"

#include <array>

namespace ui {

Status statusOf(profiler::Verdict verdict)
{
    using profiler::Verdict;
    switch (verdict) {
    case Verdict::Faster:
        return Status::Good;
    case Verdict::Slower:
    case Verdict::ResultsDiffer:
    case Verdict::NotComparable:
    case Verdict::Failed:
        return Status::Bad;
    case Verdict::RanEager:
        return Status::Warning;
    case Verdict::Baseline:
    case Verdict::NoDifference:
    case Verdict::UndecidedLeaningFaster:
    case Verdict::UndecidedLeaningSlower:
    case Verdict::Undecided:
    case Verdict::NotEnoughData:
    case Verdict::NotJudged:
        break;
    }
    return Status::Neutral;
}

Status statusOf(profiler::RecommendationKind kind)
{
    return statusOf(profiler::markOf(kind));
}

Status statusOf(const profiler::NumericsSummary& numerics)
{
    return statusOf(profiler::markOf(numerics));
}

Status statusOf(profiler::Finding::Severity severity)
{
    constexpr std::array statuses {Status::Information, Status::Warning, Status::Bad};
    return statuses.at(static_cast<std::size_t>(severity));
}

Status statusOf(profiler::Mark mark)
{
    constexpr std::array statuses {
        Status::Good, Status::Warning, Status::Bad, Status::Neutral, Status::Information};
    return statuses.at(static_cast<std::size_t>(mark));
}

QString capitalized(QString words)
{
    if (!words.isEmpty())
        words.front() = words.front().toUpper();
    return words;
}

QString withoutDot(QString sentence)
{
    while (sentence.endsWith(u'.'))
        sentence.chop(1);
    return sentence;
}

QString plainParagraph(const QString& text)
{
    return text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
}

QString absent()
{
    return QStringLiteral("–");
}

} // namespace ui
