// SPDX-License-Identifier: GPL-3.0-or-later
// What is no run database of this program, opened, dropped and given on the command line.
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/bad_input/opened_file.h"
#include "tests/ui/patience.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/file_drop.h"

#include <QCoreApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QProcess>
#include <QUrl>

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sys/stat.h>

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct Foreign {
    const char* name;
    void (*make)(const fs::path& file);
    const char* says;
};

void makeText(const fs::path& file)
{
    std::ofstream(file) << "these are notes, not a database\n";
}

void makeNewer(const fs::path& file)
{
    ui_test::recordInto(file, "future");
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA user_version = 99");
}

void makeWithTrigger(const fs::path& file)
{
    ui_test::recordInto(file, "mailed");
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    database.exec(
        "CREATE TRIGGER planted AFTER UPDATE ON change BEGIN DELETE FROM comparison; END");
}

void makeWithEndlessView(const fs::path& file)
{
    ui_test::recordInto(file, "mailed");
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    database.exec("DROP TABLE notice; CREATE VIEW notice AS WITH RECURSIVE n(id) AS "
                  "(SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 1 AS comparison_id FROM n");
}

class ForeignFile : public ui_test::OpenedFile, public testing::WithParamInterface<Foreign> {
protected:
    void SetUp() override { GetParam().make(file()); }

    void expectTexts() const
    {
        ASSERT_TRUE(waitFor([&] { return !status().empty(); }));
        EXPECT_THAT(status(), HasSubstr(GetParam().says));
        EXPECT_EQ(status().find('\n'), std::string::npos);
        expectUsable();
    }
};

const std::string longName(10'000, 'n');

/// `fusescope-ui` with a file, until it says something or its window stands.
QProcess& started(QProcess& program, const QStringList& arguments)
{
    program.start(QStringLiteral(FUSESCOPE_BINARY_DIR "/bin/fusescope-ui"), arguments);
    return program;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Kinds, ForeignFile,
    testing::Values(
        Foreign {"Text", makeText, "is not a run database of Fusescope; choose another"},
        Foreign {"Empty", [](const fs::path& file) { std::ofstream(file).close(); },
            "is empty: nothing was recorded into it"},
        Foreign {"Missing", [](const fs::path&) {}, "there is no file"},
        Foreign {"Folder", [](const fs::path& file) { fs::create_directory(file); },
            "is a folder, not a run database"},
        Foreign {"Pipe", [](const fs::path& file) { mkfifo(file.c_str(), 0600); },
            "is not a regular file"},
        Foreign {"Newer", makeNewer, "needs Fusescope with schema 99"},
        Foreign {"WithTrigger", makeWithTrigger, "its trigger \"planted\" is none of ours"},
        Foreign {"WithEndlessView", makeWithEndlessView, "its view \"notice\" is none of ours"}),
    [](const testing::TestParamInfo<Foreign>& parameter) { return parameter.param.name; });

TEST_P(ForeignFile, IsRefusedInOneSentenceWhenItIsOpened)
{
    open(file());
    expectTexts();
}

TEST_P(ForeignFile, IsRefusedInOneSentenceWhenItIsDropped)
{
    makeWindow();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(file().string()))});
    QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &drop);
    expectTexts();
}

TEST_P(ForeignFile, IsRefusedByTheProgramInOneSentence)
{
    QProcess program;
    const QString picture = m_folder.filePath(QStringLiteral("x.png"));
    started(program, {QString::fromStdString(file().string()), QStringLiteral("--grab"), picture});
    ASSERT_TRUE(program.waitForFinished(ui_test::patience));
    EXPECT_EQ(program.exitStatus(), QProcess::NormalExit);
    EXPECT_EQ(program.exitCode(), 2);
    const std::string said = program.readAllStandardError().toStdString();
    EXPECT_THAT(said, HasSubstr(GetParam().says));
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
}

using AnyFile = ui_test::OpenedFile;

TEST_F(AnyFile, WithANameThatNoFileCanHaveIsRefusedInWords)
{
    open(path("").parent_path() / longName);
    ASSERT_TRUE(waitFor([&] { return !status().empty(); }));
    EXPECT_THAT(status(), HasSubstr("too long"));
    expectUsable();
    QProcess program;
    started(program,
        {QString::fromStdString(longName), QStringLiteral("--grab"), QStringLiteral("x.png")});
    ASSERT_TRUE(program.waitForFinished(ui_test::patience));
    EXPECT_EQ(program.exitStatus(), QProcess::NormalExit);
    EXPECT_EQ(program.exitCode(), 2);
    EXPECT_THAT(program.readAllStandardError().toStdString(), HasSubstr("too long"));
}

TEST_F(AnyFile, DroppedWithAnotherEndingIsRefusedInWords)
{
    makeText(path("notes.txt"));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(path("notes.txt").string()))});
    EXPECT_EQ(ui::databaseIn(data).toStdString(), path("notes.txt").string());
}
