// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"
#include "ui/theme/variant_style.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

class QApplication;
class QPalette;

namespace ui {

enum class ThemeChoice { System, Dark, Light, HighContrast };

/// "system", "dark", "light", "contrast": for settings and the command line.
[[nodiscard]] QString themeWord(ThemeChoice choice);
[[nodiscard]] std::optional<ThemeChoice> themeFrom(const QString& word);

/// The roles of Qt in these colours.
[[nodiscard]] QPalette paletteOf(const Tokens& tokens);

/// The theme in force. Widgets keep a reference, read the tokens whenever they paint, and are
/// repainted on a change; what caches colours (charts) connects `changed`.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(ThemeChoice choice, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }

    [[nodiscard]] ThemeKind kind() const { return m_kind; }

    [[nodiscard]] const Tokens& tokens() const
    {
        return m_document == nullptr ? tokensOf(m_kind) : *m_document;
    }

    /// While it lives widgets paint as a file wants them: in other tokens, without selection and
    /// focus. Nobody is told, so it must be gone before anything is shown.
    class DocumentPaint {
    public:
        DocumentPaint(const Theme& theme, const Tokens& tokens)
            : m_theme(theme)
            , m_before(theme.m_document)
        {
            theme.m_document = &tokens;
            ++alive;
        }

        ~DocumentPaint()
        {
            m_theme.m_document = m_before;
            --alive;
        }

        [[nodiscard]] static bool isActive() { return alive > 0; }

        Q_DISABLE_COPY_MOVE(DocumentPaint)

    private:
        static inline int alive = 0; ///< painting is the GUI thread's alone

        const Theme& m_theme;
        const Tokens* m_before;
    };

    [[nodiscard]] VariantStyle variant(int index) const
    {
        return variantStyle(tokens(), styleIndex(index));
    }

    /// Which style the variant at that place of the plan wears: a variant keeps its own when
    /// another baseline or order is chosen.
    [[nodiscard]] int styleIndex(int variant) const;
    /// By place in the plan; empty = each its own place.
    void setStyleOrder(std::vector<int> styles);

    void setChoice(ThemeChoice choice);

    /// Sets fonts, style and palette of the program, now and at every change.
    void applyTo(QApplication& application);

Q_SIGNALS:
    void changed();

protected:
    /// Follows the desktop while the choice is System.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyPalette();
    void show(ThemeKind kind);
    void lookAtSystem(const QPalette& desktop);

    ThemeChoice m_choice;
    bool m_systemIsDark;
    ThemeKind m_kind;
    QApplication* m_application = nullptr;
    std::vector<int> m_styles;
    mutable const Tokens* m_document = nullptr;
    bool m_applying = false; ///< the change of palette is ours
};

} // namespace ui
