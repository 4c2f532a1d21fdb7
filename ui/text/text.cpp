// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/text.h"

#include "profiler/report/sentences/safety_text.h"

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
    using Severity = profiler::Finding::Severity;
    switch (severity) {
    case Severity::Bad:
        return Status::Bad;
    case Severity::Warning:
        return Status::Warning;
    case Severity::Information:
        break;
    }
    return Status::Information;
}

Status statusOf(profiler::Mark mark)
{
    using profiler::Mark;
    switch (mark) {
    case Mark::Good:
        return Status::Good;
    case Mark::Warning:
        return Status::Warning;
    case Mark::Bad:
        return Status::Bad;
    case Mark::Neutral:
        return Status::Neutral;
    case Mark::Information:
        break;
    }
    return Status::Information;
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
