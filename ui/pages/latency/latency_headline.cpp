// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/latency/latency_headline.h"

#include "profiler/judge/case_settings.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/latency_text.h"
#include "ui/text/text.h"
#include "ui/widgets/labels.h"

#include <QBoxLayout>

#include <optional>

namespace ui {

namespace {

/// A name of 200 characters without a blank must not make the page wider than the window: lines
/// may break inside it.
QString breakable(const QString& text)
{
    constexpr int longestWord = 24;
    QString result;
    int run = 0;
    for (const QChar letter : text) {
        run = letter.isSpace() || letter == u'*' ? 0 : run + 1;
        if (run > longestWord) {
            result += QChar(0x200B); // zero width space
            run = 1;
        }
        result += letter;
    }
    return result;
}

} // namespace

LatencyHeadline::LatencyHeadline(const Theme& theme)
    : SentencePanel(theme, tr("How the calls are spread"))
{
    words().setSpacing(4);
}

void LatencyHeadline::showCase(const profiler::ComparisonResult& result,
    const profiler::CaseResult& caseResult, int focusedVariant)
{
    using profiler::Emphasis;
    std::optional<Status> status;
    const auto* variant = profiler::variantOf(caseResult, focusedVariant);
    const auto* limit = variant ? variant->limit(profiler::LimitKind::P99) : nullptr;
    if (limit != nullptr && limit->value)
        status = limit->met ? Status::Good : Status::Warning;
    setSign(status,
        !status                       ? tr("no limit set")
            : *status == Status::Good ? tr("limit met")
                                      : tr("over the limit"));
    const QString note = qt(latencyNote(result, caseResult, focusedVariant));
    const QString plain = qt(latencySentence(caseResult, focusedVariant));
    setTexts(
        emphasized(breakable(qt(latencySentence(caseResult, focusedVariant, Emphasis::Markdown)))),
        breakable(note).toHtmlEscaped(), note.isEmpty() ? plain : plain + u'\n' + note);
}

void LatencyHeadline::showSentence(const QString& sentence)
{
    setSign(std::nullopt);
    setTexts(sentence.toHtmlEscaped(), {}, sentence);
}

} // namespace ui
