// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/charts/palette.h"
#include "profiler/report/document/report_builder.h"
#include "tests/ui/example_states.h"
#include "tests/ui/export/programs.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/export/report_files.h"
#include "ui/export/report_pages.h"

#include <QColor>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <sys/resource.h>

using namespace ui;
using ::testing::HasSubstr;

namespace {

ReportWish wishFor(profiler::ReportTemplate kind)
{
    return {.options = {.kind = kind, .file = "/somewhere/runs.fscope"}};
}

/// Blanks of every kind as one: a PDF has no thin ones.
QString plain(QString text)
{
    static const QRegularExpression blanks(QStringLiteral("[\\s\\x{a0}\\x{2009}\\x{202f}]+"));
    return text.replace(blanks, QStringLiteral(" "));
}

QString plain(const std::string& text)
{
    return plain(QString::fromStdString(text));
}

class ReportFiles : public ::testing::Test {
protected:
    [[nodiscard]] QString at(const char* name) const
    {
        return m_folder.filePath(QLatin1String(name));
    }

    [[nodiscard]] QStringList left() const
    {
        return QDir(m_folder.path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    static QString read(const QString& file)
    {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()) : QString();
    }

    /// The text of a PDF, each kind of blank as one.
    static QString textOf(const QString& file)
    {
        return plain(programs::run(*programs::find({QStringLiteral("pdftotext")}),
            {QStringLiteral("-raw"), file, QStringLiteral("-")})
                         .output);
    }

    QTemporaryDir m_folder;
};

bool canRead()
{
    return programs::find({QStringLiteral("pdftotext")})
        && programs::find({QStringLiteral("pdffonts")});
}

} // namespace

TEST_F(ReportFiles, APdfHoldsAllTextWithItsFonts)
{
    if (!canRead())
        GTEST_SKIP() << "pdftotext and pdffonts of poppler-utils are not installed";
    const auto comparison = example_states::judgedState("recommended");
    ASSERT_TRUE(saveReport(*comparison, wishFor(profiler::ReportTemplate::Full), at("r.pdf")));
    const QString text = textOf(at("r.pdf"));
    const auto& result = comparison->result;
    for (const QString& words :
        {plain(profiler::titleOf(result)), QStringLiteral("Payback"),
            QStringLiteral("Graph breaks and recompiles"), QStringLiteral("page 1 of"),
            QStringLiteral("runs.fscope@"), QStringLiteral("fusescope ui runs.fscope@"),
            plain(profiler::formatRatio(result.cases[0].variants[2].speedUp->ratio.estimate) + " ("
                + profiler::formatRatioInterval(result.cases[0].variants[2].speedUp->ratio) + ")")})
        EXPECT_TRUE(text.contains(words)) << words.toStdString();
    for (const auto& variant : result.plan.variants)
        EXPECT_TRUE(text.contains(plain(variant.name))) << variant.name;
    const auto fonts = programs::run(*programs::find({QStringLiteral("pdffonts")}), {at("r.pdf")})
                           .output.split(u'\n');
    int embedded = 0;
    for (const QString& line : fonts.mid(2)) {
        if (line.trimmed().isEmpty())
            continue;
        EXPECT_TRUE(line.contains(QLatin1String(" yes "))) << line.toStdString();
        ++embedded;
    }
    EXPECT_GT(embedded, 2);
}

TEST_F(ReportFiles, OnePageIsOnePageWithTwelveCases)
{
    const auto comparison = example_states::judgedState("twelve_cases");
    const ReportPages pages(profiler::buildReport(comparison->result, comparison->data,
        {.kind = profiler::ReportTemplate::OnePage, .file = "runs.fscope"}));
    EXPECT_EQ(pages.count(), 1);
}

TEST_F(ReportFiles, EveryPageOfALongTableHasItsHeading)
{
    if (!canRead())
        GTEST_SKIP() << "pdftotext of poppler-utils is not installed";
    const auto comparison = example_states::judgedState("twelve_cases");
    auto wish = wishFor(profiler::ReportTemplate::Full);
    for (const auto& choice : profiler::sectionsOf(profiler::ReportTemplate::Full))
        wish.options.sections.push_back(
            {choice.section, choice.section == profiler::ReportSection::Results});
    ASSERT_TRUE(saveReport(*comparison, wish, at("t.pdf")));
    const QString all = programs::run(*programs::find({QStringLiteral("pdftotext")}),
        {QStringLiteral("-layout"), at("t.pdf"), QStringLiteral("-")})
                            .output;
    const QStringList pages = all.split(u'\f', Qt::SkipEmptyParts);
    ASSERT_GE(pages.size(), 2);
    int rows = 0;
    for (const QString& page : pages) {
        EXPECT_TRUE(page.contains(QLatin1String("Speed-up"))) << page.toStdString();
        rows += static_cast<int>(page.count(QLatin1String("aot_eager")));
    }
    EXPECT_EQ(rows, 12);
}

TEST_F(ReportFiles, NamesOfTenThousandLettersAreWholeInThePdf)
{
    if (!canRead())
        GTEST_SKIP() << "pdftotext of poppler-utils is not installed";
    auto data = example_states::dataOf("recommended");
    data.plan.variants[1].name = std::string(10'000, 'w');
    data.plan.variants[2].name = "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d <script>";
    const auto comparison = judged(data);
    auto wish = wishFor(profiler::ReportTemplate::Full);
    for (const auto& choice : profiler::sectionsOf(profiler::ReportTemplate::Full))
        wish.options.sections.push_back(
            {choice.section, choice.section == profiler::ReportSection::Numerics});
    ASSERT_TRUE(saveReport(*comparison, wish, at("n.pdf")));
    const QString text = textOf(at("n.pdf"));
    EXPECT_GE(text.count(u'w'), 2 * 10'000) << "in both cases";
    EXPECT_TRUE(text.contains(QLatin1String("<script>")));
}

TEST_F(ReportFiles, MarkdownComesWithItsPicturesBesideIt)
{
    const auto comparison = example_states::judgedState("recommended");
    ASSERT_TRUE(
        saveReport(*comparison, wishFor(profiler::ReportTemplate::Full), at("my report.md")));
    const QString text = read(at("my report.md"));
    static const QRegularExpression link(QStringLiteral("!\\[[^\\]]*\\]\\(<([^>]+)>\\)"));
    int pictures = 0;
    for (auto it = link.globalMatch(text); it.hasNext(); ++pictures) {
        const QString file = m_folder.filePath(it.next().captured(1));
        const QImage picture(file);
        EXPECT_EQ(picture.width(), 1440) << file.toStdString();
        EXPECT_TRUE(
            picture.text(QStringLiteral("Software")).contains(QLatin1String("runs.fscope@")));
    }
    EXPECT_GE(pictures, 6);
    EXPECT_EQ(
        left(), (QStringList {QStringLiteral("my report.md"), QStringLiteral("my report_files")}));
}

TEST_F(ReportFiles, MarkdownWrittenAgainTakesAwayThePicturesItNoLongerShows)
{
    const auto comparison = example_states::judgedState("recommended");
    ASSERT_TRUE(saveReport(*comparison, wishFor(profiler::ReportTemplate::Full), at("r.md")));
    const QDir pictures(m_folder.filePath(QStringLiteral("r_files")));
    const QStringList before = pictures.entryList(QDir::Files);
    QImage own(4, 4, QImage::Format_RGB32);
    own.fill(Qt::red);
    ASSERT_TRUE(own.save(pictures.filePath(QStringLiteral("own.png"))));
    ASSERT_TRUE(saveReport(*comparison, wishFor(profiler::ReportTemplate::OnePage), at("r.md")));
    QStringList after = pictures.entryList(QDir::Files);
    EXPECT_TRUE(after.removeOne(QStringLiteral("own.png"))) << "what others put there stays";
    EXPECT_LT(after.size(), before.size());
    const QString text = read(at("r.md"));
    for (const QString& picture : after)
        EXPECT_TRUE(text.contains(u'/' + picture)) << picture.toStdString();
}

TEST_F(ReportFiles, AWrongEndingIsToldInOneSentence)
{
    const auto comparison = example_states::judgedState("slower");
    const auto saved
        = saveReport(*comparison, wishFor(profiler::ReportTemplate::Full), at("r.docx"));
    ASSERT_FALSE(saved);
    EXPECT_THAT(saved.error().message, HasSubstr(".html, .md, .pdf, .png or .svg"));
    EXPECT_TRUE(left().isEmpty());
}

TEST_F(ReportFiles, AFolderThatIsNotThereIsToldAndNothingIsMade)
{
    const auto comparison = example_states::judgedState("slower");
    for (const char* name : {"no/r.pdf", "no/r.html", "no/r.png", "no/deep/r.md"}) {
        const auto saved
            = saveReport(*comparison, wishFor(profiler::ReportTemplate::OnePage), at(name));
        ASSERT_FALSE(saved) << name;
        EXPECT_THAT(saved.error().message, HasSubstr("nothing was changed")) << name;
    }
    EXPECT_TRUE(left().isEmpty());
}

TEST_F(ReportFiles, AFullDiskLeavesWhatWasThere)
{
    const auto comparison = example_states::judgedState("recommended");
    QFile old(at("r.md"));
    ASSERT_TRUE(old.open(QIODevice::WriteOnly));
    old.write("before");
    old.close();
    // No file may grow beyond a few bytes: the next write fails as on a full disk.
    rlimit before {};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit tight = before;
    tight.rlim_cur = 2048;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    const auto markdown
        = saveReport(*comparison, wishFor(profiler::ReportTemplate::Full), at("r.md"));
    const auto pdf
        = saveReport(*comparison, wishFor(profiler::ReportTemplate::OnePage), at("r.pdf"));
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_FALSE(markdown);
    EXPECT_FALSE(pdf);
    EXPECT_EQ(left(), QStringList {QStringLiteral("r.md")});
    EXPECT_EQ(read(at("r.md")), QStringLiteral("before"));
}

TEST_F(ReportFiles, ADatabaseIsNeverOverwritten)
{
    QFile database(at("runs.pdf"));
    ASSERT_TRUE(database.open(QIODevice::WriteOnly));
    database.write("SQLite format 3\0 and more");
    database.close();
    const auto saved = saveReport(*example_states::judgedState("slower"),
        wishFor(profiler::ReportTemplate::OnePage), at("runs.pdf"));
    ASSERT_FALSE(saved);
    EXPECT_THAT(saved.error().message, HasSubstr("not overwritten"));
}

TEST_F(ReportFiles, ABrowserShowsTheHtmlWithoutAskingAnybody)
{
    const auto browser = programs::find({QStringLiteral("chromium"),
        QStringLiteral("chromium-browser"), QStringLiteral("google-chrome")});
    if (!browser)
        GTEST_SKIP() << "no chromium is installed";
    const auto comparison = example_states::judgedState("recommended");
    ASSERT_TRUE(saveReport(*comparison, wishFor(profiler::ReportTemplate::Full), at("r.html")));
    const auto answer = programs::run(*browser,
        {QStringLiteral("--headless"), QStringLiteral("--no-sandbox"),
            QStringLiteral("--disable-gpu"), QStringLiteral("--user-data-dir=") + at("profile"),
            QStringLiteral("--host-resolver-rules=MAP * ~NOTFOUND"),
            QStringLiteral("--enable-logging=stderr"), QStringLiteral("--v=0"),
            QStringLiteral("--dump-dom"), QStringLiteral("file://") + at("r.html")});
    ASSERT_TRUE(answer.ended) << answer.errors.toStdString();
    EXPECT_TRUE(answer.output.contains(QLatin1String("<h2>Payback")));
    EXPECT_FALSE(answer.errors.contains(QLatin1String("CONSOLE"))) << answer.errors.toStdString();
    static const QRegularExpression loaded(
        QStringLiteral("(src|href|url\\(|@import)[^>]{0,20}https?:"));
    EXPECT_FALSE(answer.output.contains(loaded));
}

TEST(ReportPalette, IsTheThemesOwn)
{
    const auto colour = [](std::string_view text) {
        return QColor(QLatin1String(text.data(), static_cast<qsizetype>(text.size())));
    };
    for (const auto& [theme, kind] : {std::pair {profiler::ReportTheme::Light, ThemeKind::Light},
             std::pair {profiler::ReportTheme::Dark, ThemeKind::Dark}}) {
        const auto& palette = profiler::paletteOf(theme);
        const Tokens& tokens = tokensOf(kind);
        EXPECT_EQ(colour(palette.window), tokens.window);
        EXPECT_EQ(colour(palette.panel), tokens.panel);
        EXPECT_EQ(colour(palette.raised), tokens.raised);
        EXPECT_EQ(colour(palette.border), tokens.border);
        EXPECT_EQ(colour(palette.grid), tokens.grid);
        EXPECT_EQ(colour(palette.text), tokens.text);
        EXPECT_EQ(colour(palette.muted), tokens.muted);
        EXPECT_EQ(colour(palette.faint), tokens.faint);
        EXPECT_EQ(colour(palette.accent), tokens.accent);
        EXPECT_EQ(colour(palette.good), tokens.good);
        EXPECT_EQ(colour(palette.bad), tokens.bad);
        EXPECT_EQ(colour(palette.warn), tokens.warn);
        for (std::size_t i = 0; i < palette.variants.size(); ++i)
            EXPECT_EQ(colour(palette.variants[i]), tokens.variants[i]);
    }
}
