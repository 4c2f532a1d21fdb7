// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QWidget>

class QButtonGroup;

namespace ui {

/// One of several choices, drawn as a row of words with a frame around the chosen one.
class TabStrip : public QWidget {
    Q_OBJECT

public:
    explicit TabStrip(
        const Theme& theme, const QString& accessibleName = {}, const QStringList& tabs = {});

    void setTabs(const QStringList& names);
    [[nodiscard]] int current() const;
    void setCurrent(int index);
    /// One that has nothing to show is hidden; where it was the current one, the first becomes it.
    void setTabVisible(int index, bool visible);

Q_SIGNALS:
    void currentChanged(int index);

private:
    const Theme& m_theme;
    QButtonGroup* m_group;
};

} // namespace ui
