// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/reports/reports_page.h"

#include "profiler/report/document/provenance.h"
#include "profiler/report/document/report_builder.h"
#include "profiler/report/html/report_writers.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/page_services.h"
#include "ui/pages/reports/page_preview.h"
#include "ui/pages/reports/report_form.h"
#include "ui/pages/reports/section_list.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/sentence_panel.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QRegularExpression>

#include <algorithm>
#include <chrono>

namespace ui {

namespace {

using namespace std::chrono_literals;

constexpr int formWidth = 356;

/// A name for the file, from the comparison's own, which may be the path of a model.
QString fileWord(const std::string& title)
{
    static const QRegularExpression odd(QStringLiteral("[^A-Za-z0-9._-]+"));
    QString word = qt(title).section(u'/', -1).replace(odd, QStringLiteral("-")).left(60);
    while (word.endsWith(u'-'))
        word.chop(1);
    return word.isEmpty() ? QStringLiteral("report") : word + QStringLiteral("-report");
}

} // namespace

PageDescriptor ReportsPage::descriptor()
{
    auto page = describedPage<ReportsPage>(PageId::Reports, PageGroup::Library, Icon::Reports,
        {tr("Reports"), tr("What do I hand on?"),
            tr("What is handed on: a page, a full report, what got worse, or a slide. Sections are "
               "switched with Space and moved with Ctrl and an arrow key; the pages beside them "
               "are those of the PDF. What you change is kept for this comparison.")});
    page.showsViewAlone = false;
    page.make = [](PageServices& services) -> Page* {
        auto* made = new ReportsPage(services.theme());
        made->setStore(&services.reports());
        return made;
    };
    return page;
}

ReportsPage::ReportsPage(const Theme& theme)
    : SentencePage(theme, tr("What is handed on"))
    , m_form(new ReportForm(theme))
    , m_left(new ScrollColumn)
    , m_preview(new PagePreview(theme))
    , m_fit(new Button(theme, ButtonKind::Quiet, tr("Fit")))
{
    connect(m_form, &ReportForm::edited, this, &ReportsPage::takeEdit);
    connect(m_form, &ReportForm::templateChosen, this, &ReportsPage::takeTemplate);
    m_left->setAccessibleName(tr("What the report holds, scrolls up and down"));
    m_left->setFocusPolicy(Qt::NoFocus);
    m_left->column()->setContentsMargins(0, 0, 0, 0);
    m_left->column()->addWidget(m_form);
    m_left->setFixedWidth(formWidth);
    QLayout* row = makeRow(nullptr, pageGap, {m_left, {createPreview(), 1}});
    asPageColumn(*new QVBoxLayout(this), {&sentence(), {row, 1}});
    m_pause.setSingleShot(true);
    m_pause.setInterval(250ms);
    connect(&m_pause, &QTimer::timeout, this, &ReportsPage::prepare);
}

QWidget* ReportsPage::createPreview()
{
    m_previewPanel = new Panel(theme(), tr("Preview"));
    auto* smaller = new Button(theme(), ButtonKind::Quiet, tr("−"));
    auto* larger = new Button(theme(), ButtonKind::Quiet, tr("+"));
    smaller->setAccessibleName(tr("Smaller pages"));
    larger->setAccessibleName(tr("Larger pages"));
    m_fit->setAccessibleName(tr("Pages as wide as their place"));
    for (Button* button : {smaller, m_fit, larger}) {
        button->setButtonSize(ButtonSize::Low);
        m_previewPanel->addControl(button);
    }
    connect(smaller, &Button::clicked, this, [this] { m_preview->zoomBy(1 / 1.2); });
    connect(larger, &Button::clicked, this, [this] { m_preview->zoomBy(1.2); });
    connect(m_fit, &Button::clicked, this, [this] { m_preview->setZoom(std::nullopt); });
    connect(m_preview, &PagePreview::zoomChanged, this, &ReportsPage::showZoom);
    m_previewPanel->add({createButtons(), {m_preview, 1}});
    return m_previewPanel;
}

Button* ReportsPage::addButton(QBoxLayout* row, const QString& text, void (ReportsPage::*slot)())
{
    const bool first = row->count() == 0;
    auto* button = new Button(theme(), first ? ButtonKind::Primary : ButtonKind::Secondary, text);
    connect(button, &Button::clicked, this, slot);
    row->addWidget(button);
    return button;
}

QWidget* ReportsPage::createButtons()
{
    auto* buttons = new QWidget;
    auto* row = makeRow(buttons, partGap, {});
    addButton(row, tr("Save PDF…"), &ReportsPage::savePdf);
    addButton(row, tr("HTML…"), &ReportsPage::saveHtml)
        ->setAccessibleName(tr("Save as one HTML file"));
    addButton(row, tr("Markdown…"), &ReportsPage::saveMarkdown)
        ->setAccessibleName(tr("Save as Markdown with pictures"));
    addButton(row, tr("Slide…"), &ReportsPage::saveSlide)
        ->setAccessibleName(tr("Save the slide as a picture"));
    addButton(row, tr("Copy Markdown"), &ReportsPage::copyMarkdown);
    row->addStretch(1);
    return buttons;
}

void ReportsPage::setStore(ReportStore* store)
{
    m_store = store == nullptr ? &m_ownStore : store;
    if (m_view.comparison != nullptr)
        showForm(m_store->load(m_view.comparison->result.info));
}

void ReportsPage::compactChanged()
{
    m_left->setFixedWidth(isCompact() ? 320 : formWidth);
}

bool ReportsPage::isReady() const
{
    return !m_pause.isActive() && !m_pagesJob.isRunning() && m_preview->isReady();
}

QString ReportsPage::verdictSentence() const
{
    return m_view.comparison == nullptr
        ? QString()
        : qt(profiler::withoutMarks(profiler::summaryOf(
            m_view.comparison->result, m_view.comparison->data, profiler::ReportTemplate::Full)));
}

void ReportsPage::showView(const ComparisonView& view)
{
    const bool other = view.comparison != m_view.comparison;
    m_view = view;
    if (view.comparison == nullptr) {
        sentence().setContent(
            {.sentence = tr("No comparison is open. Open a run database, or record one.")});
        m_preview->setPages(nullptr);
        return;
    }
    if (!other)
        return;
    showForm(m_store->load(view.comparison->result.info));
    prepare();
}

void ReportsPage::showForm(const ReportWish& wish)
{
    const auto& comparison = *m_view.comparison;
    m_form->show(wish,
        {.title = qt(profiler::titleOf(comparison.result)),
            .summary
            = qt(profiler::summaryOf(comparison.result, comparison.data, wish.options.kind)),
            .hasNotes = !comparison.data.note.empty()});
}

void ReportsPage::takeTemplate()
{
    if (m_view.comparison == nullptr)
        return;
    ReportWish wish = m_form->wish();
    wish.options.sections = m_store->sections(m_view.comparison->result.info, wish.options.kind);
    showForm(wish);
    takeEdit();
}

void ReportsPage::takeEdit()
{
    if (m_view.comparison == nullptr)
        return;
    m_store->store(m_view.comparison->result.info, m_form->wish());
    m_pause.start();
}

ReportWish ReportsPage::wishForFile() const
{
    ReportWish wish = m_form->wish();
    wish.options.file = m_view.file.toStdString();
    return wish;
}

void ReportsPage::prepare()
{
    if (m_view.comparison == nullptr)
        return;
    m_pagesJob.start([comparison = m_view.comparison,
                         wish = wishForFile()] { return previewOf(*comparison, wish); },
        [this](std::shared_ptr<const PreviewPages> pages) { showPages(std::move(pages)); });
}

void ReportsPage::showPages(std::shared_ptr<const PreviewPages> pages)
{
    m_preview->setPages(std::move(pages));
    const ReportWish wish = m_form->wish();
    const auto provenance
        = profiler::provenanceOf(m_view.comparison->data, m_view.file.toStdString());
    const auto shown
        = std::ranges::count_if(wish.options.sections, &profiler::SectionChoice::shown);
    PageSentence content {.status = Status::Information};
    if (wish.slide)
        content.sentence = tr("**One slide**, 1920 × 1080: the sentence, up to three charts, the "
                              "method.");
    else
        content.sentence = tr("**%1 report**, %2 of A4, %3.")
                               .arg(qt(profiler::templateName(wish.options.kind)),
                                   m_preview->count() == 1 ? tr("one page")
                                                           : tr("%1 pages").arg(m_preview->count()),
                                   counted(shown, tr("section"), tr("sections")));
    content.note = qt(profiler::provenanceLine(provenance));
    sentence().setContent(content);
    m_previewPanel->setCaption(wish.slide ? tr("as the file will be") : tr("as the PDF will be"));
    showZoom();
}

void ReportsPage::showZoom()
{
    constexpr double paper = 96; // pixels for an inch at 100 %
    m_fit->setText(tr("%1 %").arg(qRound(100 * m_preview->shownZoom() / paper)));
    m_fit->updateGeometry();
}

void ReportsPage::savePdf()
{
    saveAs(tr("Save report"), QStringLiteral("pdf"), m_form->wish().slide);
}

void ReportsPage::saveHtml()
{
    saveAs(tr("Save report"), QStringLiteral("html"), false);
}

void ReportsPage::saveMarkdown()
{
    saveAs(tr("Save report"), QStringLiteral("md"), false);
}

void ReportsPage::saveSlide()
{
    saveAs(tr("Save slide"), QStringLiteral("png"), true);
}

void ReportsPage::saveAs(const QString& title, const QString& ending, bool slide)
{
    if (m_view.comparison == nullptr)
        return;
    const QString name = fileWord(profiler::titleOf(m_view.comparison->result))
        + (slide ? QStringLiteral("-slide.") : QStringLiteral(".")) + ending;
    const QString filter = slide && ending == QLatin1String("png")
        ? tr("Slide (*.png *.svg *.pdf)")
        : tr("Report (*.%1)").arg(ending);
    const QString file = QFileDialog::getSaveFileName(this, title, name, filter);
    if (!file.isEmpty())
        saveTo(file, slide);
}

void ReportsPage::saveTo(const QString& file, bool slide)
{
    if (m_view.comparison == nullptr)
        return;
    ReportWish wish = wishForFile();
    wish.slide = slide;
    Q_EMIT noted(tr("Writing %1…").arg(file));
    m_saveJob.start([comparison = m_view.comparison, wish,
                        file] { return saveReport(*comparison, wish, file); },
        [this, file](const profiler::Result<void>& saved) {
            Q_EMIT noted(saved ? tr("Saved %1").arg(file) : qt(saved.error().message));
        });
}

void ReportsPage::copyMarkdown()
{
    if (m_view.comparison == nullptr)
        return;
    m_copyJob.start(
        [comparison = m_view.comparison, options = wishForFile().options] {
            const auto report = reportOf(*comparison, options);
            return profiler::markdownReport(report, {}, {}).text;
        },
        [this](const std::string& text) {
            QGuiApplication::clipboard()->setText(qt(text));
            Q_EMIT noted(tr("Copied the report as Markdown, charts as their numbers."));
        });
}

} // namespace ui
