// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/verdict_panel.h"

#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_label.h"

namespace ui {

VerdictPanel::VerdictPanel(const Theme& theme)
    : PagePanel(theme)
{
    setAccessibleName(tr("Verdict"));
    body()->setSpacing(10);
    layout()->setContentsMargins(20, 14, 16, 14);
    createStatusRow();
    createSentenceRow();
    createActionRow();
    arrange();
}

void VerdictPanel::createStatusRow()
{
    m_badge = new Badge(theme());
    m_status = new QWidget;
    m_statusFlow = new FlowLayout(14, m_status);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    m_status->setSizePolicy(policy);
    m_statusFlow->addWidget(m_badge);
}

void VerdictPanel::createSentenceRow()
{
    m_sentence = makeParagraph(uiFont(type::verdict));
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->setFocusPolicy(Qt::StrongFocus);
    m_why = makeParagraph(uiFont());
    m_peers = makeParagraph(uiFont(), QPalette::PlaceholderText);
    m_peers->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_peers->hide();
    m_goalLine = makeCaption({});
    m_goalLine->setWordWrap(true);
    m_editGoal = new Button(theme(), ButtonKind::Quiet, tr("Edit goal"), Icon::Edit);
    m_editGoal->setButtonSize(ButtonSize::Low);
    connect(m_editGoal, &Button::clicked, this, &VerdictPanel::goalEditRequested);

    m_figureCaption = makeCaption({});
    m_figureCaption->setAlignment(Qt::AlignRight);
    m_figure = makeLabel({}, uiFont(type::figure, QFont::Bold));
    m_figure->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_figureBox = columnOf(0, {stretch(), m_figureCaption, m_figure, stretch()});
    m_figureBox->layout()->setContentsMargins(16, 0, 4, 0);

    QLayout* goal = makeRow(nullptr, partGap, {{m_goalLine, 1}, m_editGoal});
    QLayout* words
        = makeColumn(nullptr, partGap, {m_status, m_sentence, m_why, m_peers, goal, stretch()});
    createCompactActions();
    add({{makeRow(nullptr, 0, {{words, 1}, m_figureBox, m_compactActions}), 1}});
}

void VerdictPanel::createCompactActions()
{
    m_compactCopyCode = new Button(theme(), ButtonKind::Primary, tr("Copy code"), Icon::Copy);
    m_compactRunMore = new Button(theme(), ButtonKind::Primary, {}, Icon::Play);
    auto* copy = new Button(theme(), ButtonKind::Secondary, tr("Copy text"), Icon::Copy);
    m_compactActions = columnOf(partGap,
        {{m_compactCopyCode, 0, Qt::AlignRight}, {m_compactRunMore, 0, Qt::AlignRight},
            {copy, 0, Qt::AlignRight}, stretch()});
    m_compactActions->layout()->setContentsMargins(12, 0, 0, 0);
    connect(m_compactCopyCode, &Button::clicked, this,
        [this] { copyText(*this, m_headline.code, tr("code line")); });
    connect(m_compactRunMore, &Button::clicked, this,
        [this] { Q_EMIT recordMoreRequested(m_headline.runMore); });
    connect(copy, &Button::clicked, this, &VerdictPanel::copySentence);
}

void VerdictPanel::createActionRow()
{
    m_code = new CodeLine(theme());
    m_runMore = new Button(theme(), ButtonKind::Primary, {}, Icon::Play);
    m_runMoreHint = makeLabel({}, uiFont(), QPalette::PlaceholderText);
    auto* copy = new Button(theme(), ButtonKind::Secondary, tr("Copy text"), Icon::Copy);
    auto* report = new Button(theme(), ButtonKind::Primary, tr("Open report"), Icon::Report);
    m_actions = rowOf(10, {{m_code, 1}, m_runMore, m_runMoreHint, stretch(0), copy, report});
    add({m_actions});
    copyFrom(m_code, this, tr("code line"));
    connect(copy, &Button::clicked, this, &VerdictPanel::copySentence);
    connect(m_runMore, &Button::clicked, this,
        [this] { Q_EMIT recordMoreRequested(m_headline.runMore); });
    connect(report, &Button::clicked, this, &VerdictPanel::reportRequested);
}

void VerdictPanel::copySentence()
{
    copyText(*this, m_headline.plainSentence, tr("sentence"));
}

void VerdictPanel::showHeadline(const Headline& headline, const QString& goalLine)
{
    if (headline == m_headline && goalLine == m_goalLine->text())
        return;
    m_headline = headline;
    setStripe(headline.status);
    m_badge->setStatus(headline.status, headline.word);
    showTrustNotes();
    m_sentence->setText(QStringLiteral("<p style=\"line-height:122%;margin:0\">%1</p>")
                            .arg(emphasized(headline.sentence)));
    m_sentence->setAccessibleName(headline.plainSentence);
    showText(*m_why, headline.why);
    m_goalLine->setText(goalLine);
    m_figure->setText(headline.figure);
    m_figure->setForegroundRole(
        headline.figureMuted ? QPalette::PlaceholderText : QPalette::WindowText);
    m_figure->setFont(uiFont(headline.figureMuted ? 30 : type::figure, QFont::Bold));
    m_figureCaption->setText(headline.figureCaption);
    m_code->setCode(headline.code);
    for (Button* button : {m_runMore, m_compactRunMore}) {
        button->setText(tr("Run %1 more").arg(headline.runMore));
        button->setAccessibleName(button->text() + QStringLiteral(": ") + headline.runMoreHint);
        button->setToolTip(headline.runMoreHint + QLatin1Char('\n') + headline.runMoreCommand);
        button->updateGeometry();
    }
    m_runMoreHint->setText(headline.runMoreHint);
    arrange();
}

void VerdictPanel::showPeers(const QString& text)
{
    showText(*m_peers, text);
}

void VerdictPanel::showTrustNotes()
{
    clearLayout(*m_statusFlow, 1);
    if (!m_headline.provisional.isEmpty())
        m_statusFlow->addWidget(
            new StatusLabel(theme(), Status::Information, m_headline.provisional));
    for (const StatusText& note : m_headline.notes)
        m_statusFlow->addWidget(new StatusLabel(theme(), note.status, note.text));
}

void VerdictPanel::setCompact(bool compact)
{
    m_compact = compact;
    arrange();
}

void VerdictPanel::arrange()
{
    const bool hasCode = !m_headline.code.isEmpty();
    m_figureBox->setVisible(!m_compact && !m_headline.figure.isEmpty());
    m_goalLine->setVisible(m_compact && !m_goalLine->text().isEmpty());
    m_actions->setVisible(!m_compact);
    m_code->setVisible(hasCode);
    const bool more = m_headline.runMore > 0;
    m_editGoal->setVisible(m_compact);
    m_runMore->setVisible(more);
    m_runMoreHint->setVisible(more);
    m_compactRunMore->setVisible(more);
    m_compactActions->setVisible(m_compact);
    m_compactCopyCode->setVisible(hasCode);
    auto* row = static_cast<QHBoxLayout*>(m_actions->layout());
    row->setStretch(row->indexOf(m_code), hasCode ? 1 : 0);
    row->setStretch(3, hasCode ? 0 : 1);
}

} // namespace ui
