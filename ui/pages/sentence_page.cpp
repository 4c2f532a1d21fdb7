// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sentence_page.h"

#include "ui/widgets/sentence_panel.h"

namespace ui {

SentencePage::SentencePage(const Theme& theme, const QString& name)
    : Page(theme)
    , m_sentence(new SentencePanel(theme, name))
{
    connect(m_sentence, &SentencePanel::noted, this, &Page::noted);
}

QString SentencePage::verdictSentence() const
{
    return m_sentence->plainText();
}

} // namespace ui
