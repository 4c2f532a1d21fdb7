// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/theme/tokens.h"

#include <QString>

#include <vector>

namespace ui {

struct StatusText {
    Status status = Status::Information;
    QString text;

    friend bool operator==(const StatusText&, const StatusText&) = default;
};

/// The words of the verdict panel. All text and numbers come from the report layer.
struct Headline {
    Status status = Status::Neutral;
    QString word; ///< "Recommended"
    std::vector<StatusText> notes; ///< trust, then red flags
    QString sentence; ///< with ** around what carries the verdict
    QString plainSentence; ///< to be copied
    QString why; ///< what a slower variant loses most by; empty: it is not slower, or nobody knows
    QString figure; ///< "1.63×"; empty: the doubt is larger than a figure of that size
    QString figureCaption; ///< "faster than eager"
    bool figureMuted = false;
    QString code; ///< the line of Python to copy
    int runMore = 0; ///< further repetitions that would bring a verdict; 0: no button
    QString runMoreHint; ///< how long they take and what they should bring
    QString runMoreCommand; ///< the command line that does the same
    QString provisional; ///< recording or partial: said above the sentence

    friend bool operator==(const Headline&, const Headline&) = default;
};

/// `view.caseResult()` must not be null. `file` names the database in a command.
[[nodiscard]] Headline headlineOf(const ComparisonView& view, const QString& file);

} // namespace ui
