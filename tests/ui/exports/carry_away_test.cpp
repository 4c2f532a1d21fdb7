// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/support/stored_example.h"
#include "tests/ui/example_states.h"
#include "tests/ui/patience.h"
#include "tests/ui/shown_window.h"
#include "ui/comparison/figure_place.h"
#include "ui/figure/chart.h"
#include "ui/figure/document_export.h"
#include "ui/figure/document_menu.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/overview/variant_table.h"
#include "ui/pages/page.h"
#include "ui/tables/bar_table.h"
#include "ui/window/control/copy_commands.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/palette/command_palette.h"
#include "ui/window/workspace/page_stack.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMenu>
#include <QMimeData>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

/// What leaves the window: charts and tables as files and on the clipboard, and the way back.
namespace {

using testing::HasSubstr;
using ui::ChartDocument;
using ui::PageId;
using ui_test::ShownWindow;

std::vector<ChartDocument*> documentsOf(const ShownWindow& shown)
{
    std::vector<ChartDocument*> found;
    for (QWidget* widget : shown.window().pages().currentPage()->findChildren<QWidget*>())
        if (widget->isVisible())
            if (ChartDocument* document = ui::documentOf(*widget))
                found.push_back(document);
    return found;
}

void goTo(const ShownWindow& shown, PageId page)
{
    shown.showPage(page);
    const bool ready = QTest::qWaitFor(
        [&] { return shown.window().pages().currentPage()->isReady(); }, ui_test::patience);
    EXPECT_TRUE(ready);
    shown.settle();
}

ChartDocument* firstOf(const ShownWindow& shown, PageId page)
{
    goTo(shown, page);
    const auto documents = documentsOf(shown);
    return documents.empty() ? nullptr : documents.front();
}

/// What a program prints; its code must be 0.
QString printed(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    EXPECT_TRUE(process.waitForFinished(ui_test::patience)) << program.toStdString();
    EXPECT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
    return QString::fromUtf8(process.readAllStandardOutput());
}

QString python()
{
    return QStandardPaths::findExecutable(QStringLiteral("python3"));
}

class Files : public testing::Test {
protected:
    /// Saves the document there and reads it with that script, which prints an array.
    [[nodiscard]] QJsonArray readByPython(
        ChartDocument& document, const char* name, const QString& script) const
    {
        EXPECT_TRUE(ui::saveDocument(ui::wholeDocument(document), path(name)));
        const QString json = printed(python(), {QStringLiteral("-c"), script, path(name)});
        return QJsonDocument::fromJson(json.toUtf8()).array();
    }

    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name));
    }

    [[nodiscard]] QStringList present() const
    {
        return QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden | QDir::System);
    }

    QTemporaryDir m_folder;
};

// ---- every chart

TEST(CarryAway, EveryChartOfEveryPageHasItsMenuAndATable)
{
    const ShownWindow shown("eight");
    const std::map<PageId, std::size_t> least {{PageId::Overview, 2}, {PageId::Results, 1},
        {PageId::Latency, 4}, {PageId::CompileTime, 2}, {PageId::Numerics, 1}, {PageId::Memory, 1}};
    for (const ui::PageDescriptor& entry : ui::pageList()) {
        goTo(shown, entry.id);
        const auto documents = documentsOf(shown);
        const auto wanted = least.find(entry.id);
        if (wanted != least.end()) {
            EXPECT_GE(documents.size(), wanted->second) << entry.word().toStdString();
        }
        for (ChartDocument* document : documents) {
            const std::string name
                = (entry.word() + QStringLiteral(": ") + document->documentTitle()).toStdString();
            const QWidget& widget = document->documentWidget();
            EXPECT_FALSE(document->documentTitle().isEmpty()) << name;
            EXPECT_TRUE(widget.focusPolicy() & Qt::TabFocus) << name;
            EXPECT_FALSE(widget.accessibleName().isEmpty()) << name;
            EXPECT_FALSE(widget.accessibleDescription().isEmpty()) << name;
            const ui::ChartTable table = document->table();
            EXPECT_FALSE(table.columns.isEmpty()) << name;
            // History reads the library, and that of a test is empty.
            EXPECT_EQ(table.rows.isEmpty(), entry.id == PageId {"history"}) << name;
            for (const QVariantList& row : table.rows)
                ASSERT_EQ(row.size(), table.columns.size()) << name;
            QMenu menu;
            ui::document_menu::fill(menu, *document);
            QStringList texts;
            for (const QAction* action : menu.actions())
                texts << action->text();
            for (const char* text : {"Copy chart", "Copy table", "Save as PNG…", "Save as SVG…",
                     "Save as PDF…", "Save as CSV…", "Show as table"})
                EXPECT_TRUE(texts.contains(QString::fromUtf8(text))) << name << ": " << text;
        }
    }
}

TEST(CarryAway, NoPlotForestOrBarTableIsWithoutADocument)
{
    const ShownWindow shown("eight");
    for (const ui::PageDescriptor& entry : ui::pageList()) {
        goTo(shown, entry.id);
        for (QWidget* widget : shown.window().pages().currentPage()->findChildren<QWidget*>()) {
            const bool chart = qobject_cast<ui::Chart*>(widget) != nullptr
                || qobject_cast<ui::BarTable*>(widget) != nullptr
                || qobject_cast<ui::VariantTable*>(widget) != nullptr;
            if (chart) {
                EXPECT_NE(ui::documentOf(*widget), nullptr)
                    << widget->accessibleName().toStdString();
            }
        }
    }
}

TEST(CarryAway, TheMenuOpensFromTheKeyboard)
{
    const ShownWindow shown("recommended");
    ChartDocument* document = firstOf(shown, PageId::Latency);
    ASSERT_NE(document, nullptr);
    document->documentWidget().setFocus();
    ASSERT_TRUE(document->documentWidget().hasFocus());
    shown.window().actionRegistry().trigger(QStringLiteral("edit.menu"));
    const auto menus = document->documentWidget().findChildren<QMenu*>();
    ASSERT_EQ(menus.size(), 1);
    EXPECT_TRUE(menus.front()->isVisible());
    menus.front()->close();
}

TEST(CarryAway, TheLogAxisIsKeptWhileThePageLives)
{
    const ShownWindow shown("recommended");
    goTo(shown, PageId::Latency);
    int switched = 0;
    for (ChartDocument* document : documentsOf(shown)) {
        const auto before = document->hasLogAxis();
        if (!before)
            continue;
        document->setLogAxis(!*before);
        goTo(shown, PageId::Overview);
        goTo(shown, PageId::Latency);
        EXPECT_EQ(document->hasLogAxis(), !*before) << document->documentTitle().toStdString();
        ++switched;
    }
    EXPECT_GE(switched, 2);
}

TEST(CarryAway, AFilesPictureHasNeitherSelectionNorThePagesTheme)
{
    const ShownWindow shown("recommended"); // in the dark theme
    goTo(shown, PageId::Overview);
    auto* forest = shown.window().findChild<ui::VariantTable*>();
    const QSize size = forest->size();
    const QModelIndex current = forest->currentIndex();
    const QImage before = forest->grab().toImage();
    const QImage file = ui::imageOf(ui::drawDocument(*ui::documentOf(*forest)));
    const ui::Tokens& light = ui::tokensOf(ui::ThemeKind::Light);
    EXPECT_EQ(file.pixelColor(2, 2), light.panel);
    const QColor selection = light.selection;
    for (int y = 0; y < file.height(); y += 4)
        for (int x = 0; x < file.width(); x += 4)
            ASSERT_NE(file.pixelColor(x, y), selection) << x << ", " << y;
    EXPECT_EQ(forest->size(), size);
    EXPECT_EQ(forest->currentIndex(), current);
    EXPECT_EQ(forest->grab().toImage(), before) << "the page is as it was";
}

// ---- files

TEST_F(Files, CsvComesBackThroughPythonsReaderWithTheSameNumbers)
{
    if (python().isEmpty())
        GTEST_SKIP() << "python3 is not installed";
    const ShownWindow shown("eight");
    for (const PageId page : {PageId::Overview, PageId::Results, PageId::Latency,
             PageId::CompileTime, PageId::Numerics, PageId::Memory}) {
        goTo(shown, page);
        for (ChartDocument* document : documentsOf(shown)) {
            const std::string name = document->documentTitle().toStdString();
            const QJsonArray read = readByPython(*document, "a.csv",
                QStringLiteral("import csv, json, sys\n"
                               "print(json.dumps(list(csv.reader(open(sys.argv[1], "
                               "newline='', encoding='utf-8')))))"));
            const ui::ChartTable table = document->table();
            ASSERT_EQ(read.size(), table.rows.size() + 1) << name;
            const QJsonArray heading = read.first().toArray();
            EXPECT_EQ(heading.last().toString(), QStringLiteral("source")) << name;
            for (qsizetype row = 0; row < table.rows.size(); ++row) {
                const QJsonArray cells = read.at(row + 1).toArray();
                ASSERT_EQ(cells.size(), heading.size()) << name;
                EXPECT_EQ(cells.last().toString(), document->documentSource().text()) << name;
                for (qsizetype column = 0; column < table.columns.size(); ++column) {
                    const QVariant& value = table.rows[row][column];
                    const QString text = cells.at(column).toString();
                    if (value.typeId() == QMetaType::Double)
                        EXPECT_EQ(text.toDouble(), value.toDouble()) << name;
                    else if (!value.isValid() || value.canConvert<ui::MissingCell>())
                        EXPECT_EQ(text, QString()) << name;
                    else
                        EXPECT_EQ(text, value.toString()) << name;
                }
            }
        }
    }
}

TEST_F(Files, SvgIsWellFormedAndCarriesItsSource)
{
    if (python().isEmpty())
        GTEST_SKIP() << "python3 is not installed";
    const ShownWindow shown("eight");
    for (const PageId page :
        {PageId::Overview, PageId::Latency, PageId::CompileTime, PageId::Results}) {
        goTo(shown, page);
        for (ChartDocument* document : documentsOf(shown)) {
            const std::string name = document->documentTitle().toStdString();
            const QJsonArray read = readByPython(*document, "a.svg",
                QStringLiteral(
                    "import json, sys, xml.etree.ElementTree as tree\n"
                    "root = tree.parse(sys.argv[1]).getroot()\n"
                    "svg = '{http://www.w3.org/2000/svg}'\n"
                    "figure = root.find('.//{urn:fusescope:figure}figure')\n"
                    "print(json.dumps([root.tag, root.get('width'), root.find(svg + "
                    "'title').text, root.find(svg + 'desc').text, figure.get('id'), "
                    "figure.get('command'), ' '.join(t.text or '' for t in root.iter(svg + "
                    "'text'))]))"));
            ASSERT_EQ(read.size(), 7) << name;
            EXPECT_TRUE(read.at(1).toString().endsWith(QStringLiteral("mm"))) << name;
            EXPECT_EQ(read.at(2).toString(), document->documentTitle());
            EXPECT_EQ(read.at(3).toString(), document->documentSource().text());
            EXPECT_EQ(read.at(4).toString(), document->documentSource().id);
            EXPECT_EQ(read.at(5).toString(), document->documentSource().command);
            EXPECT_TRUE(read.at(6).toString().contains(document->documentTitle())) << name;
        }
    }
}

TEST_F(Files, PdfEmbedsItsFontsAndSaysWhereItComesFrom)
{
    const QString info = QStandardPaths::findExecutable(QStringLiteral("pdfinfo"));
    const QString fonts = QStandardPaths::findExecutable(QStringLiteral("pdffonts"));
    const QString text = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
    if (info.isEmpty() || fonts.isEmpty() || text.isEmpty())
        GTEST_SKIP() << "poppler-utils is not installed";
    const ShownWindow shown("eight");
    for (const PageId page : {PageId::Overview, PageId::Latency, PageId::Results}) {
        goTo(shown, page);
        for (ChartDocument* document : documentsOf(shown)) {
            const std::string name = document->documentTitle().toStdString();
            ASSERT_TRUE(ui::saveDocument(ui::wholeDocument(*document), path("a.pdf"))) << name;
            const QString facts = printed(info, {path("a.pdf")});
            EXPECT_TRUE(facts.contains(document->documentSource().id)) << facts.toStdString();
            EXPECT_TRUE(facts.contains(document->documentSource().tool)) << facts.toStdString();
            EXPECT_TRUE(facts.contains(QStringLiteral("Pages:           1"))) << name;
            const QStringList lines
                = printed(fonts, {path("a.pdf")}).split(u'\n', Qt::SkipEmptyParts);
            ASSERT_GT(lines.size(), 2) << name << ": no text, or text as curves";
            const qsizetype embedded = lines.front().indexOf(QStringLiteral("emb"));
            for (const QString& line : lines.mid(2))
                EXPECT_EQ(line.mid(embedded, 3), QStringLiteral("yes")) << line.toStdString();
            const QString words = printed(text, {path("a.pdf"), QStringLiteral("-")});
            EXPECT_TRUE(words.contains(document->documentTitle().section(u' ', 0, 0)))
                << words.toStdString();
        }
    }
}

TEST_F(Files, PngCarriesItsSourceAndTwoPixelsForEachPoint)
{
    const ShownWindow shown("recommended");
    ChartDocument* document = firstOf(shown, PageId::Latency);
    ASSERT_NE(document, nullptr);
    ASSERT_TRUE(ui::saveDocument(ui::wholeDocument(*document), path("a.png")));
    const QImage file(path("a.png"));
    EXPECT_EQ(file.size(), document->documentSize() * 2);
    EXPECT_EQ(file.text(QStringLiteral("Description")), document->documentSource().text());
    EXPECT_EQ(file.text(QStringLiteral("Title")), document->documentTitle());
    EXPECT_THAT(file.text(QStringLiteral("Source")).toStdString(), HasSubstr("fs-"));
}

TEST_F(Files, AFailureLeavesNothingHalfWrittenAndKeepsWhatWasThere)
{
    const ShownWindow shown("recommended");
    ChartDocument* document = firstOf(shown, PageId::Latency);
    ASSERT_NE(document, nullptr);
    ASSERT_TRUE(ui::saveDocument(ui::wholeDocument(*document), path("good.csv")));
    QFile good(path("good.csv"));
    ASSERT_TRUE(good.open(QIODevice::ReadOnly));
    const QByteArray before = good.readAll();

    // As a full disk: no file may grow beyond a kilobyte.
    ASSERT_GT(before.size(), 1024);
    const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
    rlimit usual {};
    getrlimit(RLIMIT_FSIZE, &usual);
    rlimit small = usual;
    small.rlim_cur = 1024;
    setrlimit(RLIMIT_FSIZE, &small);
    const auto csv = ui::saveDocument(ui::wholeDocument(*document), path("good.csv"));
    const auto png = ui::saveDocument(ui::wholeDocument(*document), path("new.png"));
    setrlimit(RLIMIT_FSIZE, &usual);
    static_cast<void>(std::signal(SIGXFSZ, ignored));

    ASSERT_FALSE(csv);
    ASSERT_FALSE(png);
    EXPECT_THAT(csv.error().message, HasSubstr("good.csv was not written"));
    EXPECT_EQ(present(), QStringList {QStringLiteral("good.csv")});
    QFile kept(path("good.csv"));
    ASSERT_TRUE(kept.open(QIODevice::ReadOnly));
    EXPECT_EQ(kept.readAll(), before);
}

TEST_F(Files, EveryRefusalIsOneSentence)
{
    const ShownWindow shown("recommended");
    ChartDocument* document = firstOf(shown, PageId::Latency);
    ASSERT_NE(document, nullptr);
    ASSERT_EQ(mkfifo(path("pipe.csv").toLocal8Bit().constData(), 0600), 0);
    for (const QString& file : {path("no-ending"), path("a.bmp"), path("pipe.csv"),
             QStringLiteral("/no/such/folder/a.png"), path("pipe.csv") + QStringLiteral("/a.png"),
             QStringLiteral("/proc/a.svg")}) {
        const auto saved = ui::saveDocument(ui::wholeDocument(*document), file);
        ASSERT_FALSE(saved) << file.toStdString();
        EXPECT_THAT(saved.error().message, HasSubstr(file.toStdString()));
        EXPECT_EQ(saved.error().message.find('\n'), std::string::npos);
        EXPECT_EQ(saved.error().message.back(), '.');
    }
    EXPECT_EQ(present(), QStringList {QStringLiteral("pipe.csv")});
}

// ---- clipboard

TEST(Clipboard, HoldsAChartInThreeForms)
{
    const ShownWindow shown("recommended");
    ChartDocument* document = firstOf(shown, PageId::Latency);
    ASSERT_NE(document, nullptr);
    document->documentWidget().setFocus();
    QGuiApplication::clipboard()->clear();
    shown.window().actionRegistry().trigger(QStringLiteral("edit.copyChart"));
    const auto hasImage = [] {
        const QMimeData* data = QGuiApplication::clipboard()->mimeData();
        return data != nullptr && data->hasImage();
    };
    ASSERT_TRUE(QTest::qWaitFor(hasImage, ui_test::patience));
    const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
    EXPECT_TRUE(copied->hasImage());
    EXPECT_THAT(copied->data(QStringLiteral("image/svg+xml")).toStdString(), HasSubstr("<svg"));
    EXPECT_EQ(copied->text(), ui::toTsv(document->table()));
}

TEST(Clipboard, HoldsTheVerdictSentence)
{
    const ShownWindow shown("recommended");
    goTo(shown, PageId::Overview);
    shown.window().actionRegistry().trigger(QStringLiteral("edit.copyVerdict"));
    EXPECT_EQ(QGuiApplication::clipboard()->text(),
        ui::verdictSentence(shown.window().control().context));
}

TEST(Clipboard, HoldsEveryTableOfAPageInThreeForms)
{
    const ShownWindow shown("eight");
    int tables = 0;
    for (const PageId page : {PageId::Results, PageId::Latency, PageId::CompileTime,
             PageId::Numerics, PageId::Memory, PageId::Configuration}) {
        goTo(shown, page);
        for (auto* view : shown.window().pages().currentPage()->findChildren<QTableView*>()) {
            if (!view->isVisible() || view->model()->rowCount() == 0)
                continue;
            QGuiApplication::clipboard()->clear();
            QTest::keySequence(view, QKeySequence::Copy);
            const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
            const std::string name = view->accessibleName().toStdString();
            EXPECT_TRUE(copied->text().startsWith(u'|')) << name;
            EXPECT_EQ(copied->data(QStringLiteral("text/markdown")), copied->text().toUtf8())
                << name;
            EXPECT_TRUE(copied->html().contains(QStringLiteral("<table>"))) << name;
            EXPECT_TRUE(copied->data(QStringLiteral("text/tab-separated-values")).contains('\t'))
                << name;
            EXPECT_FALSE(copied->text().contains(u'…')) << name << ": shortened";
            ++tables;
        }
    }
    EXPECT_GE(tables, 6);
}

// ---- the way back

TEST(FigureId, LeadsBackToPageCaseAndFocus)
{
    const ShownWindow shown("recommended");
    ui::MainWindow& window = shown.window();
    const auto cases = static_cast<int>(window.view().comparison->result.cases.size());
    for (const PageId page : {PageId::Latency, PageId::CompileTime, PageId::Numerics}) {
        goTo(shown, page);
        window.shown().setCase(cases - 1);
        window.shown().setFocus(3);
        const QString id = window.figureSource().id;
        window.shown().setFocus(1);
        window.shown().setCase(0);
        window.showPage(PageId::Overview);
        const auto read = ui::figureIdIn(QStringLiteral("see (%1).").arg(id));
        ASSERT_TRUE(read) << id.toStdString();
        window.control().files.openFigure(*read);
        EXPECT_EQ(window.pages().currentId(), page);
        EXPECT_EQ(window.view().caseIndex, cases - 1);
        EXPECT_EQ(window.view().focus, 3);
        EXPECT_EQ(window.figureSource().id, id);
    }
}

TEST(FigureId, IsReadByThePalette)
{
    const ShownWindow shown("recommended");
    ui::MainWindow& window = shown.window();
    goTo(shown, PageId::Latency);
    const QString footer = window.figureSource().line;
    window.showPage(PageId::Overview);
    auto* palette = window.findChild<ui::CommandPalette*>();
    palette->open(window, window.control().palette.everything(), footer);
    ASSERT_EQ(palette->model().rowCount(), 1);
    EXPECT_EQ(palette->model().item(0).kind, ui::PaletteKind::Figure);
    palette->model().item(0).run();
    EXPECT_EQ(window.pages().currentId(), PageId::Latency);
    palette->close();
}

TEST_F(Files, AnIdIsFoundInACopyOfTheRecording)
{
    const auto data = example_states::dataOf("recommended");
    for (const char* name : {"one.fscope", "two.fscope"})
        tests::storedIn(path(name).toStdString(), data);
    const auto id = profiler::provenanceOf(data, "elsewhere.fscope", {.page = "latency"}).id;
    const auto found
        = ui::findFigure(id, {path("gone.fscope").toStdString(), path("two.fscope").toStdString()});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->file, path("two.fscope").toStdString());
    const ShownWindow shown(QSize(1680, 1020));
    ui::MainWindow& window = shown.window();
    window.control().files.openFile(path("one.fscope").toStdString(), std::nullopt);
    window.control().files.openFigure(id);
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return window.view().comparison != nullptr; }, ui_test::patience));
    EXPECT_EQ(window.pages().currentId(), PageId::Latency);
}

TEST_F(Files, AnIdThatIsNowhereIsSaidToBeLookedFor)
{
    tests::storedIn(path("one.fscope").toStdString(), example_states::dataOf("recommended"));
    const auto found
        = ui::findFigure({.comparison = "fs-aaaaaaaaaa"}, {path("one.fscope").toStdString()});
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, HasSubstr("looked in one.fscope"));
}

} // namespace
