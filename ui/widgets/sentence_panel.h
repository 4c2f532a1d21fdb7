// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/panel.h"

#include <optional>
#include <vector>

class QLabel;

namespace ui {

class Badge;
class FlowLayout;
class StatusSign;

/// What a page says at first glance.
struct PageSentence {
    std::optional<Status> status; ///< nothing: no stripe
    QString word; ///< a pill above the sentence; empty: the status's shape stands beside it
    std::vector<std::pair<Status, QString>> notes; ///< beside the pill
    QString sentence; ///< with ** around what carries it
    QString note; ///< smaller, below
};

/// The sentence on top of a page, with its shape and a button that copies it.
class SentencePanel : public Panel {
    Q_OBJECT

public:
    SentencePanel(const Theme& theme, const QString& accessibleName);

    void setContent(const PageSentence& content);

    /// Sentence and note without stars, as they are copied.
    [[nodiscard]] const QString& plainText() const { return m_plain; }

    [[nodiscard]] std::optional<Status> status() const { return m_status; }

Q_SIGNALS:
    void noted(const QString& sentence);

protected:
    /// Status and word of the shape beside the sentence; without a status there is no stripe.
    void setSign(std::optional<Status> status, const QString& word = {});
    /// Rich text, and both as they are copied.
    void setTexts(const QString& sentence, const QString& note, const QString& plain);

    [[nodiscard]] QVBoxLayout& words() { return *m_words; }

private:
    void showTrustNotes(const PageSentence& content);
    void copy();

    StatusSign* m_sign;
    QVBoxLayout* m_words;
    QWidget* m_trustNotes;
    FlowLayout* m_flow;
    Badge* m_badge;
    QLabel* m_sentence;
    QLabel* m_note;
    QString m_plain;
    std::optional<Status> m_status;
};

} // namespace ui
