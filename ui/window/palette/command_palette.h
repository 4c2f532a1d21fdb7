// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/palette/palette_model.h"
#include "ui/window/palette/popup.h"

class QLabel;
class QLineEdit;
class QListView;

namespace ui {

/// A field and what fits it: commands, pages, cases, variants, runs; findings behind `!`. Enter
/// does the chosen one, Esc or a click elsewhere closes.
class CommandPalette : public Popup {
    Q_OBJECT

public:
    explicit CommandPalette(const Theme& theme, QWidget* parent);

    /// Over the middle of `window`.
    void open(const QWidget& window, std::vector<PaletteItem> items, const QString& text = {});

    void setReader(PaletteModel::Reader reader) { m_model->setReader(std::move(reader)); }

    [[nodiscard]] const PaletteModel& model() const { return *m_model; }

protected:
    void takeChosen() override;
    void paint(QPainter& painter, const Tokens& tokens) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showPattern(const QString& pattern);
    [[nodiscard]] static QString nothingText(const QString& pattern);
    void step(int rows);

    PaletteModel* m_model;
    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_nothing;
};

} // namespace ui
