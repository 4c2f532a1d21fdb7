// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"

namespace ui {

class SentencePanel;

/// A page with its sentence on top, which is the one to copy.
class SentencePage : public Page {
    Q_OBJECT

public:
    [[nodiscard]] QString verdictSentence() const override;

protected:
    SentencePage(const Theme& theme, const QString& name);

    [[nodiscard]] SentencePanel& sentence() const { return *m_sentence; }

private:
    SentencePanel* m_sentence;
};

} // namespace ui
