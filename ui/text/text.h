// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "ui/theme/tokens.h"

#include <QString>

namespace profiler {
enum class FindingSeverity;
struct NumericsSummary;
enum class RecommendationKind;
enum class Verdict;
struct NumericsSummary;
enum class RecommendationKind;
enum class Verdict;
} // namespace profiler

/// What the report layer says, as Qt's text and as the theme's shapes.
namespace ui {

[[nodiscard]] inline QString qt(const std::string& text)
{
    return QString::fromStdString(text);
}

[[nodiscard]] inline QString qt(const profiler::Reason& reason)
{
    return qt(profiler::reasonText(reason));
}

[[nodiscard]] Status statusOf(profiler::Verdict verdict);
[[nodiscard]] Status statusOf(profiler::RecommendationKind kind);
[[nodiscard]] Status statusOf(const profiler::NumericsSummary& numerics);
[[nodiscard]] Status statusOf(profiler::FindingSeverity severity);

[[nodiscard]] Status statusOf(profiler::Mark mark);

/// Words that begin a sentence.
[[nodiscard]] QString capitalized(QString words);

/// A sentence that becomes part of another.
[[nodiscard]] QString withoutDot(QString sentence);

/// Text of a file or a driver for a label of rich text: "f<4, float>" is no tag.
[[nodiscard]] QString plainParagraph(const QString& text);

/// "–", what a missing number is shown as; its reason goes into the tooltip.
[[nodiscard]] QString absent();

} // namespace ui
