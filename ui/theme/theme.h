// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"
#include "ui/theme/variant_style.h"

#include <QObject>
#include <QString>

#include <optional>

class QApplication;

namespace ui {

enum class ThemeChoice { System, Dark, Light, HighContrast };

/// "system", "dark", "light", "contrast": for settings and the command line.
[[nodiscard]] QString themeWord(ThemeChoice choice);
[[nodiscard]] std::optional<ThemeChoice> themeFrom(const QString& word);

/// The theme in force. Widgets keep a reference, read the tokens whenever they paint, and are
/// repainted on a change; what caches colours (charts) connects `changed`.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(ThemeChoice choice, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }

    [[nodiscard]] ThemeKind kind() const { return m_kind; }

    [[nodiscard]] const Tokens& tokens() const { return tokensOf(m_kind); }

    [[nodiscard]] VariantStyle variant(int index) const { return variantStyle(tokens(), index); }

    void setChoice(ThemeChoice choice);

    /// Sets fonts, style and palette of the program, now and at every change.
    void applyTo(QApplication& application);

Q_SIGNALS:
    void changed();

private:
    void applyPalette();

    ThemeChoice m_choice;
    bool m_systemIsDark;
    ThemeKind m_kind;
    QApplication* m_application = nullptr;
};

} // namespace ui
