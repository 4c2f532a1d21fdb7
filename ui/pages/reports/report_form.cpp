// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/reports/report_form.h"

#include "ui/pages/reports/section_list.h"
#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/check_option.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/tab_strip.h"

#include <QPainter>
#include <QPlainTextEdit>

#include <array>
#include <utility>

namespace ui {

namespace {

constexpr int slideTab = 3;
constexpr int transparentTab = 2;

profiler::ReportTemplate templateAt(int tab)
{
    using enum profiler::ReportTemplate;
    constexpr std::array templates {OnePage, Full, Regression, Full};
    return templates.at(static_cast<std::size_t>(tab));
}

int tabOf(const ReportWish& wish)
{
    return wish.slide ? slideTab : static_cast<int>(wish.options.kind);
}

/// The frame of a field around text of several lines.
class SummaryEdit : public QPlainTextEdit {
public:
    explicit SummaryEdit(const Theme& theme)
        : m_theme(theme)
    {
        setFrameShape(QFrame::NoFrame);
        setTabChangesFocus(true);
        setFont(uiFont());
        setViewportMargins(6, 4, 6, 4);
        viewport()->setAutoFillBackground(false);
        setFixedHeight(112);
    }

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::Paint) {
            QPainter painter(this);
            painter.setRenderHint(QPainter::Antialiasing);
            paintFieldBox(painter, m_theme.tokens(),
                QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), hasFocus(), false);
            return true;
        }
        return QPlainTextEdit::event(event);
    }

private:
    const Theme& m_theme;
};

QHBoxLayout* captionRow(const QString& caption, QWidget* field, QWidget* button)
{
    QLabel* label = makeCaption(caption);
    label->setBuddy(field);
    return makeRow(nullptr, styleGap, {label, stretch(), button});
}

std::optional<std::string> editedText(const QString& text, const QString& fallback)
{
    const QString words = text.trimmed();
    return words.isEmpty() || words == fallback.trimmed() ? std::nullopt
                                                          : std::optional(words.toStdString());
}

} // namespace

ReportForm::ReportForm(const Theme& theme)
    : m_theme(theme)
    , m_template(new TabStrip(theme, tr("Template of the report"),
          {tr("One page"), tr("Full"), tr("Regression"), tr("Slide")}))
    , m_about(makeNote())
    , m_title(new TextField(theme, tr("Title of the report")))
    , m_titleReset(new Button(theme, ButtonKind::Quiet, tr("Reset")))
    , m_summary(new SummaryEdit(theme))
    , m_summaryReset(new Button(theme, ButtonKind::Quiet, tr("Reset")))
    , m_sections(new SectionList(theme))
    , m_up(new Button(theme, ButtonKind::Quiet, tr("Up")))
    , m_down(new Button(theme, ButtonKind::Quiet, tr("Down")))
    , m_sectionReset(new Button(theme, ButtonKind::Quiet, tr("Reset")))
    , m_notes(new CheckOption(theme, tr("Notes"), {}))
    , m_folders(new CheckOption(theme, tr("Folders of files"), tr("else their names alone")))
    , m_ground(new TabStrip(theme))
{
    makeColumn(this, pageGap, {createTexts(), createLook(), createSections(), stretch()});
    setAccessibleName(tr("What the report holds"));
}

QWidget* ReportForm::createTexts()
{
    auto* panel = new Panel(m_theme, tr("Template"));
    connect(m_template, &TabStrip::currentChanged, this, &ReportForm::templateChosen);
    m_titleReset->setAccessibleName(tr("Reset the title"));
    m_summaryReset->setAccessibleName(tr("Reset the sentence"));
    m_summary->setAccessibleName(tr("Sentence on top"));
    m_summary->setToolTip(tr("** before and after words makes them bold"));
    for (Button* button : {m_titleReset, m_summaryReset})
        button->setButtonSize(ButtonSize::Low);
    panel->add(
        {m_template, m_about, space(4), captionRow(tr("Title"), m_title, m_titleReset), m_title,
            captionRow(tr("Sentence on top, ** for bold"), m_summary, m_summaryReset), m_summary});
    connect(m_title, &QLineEdit::textEdited, this, &ReportForm::editText);
    connect(m_summary, &QPlainTextEdit::textChanged, this, &ReportForm::editText);
    connect(m_titleReset, &Button::clicked, this, &ReportForm::resetTitle);
    connect(m_summaryReset, &Button::clicked, this, &ReportForm::resetSummary);
    return panel;
}

QWidget* ReportForm::createSections()
{
    m_sectionPanel = new Panel(m_theme, tr("Sections"));
    m_up->setAccessibleName(tr("Move the section up"));
    m_down->setAccessibleName(tr("Move the section down"));
    m_sectionReset->setAccessibleName(tr("Reset the sections"));
    for (Button* button : {m_up, m_down, m_sectionReset}) {
        button->setButtonSize(ButtonSize::Low);
        m_sectionPanel->addControl(button);
    }
    m_sectionPanel->add({m_sections});
    connect(&m_sections->sections(), &ReportSectionModel::edited, this, [this] {
        showEnabled();
        Q_EMIT edited();
    });
    connect(m_up, &Button::clicked, this, [this] { m_sections->moveCurrent(-1); });
    connect(m_down, &Button::clicked, this, [this] { m_sections->moveCurrent(1); });
    connect(m_sectionReset, &Button::clicked, this, &ReportForm::resetSections);
    return m_sectionPanel;
}

QWidget* ReportForm::createLook()
{
    auto* panel = new Panel(m_theme, tr("Look"));
    panel->addControl(m_ground);
    m_ground->setAccessibleName(tr("Ground of the report"));
    connect(m_ground, &TabStrip::currentChanged, this, &ReportForm::edited);
    for (auto* option : {m_notes, m_folders}) {
        connect(option, &QAbstractButton::toggled, this, [this] {
            if (!m_showing)
                Q_EMIT edited();
        });
        panel->body()->addWidget(option);
    }
    return panel;
}

void ReportForm::show(const ReportWish& wish, const ReportDefaults& defaults)
{
    m_showing = true;
    m_defaults = defaults;
    m_template->setCurrent(tabOf(wish));
    const QString title
        = QString::fromStdString(wish.options.title.value_or(defaults.title.toStdString()));
    if (title != m_title->text())
        m_title->setText(title);
    const QString summary
        = QString::fromStdString(wish.options.summary.value_or(defaults.summary.toStdString()));
    if (summary != m_summary->toPlainText())
        m_summary->setPlainText(summary);
    m_sections->sections().setChoices(profiler::sectionsOf(wish.options));
    m_sections->updateGeometry();
    m_notes->setChecked(wish.options.notes);
    m_folders->setChecked(wish.options.folders);
    m_notes->setNote(defaults.hasNotes ? tr("written on Log and notes") : tr("none written yet"));
    if (std::exchange(m_groundsOfSlide, wish.slide) != wish.slide)
        m_ground->setTabs(wish.slide ? QStringList {tr("Light"), tr("Dark"), tr("Transparent")}
                                     : QStringList {tr("Light"), tr("Dark")});
    const bool dark = wish.options.theme == profiler::ReportTheme::Dark;
    m_ground->setCurrent(wish.slide && wish.transparent ? transparentTab : dark ? 1 : 0);
    m_showing = false;
    showEnabled();
}

ReportWish ReportForm::wish() const
{
    ReportWish wish;
    wish.slide = m_template->current() == slideTab;
    wish.options.kind = templateAt(m_template->current());
    wish.options.sections = m_sections->sections().choices();
    wish.options.title = editedText(m_title->text(), m_defaults.title);
    wish.options.summary = editedText(m_summary->toPlainText(), m_defaults.summary);
    wish.options.notes = m_notes->isChecked();
    wish.options.folders = m_folders->isChecked();
    wish.transparent = wish.slide && m_ground->current() == transparentTab;
    if (m_ground->current() == 1)
        wish.options.theme = profiler::ReportTheme::Dark;
    return wish;
}

void ReportForm::showEnabled()
{
    const ReportWish now = wish();
    m_titleReset->setEnabled(now.options.title.has_value());
    m_summaryReset->setEnabled(now.options.summary.has_value());
    m_sectionReset->setEnabled(now.options.sections != profiler::sectionsOf(now.options.kind));
    m_sectionPanel->setVisible(!now.slide);
    m_notes->setVisible(!now.slide);
    m_folders->setVisible(!now.slide);
    const std::array abouts {tr("Verdict, forest and results on one A4 page."),
        tr("Everything: every chart and table, configuration and commands."),
        tr("What got worse or better than the baseline, case by case, and what differs in the "
           "configuration."),
        tr("One picture, 16:9: the sentence, up to three charts, the method.")};
    m_about->setText(abouts.at(static_cast<std::size_t>(m_template->current())));
}

void ReportForm::editText()
{
    if (m_showing)
        return;
    showEnabled();
    Q_EMIT edited();
}

void ReportForm::resetTitle()
{
    m_title->setText(m_defaults.title);
    editText();
}

void ReportForm::resetSummary()
{
    m_summary->setPlainText(m_defaults.summary); // its signal does the rest
}

void ReportForm::resetSections()
{
    m_sections->sections().setChoices(profiler::sectionsOf(wish().options.kind));
    showEnabled();
    Q_EMIT edited();
}

} // namespace ui
