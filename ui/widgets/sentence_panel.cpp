// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sentence_panel.h"

#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_label.h"

namespace ui {

SentencePanel::SentencePanel(const Theme& theme, const QString& accessibleName)
    : Panel(theme)
    , m_sign(new StatusSign(theme, 20))
    , m_words(new QVBoxLayout)
    , m_trustNotes(new QWidget)
    , m_flow(new FlowLayout(14, m_trustNotes))
    , m_badge(new Badge(theme))
    , m_sentence(makeParagraph(uiFont(type::verdict)))
    , m_note(makeNote())
{
    setAccessibleName(accessibleName);
    layout()->setContentsMargins(20, 12, 16, 12);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    m_trustNotes->setSizePolicy(policy);
    m_trustNotes->hide();
    m_flow->addWidget(m_badge);
    m_words->setSpacing(5);
    addParts(*m_words, {m_trustNotes, m_sentence, m_note});
    auto* button = new Button(theme, ButtonKind::Secondary, tr("Copy text"), Icon::Copy);
    connect(button, &Button::clicked, this, &SentencePanel::copy);
    add({makeRow(nullptr, 14,
        {{m_sign, 0, Qt::AlignVCenter}, {m_words, 1}, {button, 0, Qt::AlignVCenter}})});
}

void SentencePanel::setContent(const PageSentence& content)
{
    setSign(content.status);
    m_sign->setVisible(content.word.isEmpty());
    showTrustNotes(content);
    QString plain
        = content.note.isEmpty() ? content.sentence : content.sentence + u'\n' + content.note;
    setTexts(u"<p style=\"line-height:118%;margin:0\">%1</p>"_qs.arg(emphasized(content.sentence)),
        emphasized(content.note), plain.remove(u"**"_qs));
}

void SentencePanel::setSign(std::optional<Status> status, const QString& word)
{
    m_status = status;
    setStripe(status);
    m_sign->setStatus(status.value_or(Status::Information), word);
}

void SentencePanel::setTexts(const QString& sentence, const QString& note, const QString& plain)
{
    m_sentence->setText(sentence);
    m_sentence->setAccessibleName(plain);
    showText(*m_note, note);
    m_plain = plain;
}

void SentencePanel::showTrustNotes(const PageSentence& content)
{
    clearLayout(*m_flow, 1);
    m_badge->setStatus(content.status.value_or(Status::Information), content.word);
    m_badge->setVisible(!content.word.isEmpty());
    for (const auto& [status, text] : content.notes)
        m_flow->addWidget(new StatusLabel(theme(), status, text));
    m_trustNotes->setVisible(!content.word.isEmpty() || !content.notes.empty());
}

void SentencePanel::copy()
{
    copyText(*this, m_plain, tr("sentence"));
}

} // namespace ui
