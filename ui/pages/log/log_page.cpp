// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/log/log_page.h"

#include "profiler/model/number_text.h"
#include "profiler/report/text/log_excerpt.h"
#include "profiler/report/text/shown_texts.h"
#include "storage/file/run_database.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/log/log_table.h"
#include "ui/pages/log/notes_panel.h"
#include "ui/pages/page_services.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/search_marks.h"
#include "ui/widgets/tab_strip.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextOption>

#include <array>

namespace ui {

namespace {

constexpr std::array levels {LogShown::All, LogShown::Warnings, LogShown::Errors};

QString lineCountText(std::size_t count)
{
    return qt(profiler::formatCount(static_cast<std::int64_t>(count)));
}

} // namespace

PageDescriptor LogPage::descriptor()
{
    auto page = describedPage<LogPage>(PageId::Log, PageGroup::Setup, Icon::Log,
        {tr("Log and notes"), tr("What did the workers say?"),
            tr("What the worker processes and the recorder said, and your notes, which go into "
               "reports.")});
    page.showsViewAlone = false;
    page.field = PageField::Filter;
    page.make = [](PageServices& services) -> Page* {
        auto* made = new LogPage(services.theme());
        made->setNoteStore(services.notes());
        return made;
    };
    return page;
}

LogPage::LogPage(const Theme& theme)
    : Page(theme)
    , m_model(new LogModel(this))
    , m_notes(new NotesPanel(theme))
{
    m_notes->setFixedWidth(316);
    asPageColumn(*new QHBoxLayout(this), {{createLog(), 1}, m_notes});
}

QWidget* LogPage::createLog()
{
    m_panel = new Panel(theme(), tr("Log"));
    m_level = new TabStrip(
        theme(), tr("How loud a line must be"), {tr("All"), tr("Warnings"), tr("Errors")});
    m_filter = new TextField(theme(), tr("Filter lines"));
    m_filter->setPlaceholderText(tr("Filter: variant:default process:cold"));
    m_filter->setToolTip(tr("Words and key:value, all of which must hold. Keys: variant, process "
                            "(a number or cold, paired, check), stream, level. A minus in front "
                            "excludes, quotes keep words together."));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(280);
    m_filter->setMaximumWidth(380);
    m_panel->addControls({m_level, m_filter});

    m_table = new LogTable(theme(), m_model);
    m_whole = new QPlainTextEdit;
    m_whole->setReadOnly(true);
    m_whole->setFrameShape(QFrame::NoFrame);
    m_whole->setProperty(repeatsChosenRow, true);
    m_whole->setAccessibleName(tr("The chosen line, whole"));
    m_whole->setFont(monoFont(type::caption));
    m_whole->setTabChangesFocus(true);
    m_whole->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_whole->setFixedHeight(132);
    m_whole->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    auto* copy = makeCompactButton(theme(), tr("Copy"), Icon::Copy);
    copy->setAccessibleName(tr("Copy the chosen lines"));
    QLayout* head
        = makeRow(nullptr, styleGap, {makeCaption(tr("The chosen line, whole")), stretch(), copy});
    connect(copy, &Button::clicked, this, &LogPage::copyLines);
    m_stack = new QStackedWidget;
    m_stack->addWidget(columnOf(styleGap, {{m_table, 1}, head, m_whole}));
    m_stack->addWidget(createNothing());
    m_panel->add({{m_stack, 1}});

    connect(m_level, &TabStrip::currentChanged, this, &LogPage::filterLines);
    connect(m_filter, &QLineEdit::textChanged, this, &LogPage::filterLines);
    connect(m_table, &LogTable::lineChosen, this, &LogPage::showWhole);
    connect(m_table, &LogTable::copyRequested, this, &LogPage::copyLines);
    return m_panel;
}

QWidget* LogPage::createNothing()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setSpacing(12);
    m_nothing = makeCentredLabel({}, uiFont(14));
    m_nothing->setWordWrap(true);
    m_clear = new Button(theme(), ButtonKind::Secondary, tr("Show all lines"));
    connect(m_clear, &Button::clicked, this, [this] {
        m_level->setCurrent(0);
        m_filter->clear();
        filterLines();
    });
    addParts(*column, {stretch(2), m_nothing, {m_clear, 0, Qt::AlignCenter}, stretch(3)});
    return page;
}

void LogPage::showView(const ComparisonView& view)
{
    const bool other = view.comparison != m_view.comparison || view.file != m_view.file;
    m_view = view;
    m_notes->showView(view);
    if (other)
        readLog();
}

void LogPage::setFilter(const QString& text)
{
    m_filter->setText(text);
}

void LogPage::setNoteStore(const std::shared_ptr<NoteStore>& store)
{
    m_notes->setNoteStore(store);
}

void LogPage::readLog()
{
    if (m_view.comparison == nullptr) {
        m_document.reset();
        showNothing(tr("No comparison is open."), false);
        return;
    }
    if (m_view.comparison->result.imported) {
        m_document.reset();
        showNothing(
            tr("Not in this file: an import has no workers whose output could be kept."), false);
        return;
    }
    using Answer = profiler::Result<std::shared_ptr<const LogDocument>>;
    m_reading.start(
        [file = m_view.file.toStdString(), comparison = m_view.comparison]() -> Answer {
            const profiler::ComparisonInfo& info = comparison->result.info;
            profiler::LogExcerpt excerpt {profiler::LogBounds {}};
            const auto take = [&excerpt](profiler::LogLine&& line) {
                excerpt.add(std::move(line));
                return true;
            };
            if (auto read = storage::readLog(file, info.id, take, info.started); !read)
                return tl::unexpected(std::move(read.error()));
            auto lines = excerpt.take();
            profiler::cutTexts(lines);
            return logDocument(comparison, std::move(lines));
        },
        [this](const Answer& answer) {
            if (answer)
                takeLog(*answer);
            else
                showNothing(
                    tr("The log cannot be read: %1").arg(qt(answer.error().message)), false);
        });
}

void LogPage::takeLog(const std::shared_ptr<const LogDocument>& document)
{
    m_document = document;
    filterLines();
}

void LogPage::filterLines()
{
    if (m_document == nullptr)
        return;
    const LogQuery query {.shown = levels.at(static_cast<std::size_t>(m_level->current())),
        .filter = m_filter->text()};
    m_filtering.start(
        [document = m_document, query] {
            return foldedLines(*document, linesMatching(*document, query));
        },
        [this](std::vector<FoldedLine> shown) { showLines(std::move(shown)); });
}

void LogPage::showLines(std::vector<FoldedLine> shown)
{
    const bool follow = m_table->isAtEnd() && m_model->rowCount() > 0;
    const std::size_t all = m_document->lines.size();
    const std::size_t rows = shown.size();
    std::size_t count = rows;
    for (const FoldedLine& each : shown)
        count += each.repeats.size();
    QString caption = count == all
        ? qt(profiler::countText(static_cast<std::int64_t>(all), "line", "lines"))
        : tr("%1 of %2")
              .arg(
                  lineCountText(count), counted(static_cast<qint64>(all), tr("line"), tr("lines")));
    if (rows < count)
        caption += tr(" · repeated ones are folded");
    m_panel->setCaption(caption);
    m_model->setLines(m_document, std::move(shown));
    if (rows > 0 && !m_table->currentIndex().isValid())
        m_table->setCurrentIndex(m_model->index(0, 0)); // its whole text stands below
    if (all == 0)
        showNothing(tr("The workers wrote nothing."), false);
    else if (count == 0)
        showNothing(tr("No line matches; there are %1.").arg(lineCountText(all)), true);
    else
        m_stack->setCurrentIndex(0);
    if (follow)
        m_table->scrollToBottom();
}

void LogPage::showNothing(const QString& sentence, bool filtered)
{
    m_nothing->setText(sentence);
    m_clear->setVisible(filtered);
    m_stack->setCurrentIndex(1);
}

void LogPage::showWhole(const QModelIndex& index)
{
    const QString text
        = index.isValid() ? index.data(LogModel::WholeTextRole).toString() : QString();
    m_whole->setPlainText(text);
}

void LogPage::copyLines()
{
    const QString text = m_table->selectedText();
    if (text.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT noted(tr("Copied %1.").arg(counted(text.count(u'\n') + 1, tr("line"), tr("lines"))));
}

} // namespace ui
