// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/comparison_result.h"
#include "ui/widgets/panel.h"

#include <optional>

class QLabel;

namespace ui {

class StatusSign;

/// The sentence on top of the Latency page, with the shape of its limit and a button to copy it.
class LatencyHeadline : public Panel {
    Q_OBJECT

public:
    explicit LatencyHeadline(const Theme& theme, QWidget* parent = nullptr);

    void showCase(const profiler::ComparisonResult& result, const profiler::CaseResult& caseResult,
        int focusedVariant);
    /// Without a comparison, or while it is being prepared.
    void showSentence(const QString& sentence);

    /// Sentence and note, as they are copied.
    [[nodiscard]] QString plainText() const { return m_plain; }

Q_SIGNALS:
    void copied();

private:
    void copy();

    StatusSign* m_sign;
    QLabel* m_sentence;
    QLabel* m_note;
    QString m_plain;
};

} // namespace ui
