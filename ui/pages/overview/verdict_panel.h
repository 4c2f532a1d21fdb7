// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/overview/headline.h"
#include "ui/pages/page_panel.h"

class QBoxLayout;
class QLabel;

namespace ui {

class Badge;
class Button;
class CodeLine;
class FlowLayout;

/// Word with shape, trust, red flags, the sentence, why it is slower, the ×, and the line of code.
class VerdictPanel : public PagePanel {
    Q_OBJECT

public:
    explicit VerdictPanel(const Theme& theme);

    void showHeadline(const Headline& headline, const QString& goalLine);
    /// What other models of its family gain; empty: nothing is known.
    void showPeers(const QString& text);
    /// Small windows: the goal as one line instead of the figure and the code.
    void setCompact(bool compact);

    [[nodiscard]] QString sentence() const { return m_headline.plainSentence; }

Q_SIGNALS:
    void reportRequested();
    void recordMoreRequested(int repetitions);
    /// Small windows: the goal has no block of its own there.
    void goalEditRequested();

private:
    void createStatusRow();
    void createSentenceRow();
    void createActionRow();
    void createCompactActions();
    void copySentence();
    void showTrustNotes();
    void arrange();

    Headline m_headline;
    Badge* m_badge;
    QWidget* m_status;
    FlowLayout* m_statusFlow;
    QLabel* m_sentence;
    QLabel* m_why;
    QLabel* m_peers;
    QLabel* m_goalLine;
    QWidget* m_figureBox;
    QLabel* m_figureCaption;
    QLabel* m_figure;
    QWidget* m_actions;
    CodeLine* m_code;
    Button* m_runMore;
    QLabel* m_runMoreHint;
    Button* m_compactCopyCode;
    Button* m_compactRunMore;
    Button* m_editGoal;
    QWidget* m_compactActions;
    bool m_compact = false;
};

} // namespace ui
