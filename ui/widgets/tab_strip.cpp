// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tab_strip.h"

#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/painted_widget.h"

#include <QButtonGroup>
#include <QPainter>

namespace ui {

namespace {

class Tab : public Painted<QAbstractButton> {
public:
    Tab(const Theme& theme, const QString& name, QWidget* parent)
        : Painted<QAbstractButton>(theme, parent)
    {
        setText(name);
        setAccessibleName(name);
        setCheckable(true);
        setFont(uiFont(type::base, QFont::Medium));
        setFocusPolicy(Qt::StrongFocus);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics metrics(uiFont(type::base, QFont::DemiBold));
        return {metrics.horizontalAdvance(text()) + 24, 30};
    }

private:
    void paint(QPainter& painter, const Tokens& tokens) override
    {
        if (isChecked() || showsFocus(*this)) {
            painter.setPen(QPen(tokens.accent, showsFocus(*this) ? 2 : tokens.line));
            painter.setBrush(isChecked() ? tokens.selection : QColor(Qt::transparent));
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
        }
        painter.setFont(uiFont(type::base, isChecked() ? QFont::DemiBold : QFont::Medium));
        painter.setPen(isChecked() || underMouse() ? tokens.text : tokens.muted);
        drawText(painter, rect(), Qt::AlignCenter, text());
    }
};

} // namespace

TabStrip::TabStrip(const Theme& theme, const QString& accessibleName, const QStringList& tabs)
    : m_theme(theme)
    , m_group(new QButtonGroup(this))
{
    setAccessibleName(accessibleName);
    makeRow(this, 2, {stretch()});
    connect(m_group, &QButtonGroup::idClicked, this, &TabStrip::currentChanged);
    // One stop for Tab: the chosen one, also when it was chosen by the program.
    connect(m_group, &QButtonGroup::idToggled, this, [this](int index, bool chosen) {
        m_group->button(index)->setFocusPolicy(chosen ? Qt::StrongFocus : Qt::ClickFocus);
    });
    setTabs(tabs);
}

void TabStrip::setTabs(const QStringList& names)
{
    const QList<QAbstractButton*> old = m_group->buttons();
    for (QAbstractButton* button : old) {
        m_group->removeButton(button);
        delete button;
    }
    auto* row = static_cast<QHBoxLayout*>(layout());
    for (qsizetype i = 0; i < names.size(); ++i) {
        auto* tab = new Tab(m_theme, names.at(i), this);
        m_group->addButton(tab, static_cast<int>(i));
        row->insertWidget(static_cast<int>(i), tab);
    }
    setCurrent(0);
}

int TabStrip::current() const
{
    return m_group->checkedId();
}

void TabStrip::setCurrent(int index)
{
    if (QAbstractButton* button = m_group->button(index))
        button->setChecked(true);
}

void TabStrip::setTabVisible(int index, bool visible)
{
    m_group->button(index)->setVisible(visible);
    if (visible || current() != index)
        return;
    setCurrent(0);
    Q_EMIT currentChanged(0);
}

} // namespace ui
