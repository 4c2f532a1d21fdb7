// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/painted_widget.h"

#include <QFrame>

namespace ui {

/// A framed list over the window, gone after a click beside it or Esc. Whichever widget in it has
/// the keys is watched: Enter takes what is chosen.
class Popup : public Painted<QFrame> {
    Q_OBJECT

protected:
    Popup(const Theme& theme, QWidget* parent);

    virtual void takeChosen() = 0;

    void paint(QPainter& painter, const Tokens& tokens) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace ui
