// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/copy_commands.h"

#include "profiler/evidence/lanes/presentation.h"
#include "profiler/report/document/provenance.h"
#include "profiler/report/sentences/results_text.h"
#include "ui/comparison/commands.h"
#include "ui/figure/document_menu.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/page.h"
#include "ui/pages/page_services.h"
#include "ui/text/text.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/shown_view.h"
#include "ui/window/workspace/workspace.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

namespace ui {

namespace {

/// "/home/me/model.py:make" is what a comparison is called by itself; the folder is nobody's
/// business.
QString withoutFolder(const QString& name)
{
    const bool path = name.startsWith(QLatin1Char('/')) || name.startsWith(QLatin1Char('~'));
    return path ? name.section(QLatin1Char('/'), -1) : name;
}

} // namespace

QString verdictSentence(const WindowContext& context)
{
    if (const Page* page = context.workspace.currentPage(); page != nullptr)
        if (const QString sentence = page->verdictSentence(); !sentence.isEmpty())
            return sentence;
    const auto* shown = context.shown.comparison();
    return shown == nullptr ? QString() : qt(profiler::settingsSentence(shown->result));
}

void copyVerdict(const WindowContext& context)
{
    const QString sentence = verdictSentence(context);
    if (sentence.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(sentence);
    context.status.note(QObject::tr("Copied the sentence."));
}

void copyChart(const WindowContext& context)
{
    const Page* page = context.workspace.currentPage();
    ChartDocument* chosen = nullptr;
    if (QWidget* focused = context.window.focusWidget(); focused != nullptr)
        chosen = documentOf(*focused);
    const auto widgets = page == nullptr ? QList<QWidget*>() : page->findChildren<QWidget*>();
    for (QWidget* widget : widgets) {
        ChartDocument* document = widget->isVisible() ? documentOf(*widget) : nullptr;
        if (document == nullptr)
            continue;
        if (chosen == nullptr || (widget->underMouse() && !chosen->documentWidget().hasFocus()))
            chosen = document;
    }
    if (chosen == nullptr)
        context.status.note(QObject::tr("This page shows no chart to copy."));
    else
        document_menu::copy(*chosen);
}

void copyCommandLine(const WindowContext& context)
{
    if (context.shown.comparison() == nullptr)
        return;
    const QString command = qt(context.shown.comparison()->result.info.command);
    if (command.isEmpty()) {
        context.status.note(QObject::tr("The recording has no command line."));
        return;
    }
    QGuiApplication::clipboard()->setText(command);
    context.status.note(QObject::tr("Copied the command line that recorded this comparison."));
}

FigureSource shownSource(const WindowContext& context)
{
    const PageDescriptor& page = descriptorOf(context.workspace.currentId());
    const ComparisonView& view = context.shown.view();
    FigureSource source {.tool = QStringLiteral("Fusescope ") + qt(profiler::programVersion())};
    const profiler::CaseResult* shown = view.caseResult();
    if (shown == nullptr || !page.needsComparison) {
        const QString file = QFileInfo(context.services.file()).fileName();
        source.line = file.isEmpty() ? source.tool : source.tool + QStringLiteral(" · ") + file;
        if (!file.isEmpty())
            source.command
                = QStringLiteral("fusescope ui %1 --page %2").arg(shellWord(file), page.word());
        return source;
    }
    const profiler::ComparisonResult& result = view.comparison->result;
    const profiler::Provenance provenance
        = profiler::provenanceOf(view.comparison->data, view.file.toStdString(),
            {.page = std::string(page.id.word),
                .caseName = shown->name,
                .focus = profiler::recordedName(view.comparison->data, view.focus)});
    source.line = qt(profiler::provenanceLine(provenance));
    source.id = qt(profiler::figureIdText(provenance.id));
    source.command = qt(profiler::reopenCommand(provenance));
    QStringList subject {withoutFolder(qt(result.info.name)), qt(shown->name), qt(result.device)};
    if (page.id == PageId::Results)
        subject.removeAt(1); // it shows all cases
    subject.removeAll(QString());
    source.subject = subject.join(QStringLiteral(" · "));
    return source;
}

} // namespace ui
