// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/sentence_panel.h"

namespace profiler {
struct CaseResult;
struct ComparisonResult;
} // namespace profiler

namespace ui {

/// The sentence on top of the Latency page, with the shape of its limit and a button to copy it.
class LatencyHeadline : public SentencePanel {
public:
    explicit LatencyHeadline(const Theme& theme);

    void showCase(const profiler::ComparisonResult& result, const profiler::CaseResult& caseResult,
        int focusedVariant);

    /// Without a comparison, or while it is being prepared.
    void showSentence(const QString& sentence);
};

} // namespace ui
