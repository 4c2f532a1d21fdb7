// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/reason.h"
#include "tests/support/stored_example.h"
#include "tests/ui/example_states.h"
#include "tests/ui/patience.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Outcome {
    int code = -1;
    std::string out;
    std::string error;
};

/// `fusescope-ui` as on a server: no display, no platform chosen.
Outcome run(const QStringList& arguments)
{
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"})
        environment.remove(QString::fromLatin1(name));
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(FUSESCOPE_BINARY_DIR "/bin/fusescope-ui"), arguments);
    if (!program.waitForFinished(ui_test::patience))
        return {};
    return {program.exitCode(), program.readAllStandardOutput().toStdString(),
        program.readAllStandardError().toStdString()};
}

class DesktopProgram : public testing::Test {
protected:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QString recorded(const std::string& state) const
    {
        const QString file = path(QStringLiteral("example.fscope"));
        tests::storedIn(file.toStdString(),
            recorded_example::recordedExample(example_states::named(state).options));
        return file;
    }

    QTemporaryDir m_folder;
};

TEST_F(DesktopProgram, GrabsAPageWithoutADisplay)
{
    const QString file = recorded("undecided");
    for (const char* page : {"overview", "latency", "runs"}) {
        const QString picture = path(QLatin1String(page) + QStringLiteral(".png"));
        const Outcome outcome = run({file, QStringLiteral("--page"), QLatin1String(page),
            QStringLiteral("--theme"), QStringLiteral("light"), QStringLiteral("--size"),
            QStringLiteral("1280x720"), QStringLiteral("--scale"), QStringLiteral("1.5"),
            QStringLiteral("--grab"), picture});
        EXPECT_EQ(outcome.code, 0);
        EXPECT_EQ(outcome.error, "");
        EXPECT_EQ(QImage(picture).size(), QSize(1920, 1080)) << page;
    }
}

TEST_F(DesktopProgram, WritesTheReportOfOneComparison)
{
    const QString report = path(QStringLiteral("report.html"));
    const Outcome outcome
        = run({recorded("undecided") + QStringLiteral("@1"), QStringLiteral("--report"), report});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.error, "");
    QFile file(report);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_THAT(file.readAll().toStdString(), HasSubstr("no clear difference yet"));
}

TEST_F(DesktopProgram, WritesTheReportInEveryFormat)
{
    const QString file = recorded("undecided");
    for (const char* ending : {"md", "pdf", "svg", "png"}) {
        const QString report = path(QStringLiteral("report.") + QLatin1String(ending));
        const Outcome outcome = run({file, QStringLiteral("--report"), report,
            QStringLiteral("--template"), QStringLiteral("one-page")});
        EXPECT_EQ(outcome.code, 0) << ending;
        EXPECT_EQ(outcome.error, "") << ending;
        EXPECT_GT(QFile(report).size(), 1000) << ending;
    }
    EXPECT_EQ(QImage(path(QStringLiteral("report.png"))).size(), QSize(1920, 1080));
}

struct Mistake {
    const char* name;
    QStringList arguments;
    const char* says;
};

class Mistakes : public DesktopProgram, public testing::WithParamInterface<Mistake> { };

TEST_P(Mistakes, EndInOneSentenceAndCodeTwo)
{
    QStringList arguments = GetParam().arguments;
    arguments.replaceInStrings(QStringLiteral("EXAMPLE"), recorded("undecided"));
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.error, StartsWith("fusescope-ui: "));
    EXPECT_THAT(outcome.error, HasSubstr(GetParam().says));
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
}

const QString grab = QStringLiteral("--grab");
const QString picture = QStringLiteral("/tmp/fusescope-never-written.png");

INSTANTIATE_TEST_SUITE_P(CommandLine, Mistakes,
    testing::Values(Mistake {"NoSuchFile", {QStringLiteral("/no/such.fscope"), grab, picture},
                        "/no/such.fscope"},
        Mistake {"NoDatabase", {QStringLiteral("/proc/self/status"), grab, picture}, "/proc"},
        Mistake {"NoSuchComparison", {QStringLiteral("EXAMPLE@77"), grab, picture}, "77"},
        Mistake {"NoSuchPage",
            {QStringLiteral("EXAMPLE"), QStringLiteral("--page"), QStringLiteral("kitchen"), grab,
                picture},
            "kitchen"},
        Mistake {"NoSuchCase",
            {QStringLiteral("EXAMPLE"), QStringLiteral("--case"), QStringLiteral("attic"), grab,
                picture},
            "no case \"attic\" in this comparison; known are default"},
        Mistake {"NoSuchVariant",
            {QStringLiteral("EXAMPLE"), QStringLiteral("--focus"), QStringLiteral("bicycle"), grab,
                picture},
            "no variant \"bicycle\" in this comparison; known are eager"},
        Mistake {"NoSuchFigure",
            {QStringLiteral("EXAMPLE"), QStringLiteral("fs-aaaaaaaaaa"), grab, picture},
            "looked in example.fscope"},
        Mistake {"TwoFiles", {QStringLiteral("EXAMPLE"), QStringLiteral("EXAMPLE"), grab, picture},
            "too many"},
        Mistake {"NoSuchTheme", {QStringLiteral("--theme"), QStringLiteral("pink")}, "pink"},
        Mistake {"NoSize",
            {QStringLiteral("EXAMPLE"), QStringLiteral("--size"), QStringLiteral("big"), grab,
                picture},
            "big"},
        Mistake {"NoFile", {grab, picture}, "need a FILE"},
        Mistake {"Unwritable",
            {QStringLiteral("EXAMPLE"), grab, QStringLiteral("/no/such/folder/x.png")},
            "/no/such/folder/x.png"},
        Mistake {"UnwritableReport",
            {QStringLiteral("EXAMPLE"), QStringLiteral("--report"),
                QStringLiteral("/no/such/folder/x.html")},
            "/no/such/folder/x.html"},
        Mistake {"ReportOfNoFormat",
            {QStringLiteral("EXAMPLE"), QStringLiteral("--report"), QStringLiteral("r.docx")},
            ".html, .md, .pdf, .png or .svg"},
        Mistake {"NoSuchTemplate",
            {QStringLiteral("EXAMPLE"), QStringLiteral("--report"), QStringLiteral("r.pdf"),
                QStringLiteral("--template"), QStringLiteral("long")},
            "one-page, full, regression, slide"},
        Mistake {"NoDisplay", {QStringLiteral("EXAMPLE")}, "no display"},
        Mistake {"UnknownOption", {QStringLiteral("--colour")}, "--colour"}),
    [](const testing::TestParamInfo<Mistake>& parameter) { return parameter.param.name; });

TEST_F(DesktopProgram, TellsItsOptionsAndVersion)
{
    EXPECT_THAT(run({QStringLiteral("--help")}).out, HasSubstr("--grab"));
    EXPECT_EQ(run({QStringLiteral("--version")}).code, 0);
}

} // namespace
