// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/start_panel.h"

#include "ui/pages/new_comparison/draft_headline.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"

#include <QHBoxLayout>
#include <QLabel>

namespace ui {

StartPanel::StartPanel(const Theme& theme)
    : Panel(theme)
    , m_start(new Button(theme, ButtonKind::Primary, tr("Start   Ctrl+Enter"), Icon::Play))
    , m_whenQuiet(new Button(theme, ButtonKind::Secondary, tr("When quiet")))
    , m_tune(new Button(theme, ButtonKind::Secondary, tr("Tune…")))
    , m_text(makeLabel({}, uiFont(type::caption, QFont::Medium)))
{
    setAccessibleName(tr("Start"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_start->setAccessibleName(tr("Start recording"));
    m_whenQuiet->setAccessibleName(tr("Start when the machine is quiet"));
    m_whenQuiet->setToolTip(tr("Waits until other programs have left the machine alone for 10 s, "
                               "then starts by itself"));
    m_whenQuiet->hide();
    m_tuneTip
        = tr("Search the best setting for this model: the variants here, modes, options and parts "
             "of it, for at most 20 minutes");
    m_tune->setToolTip(m_tuneTip);
    m_text->setWordWrap(true);
    for (Button* button : {m_start, m_whenQuiet, m_tune})
        button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(m_start);
    row->addWidget(m_whenQuiet);
    row->addWidget(m_tune);
    row->addWidget(m_text, 1);
    body()->addLayout(row);
    connect(m_start, &Button::clicked, this, &StartPanel::startRequested);
    connect(m_whenQuiet, &Button::clicked, this, &StartPanel::startWhenQuietRequested);
    connect(m_tune, &Button::clicked, this, &StartPanel::tuneRequested);
}

void StartPanel::showState(const DraftState& state)
{
    m_whenQuiet->setVisible(state.isBusy());
    m_text->setVisible(!state.isBusy()); // three buttons leave no room; the headline says it
    for (Button* button : {m_start, m_whenQuiet, m_tune})
        button->setEnabled(state.whyNotStart().isEmpty());
    m_tune->setEnabled(m_tune->isEnabled() && state.elsewhere.isEmpty());
    m_tune->setToolTip(state.elsewhere.isEmpty() ? m_tuneTip : tuneIsHereText());
    m_text->setText(shortStartText(state));
    m_text->setToolTip(startText(state));
    m_text->setAccessibleDescription(startText(state));
}

} // namespace ui
