// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sentence_panel.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_label.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace ui {

class SentencePanel::Sign : public QWidget {
public:
    explicit Sign(const Theme& theme)
        : m_theme(theme)
    {
        setFixedSize(20, 20);
    }

    void setStatus(Status status)
    {
        m_status = status;
        update();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        drawStatus(painter, m_theme.tokens(), m_status, rect());
    }

private:
    const Theme& m_theme;
    Status m_status = Status::Information;
};

SentencePanel::SentencePanel(const Theme& theme, const QString& accessibleName, QWidget* parent)
    : Panel(theme, {}, parent)
    , m_sign(new Sign(theme))
    , m_trustNotes(new QWidget)
    , m_flow(new FlowLayout(14, m_trustNotes))
    , m_badge(new Badge(theme))
    , m_sentence(makeParagraph(uiFont(type::verdict)))
    , m_note(makeParagraph(uiFont(type::caption), QPalette::PlaceholderText))
{
    setAccessibleName(accessibleName);
    layout()->setContentsMargins(20, 12, 16, 12);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    m_trustNotes->setSizePolicy(policy);
    m_flow->addWidget(m_badge);
    auto* words = new QVBoxLayout;
    words->setSpacing(5);
    words->addWidget(m_trustNotes);
    words->addWidget(m_sentence);
    words->addWidget(m_note);
    auto* button = new Button(theme, ButtonKind::Secondary, tr("Copy text"), Icon::Copy);
    connect(button, &Button::clicked, this, &SentencePanel::copy);
    auto* row = new QHBoxLayout;
    row->setSpacing(14);
    row->addWidget(m_sign, 0, Qt::AlignVCenter);
    row->addLayout(words, 1);
    row->addWidget(button, 0, Qt::AlignVCenter);
    body()->addLayout(row);
}

void SentencePanel::setContent(const PageSentence& content)
{
    setStripe(content.status);
    m_status = content.status;
    m_sign->setStatus(content.status.value_or(Status::Information));
    m_sign->setVisible(content.word.isEmpty());
    showTrustNotes(content);
    m_sentence->setText(
        u"<p style=\"line-height:118%;margin:0\">%1</p>"_qs.arg(emphasized(content.sentence)));
    m_note->setText(emphasized(content.note));
    m_note->setVisible(!content.note.isEmpty());
    m_plain = content.note.isEmpty() ? content.sentence : content.sentence + u'\n' + content.note;
    m_plain.remove(u"**"_qs);
    m_sentence->setAccessibleName(m_plain);
}

void SentencePanel::showTrustNotes(const PageSentence& content)
{
    while (m_flow->count() > 1) {
        QLayoutItem* item = m_flow->takeAt(1);
        delete item->widget();
        delete item;
    }
    m_badge->setStatus(content.status.value_or(Status::Information), content.word);
    m_badge->setVisible(!content.word.isEmpty());
    for (const auto& [status, text] : content.notes)
        m_flow->addWidget(new StatusLabel(theme(), status, text));
    m_trustNotes->setVisible(!content.word.isEmpty() || !content.notes.empty());
}

void SentencePanel::copy()
{
    QGuiApplication::clipboard()->setText(m_plain);
    Q_EMIT noted(tr("Copied the sentence."));
}

} // namespace ui
