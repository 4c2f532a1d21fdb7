// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/report_files.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace ui {

class Button;
class CheckOption;
class Panel;
class SectionList;
class TabStrip;
class TextField;

/// What the program would write if nobody edited it.
struct ReportDefaults {
    QString title;
    QString summary;
    bool hasNotes = false;
};

/// Template, texts, sections and look of a report.
class ReportForm : public QWidget {
    Q_OBJECT

public:
    explicit ReportForm(const Theme& theme);

    /// Puts nothing into the signal below.
    void show(const ReportWish& wish, const ReportDefaults& defaults);

    /// What is chosen; the file is not this form's.
    [[nodiscard]] ReportWish wish() const;

    [[nodiscard]] SectionList& sections() const { return *m_sections; }

Q_SIGNALS:
    void edited();
    /// Another template has sections of its own.
    void templateChosen();

private:
    QWidget* createTexts();
    QWidget* createSections();
    QWidget* createLook();
    void showEnabled();
    void editText();
    void resetTitle();
    void resetSummary();
    void resetSections();

    const Theme& m_theme;
    TabStrip* m_template;
    QLabel* m_about;
    TextField* m_title;
    Button* m_titleReset;
    QPlainTextEdit* m_summary;
    Button* m_summaryReset;
    Panel* m_sectionPanel = nullptr;
    SectionList* m_sections;
    Button* m_up;
    Button* m_down;
    Button* m_sectionReset;
    CheckOption* m_notes;
    CheckOption* m_folders;
    TabStrip* m_ground;
    std::optional<bool> m_groundsOfSlide; ///< which grounds can be chosen now
    ReportDefaults m_defaults;
    bool m_showing = false;
};

} // namespace ui
