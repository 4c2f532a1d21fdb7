// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/headline_panel.h"

#include "ui/theme/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

HeadlinePanel::HeadlinePanel(const Theme& theme, const QString& accessibleName, int spacing)
    : Panel(theme)
    , m_sign(new StatusSign(theme, 22))
    , m_sentence(makeParagraph(uiFont(type::verdict)))
    , m_caption(makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText))
    , m_row(new QHBoxLayout)
{
    setAccessibleName(accessibleName);
    layout()->setContentsMargins(20, 11, 16, 11);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_caption->setWordWrap(true);
    auto* words = new QVBoxLayout;
    words->setSpacing(3);
    words->addWidget(m_sentence);
    words->addWidget(m_caption);
    m_row->setSpacing(spacing);
    m_row->addWidget(m_sign);
    m_row->addLayout(words, 1);
    body()->addLayout(m_row);
}

void HeadlinePanel::showHeadline(const WorkHeadline& headline)
{
    setStripe(headline.status);
    m_sign->setStatus(headline.status);
    m_sentence->setText(emphasized(headline.sentence));
    m_caption->setText(headline.caption);
}

QWidget* newEmptyPage(
    const QString& title, const QString& explanation, const QList<QWidget*>& buttons)
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setSpacing(14);
    column->addStretch(2);
    for (QLabel* line : {makeLabel(title, uiFont(type::verdict, QFont::DemiBold)),
             makeLabel(explanation, uiFont(), QPalette::PlaceholderText)}) {
        line->setAlignment(Qt::AlignCenter);
        column->addWidget(line);
    }
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    row->addStretch(1);
    for (QWidget* button : buttons)
        row->addWidget(button);
    row->addStretch(1);
    column->addLayout(row);
    column->addStretch(3);
    return page;
}

} // namespace ui
