// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/fonts.h"
#include "ui/theme/fusescope_style.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>
#include <QToolTip>

#include <array>
#include <utility>

namespace ui {

namespace {

constexpr std::array choiceNames {
    std::pair {ThemeChoice::System, "system"},
    std::pair {ThemeChoice::Dark, "dark"},
    std::pair {ThemeChoice::Light, "light"},
    std::pair {ThemeChoice::HighContrast, "contrast"},
};

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

ThemeKind kindOf(ThemeChoice choice, bool systemIsDark)
{
    if (choice == ThemeChoice::HighContrast)
        return ThemeKind::HighContrast;
    const bool dark = choice == ThemeChoice::System ? systemIsDark : choice == ThemeChoice::Dark;
    return dark ? ThemeKind::Dark : ThemeKind::Light;
}

} // namespace

QPalette paletteOf(const Tokens& tokens)
{
    QPalette palette;
    const std::initializer_list<std::pair<QPalette::ColorRole, QColor>> roles {
        {QPalette::Window, tokens.window}, {QPalette::WindowText, tokens.text},
        {QPalette::Base, tokens.panel}, {QPalette::AlternateBase, tokens.raised},
        {QPalette::Text, tokens.text}, {QPalette::PlaceholderText, tokens.muted},
        {QPalette::Button, tokens.raised}, {QPalette::ButtonText, tokens.text},
        {QPalette::BrightText, tokens.bad},
        {QPalette::Highlight, tokens.tints ? tokens.selection : tokens.accent},
        {QPalette::HighlightedText, tokens.tints ? tokens.text : tokens.onAccent},
        {QPalette::Link, tokens.accent}, {QPalette::LinkVisited, tokens.accent},
        {QPalette::ToolTipBase, tokens.raised}, {QPalette::ToolTipText, tokens.text},
        {QPalette::Light, tokens.raised}, {QPalette::Midlight, tokens.border},
        {QPalette::Mid, tokens.border}, {QPalette::Dark, tokens.border},
        {QPalette::Shadow, tokens.window}};
    for (const auto& [role, colour] : roles)
        palette.setColor(role, colour);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, tokens.faint);
    return palette;
}

QString themeWord(ThemeChoice choice)
{
    for (const auto& [value, word] : choiceNames)
        if (value == choice)
            return QString::fromLatin1(word);
    return {};
}

std::optional<ThemeChoice> themeFrom(const QString& word)
{
    for (const auto& [value, known] : choiceNames)
        if (word == QLatin1String(known))
            return value;
    return std::nullopt;
}

Theme::Theme(ThemeChoice choice, QObject* parent)
    : QObject(parent)
    , m_choice(choice)
    , m_systemIsDark(isDark(QGuiApplication::palette()))
    , m_kind(kindOf(choice, m_systemIsDark))
{
}

void Theme::setChoice(ThemeChoice choice)
{
    m_choice = choice;
    show(kindOf(choice, m_systemIsDark));
}

void Theme::show(ThemeKind kind)
{
    if (kind == m_kind)
        return;
    m_kind = kind;
    applyPalette();
    Q_EMIT changed();
}

int Theme::styleIndex(int variant) const
{
    const auto index = static_cast<std::size_t>(variant);
    return variant >= 0 && index < m_styles.size() ? m_styles.at(index) : variant;
}

void Theme::setStyleOrder(std::vector<int> styles)
{
    if (styles == m_styles)
        return;
    m_styles = std::move(styles);
    Q_EMIT changed();
}

void Theme::applyTo(QApplication& application)
{
    m_application = &application;
    loadFonts();
    QApplication::setStyle(
        new FusescopeStyle(*this, [this]() -> const Tokens& { return tokens(); }));
    QApplication::setFont(uiFont());
    applyPalette();
    application.installEventFilter(this);
}

void Theme::applyPalette()
{
    if (m_application == nullptr)
        return;
    const QPalette palette = paletteOf(tokens());
    m_applying = true;
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    m_applying = false;
}

bool Theme::eventFilter(QObject* watched, QEvent* event)
{
    const bool palette
        = event->type() == QEvent::ApplicationPaletteChange && watched == m_application;
    const bool theme = event->type() == QEvent::ThemeChange;
    if (m_applying || !(palette || theme))
        return QObject::eventFilter(watched, event);
    if (palette && QGuiApplication::palette().color(QPalette::Window) != tokens().window) {
        lookAtSystem(QGuiApplication::palette());
    } else if (theme) {
        // Our palette covers the desktop's: only without it the new one can be seen.
        m_applying = true;
        QApplication::setPalette(QPalette());
        m_applying = false;
        lookAtSystem(QGuiApplication::palette());
    }
    return QObject::eventFilter(watched, event);
}

void Theme::lookAtSystem(const QPalette& desktop)
{
    m_systemIsDark = isDark(desktop);
    const ThemeKind kind = kindOf(m_choice, m_systemIsDark);
    if (kind == m_kind)
        applyPalette();
    else
        show(kind);
}

} // namespace ui
