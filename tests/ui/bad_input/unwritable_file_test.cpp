// SPDX-License-Identifier: GPL-3.0-or-later
// The file can be read, but not written: read-only, locked, on a full disk, left by a killed
// recorder. What is typed stays.
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "storage/file/library.h"
#include "storage/file/run_database.h"
#include "tests/ui/bad_input/opened_file.h"
#include "tests/ui/page_text.h"
#include "ui/comparison/note_store.h"
#include "ui/pages/log/notes_panel.h"
#include "ui/window/bars/status_line.h"

#include <QElapsedTimer>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTimer>

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

/// Before any thread exists: mounts of these tests are seen by this process alone.
const bool ownMounts = geteuid() == 0 && unshare(CLONE_NEWNS) == 0
    && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;

/// A folder nobody can write to, as on a CD or a snapshot, also for a superuser.
class ReadOnly {
public:
    explicit ReadOnly(fs::path folder)
        : m_folder(std::move(folder))
    {
        constexpr auto readOnly = MS_BIND | MS_REMOUNT | MS_RDONLY;
        if (geteuid() != 0)
            fs::permissions(m_folder, fs::perms::owner_read | fs::perms::owner_exec);
        m_done = geteuid() != 0
            || (ownMounts
                && mount(m_folder.c_str(), m_folder.c_str(), nullptr, MS_BIND, nullptr) == 0
                && mount("none", m_folder.c_str(), nullptr, readOnly, nullptr) == 0);
    }

    ReadOnly(const ReadOnly&) = delete;
    ReadOnly& operator=(const ReadOnly&) = delete;
    ReadOnly(ReadOnly&&) = delete;
    ReadOnly& operator=(ReadOnly&&) = delete;

    ~ReadOnly()
    {
        if (geteuid() != 0)
            fs::permissions(m_folder, fs::perms::owner_all);
        else if (m_done)
            umount2(m_folder.c_str(), MNT_DETACH);
    }

    [[nodiscard]] bool isDone() const { return m_done; }

private:
    fs::path m_folder;
    bool m_done = false;
};

/// No file grows beyond that many bytes while it lives: a full disk.
class FullDisk {
public:
    explicit FullDisk(std::uintmax_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit {.rlim_cur = bytes, .rlim_max = m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }

    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    FullDisk(FullDisk&&) = delete;
    FullDisk& operator=(FullDisk&&) = delete;

    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before {};
};

/// The longest time that the event loop was kept from its timers.
class Heartbeat {
public:
    Heartbeat()
    {
        m_clock.start();
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer,
            [this] { m_longest = std::max(m_longest, m_clock.restart()); });
        m_timer.start(10);
    }

    [[nodiscard]] qint64 longestMs() const { return std::max(m_longest, m_clock.elapsed()); }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

class UnwritableFile : public ui_test::OpenedFile {
protected:
    void expectNotSaved(const char* why) const
    {
        ASSERT_TRUE(
            waitFor([&] { return notes().state().contains(QLatin1String("Not saved in")); }));
        EXPECT_THAT(notes().state().toStdString(), AllOf(HasSubstr(why), HasSubstr("stays here")));
    }
};

/// What kill -9 leaves: the file and what lies beside it, while the recorder has it open.
void recordAndKill(const fs::path& file, const fs::path& folder)
{
    fs::create_directory(folder);
    const auto inWork = folder / "in-work.fscope";
    ui_test::recordInto(inWork, "first");
    auto sink = storage::openForRecording(inWork);
    ASSERT_TRUE(sink);
    const auto first = storage::loadComparison(inWork);
    ASSERT_TRUE(first);
    auto info = first->info;
    info.name = "killed";
    info.started.ns += 1000;
    info.status = profiler::ComparisonStatus::Running;
    info.ended.reset();
    info.stopReason.clear();
    ASSERT_TRUE((*sink)->beginComparison(info, first->plan));
    ASSERT_TRUE((*sink)->beginProcess(first->processes.front().start));
    ASSERT_TRUE((*sink)->flush());
    for (const char* ending : {"", "-wal", "-shm"})
        if (fs::exists(inWork.string() + ending))
            fs::copy_file(inWork.string() + ending, file.string() + ending);
}

} // namespace

TEST_F(UnwritableFile, IsReadOnlyAndKeepsWordsAndGoalForTheSitting)
{
    fs::create_directory(path("medium"));
    const auto file = path("medium") / "runs.fscope";
    ui_test::recordInto(file, "mine");
    const ReadOnly medium(path("medium"));
    if (!medium.isDone())
        GTEST_SKIP() << "no right to mount a read-only folder";
    open(file);
    ASSERT_TRUE(waitFor([&] { return shownName() == "mine"; })) << status();
    EXPECT_EQ(banner(), "") << "everything that was recorded is there";
    writeNote(QStringLiteral("my words"));
    expectNotSaved("cannot be");
    expectChangedGoalKept();
    expectUsable();
    EXPECT_EQ(notes().note(), QStringLiteral("my words"));
    window().control().saving.saveCopy(QString::fromStdString(path("copy.fscope").string()));
    ASSERT_TRUE(waitFor([&] {
        return fs::exists(path("copy.fscope"))
            && status().find("Saved a copy") != std::string::npos;
    })) << status();
    EXPECT_EQ(storage::loadComparison(path("copy.fscope"))->note, "my words");
}

TEST_F(UnwritableFile, IsLockedAndIsWrittenWhenItIsFree)
{
    openRecorded();
    SQLite::Database other(file().string(), SQLite::OPEN_READWRITE);
    other.exec("BEGIN EXCLUSIVE");
    const Heartbeat heartbeat;
    writeNote(QStringLiteral("my words"));
    expectNotSaved("kept locked by another program");
    expectUsable();
    other.exec("ROLLBACK");
    ASSERT_TRUE(waitFor([&] { return notes().isSaved(); }));
    EXPECT_EQ(storage::loadComparison(file())->note, "my words");
    constexpr qint64 lessThanTheLock = 5000;
    EXPECT_LT(heartbeat.longestMs(), lessThanTheLock) << "the window waited for the lock";
}

TEST_F(UnwritableFile, IsLockedWhenItIsOpenedAndOpensByItselfWhenItIsFree)
{
    ui_test::recordInto(file(), "mine");
    SQLite::Database other(file().string(), SQLite::OPEN_READWRITE);
    other.exec("BEGIN EXCLUSIVE");
    makeWindow();
    const Heartbeat heartbeat;
    open(file());
    ASSERT_TRUE(waitFor([&] { return !ui_test::textIn(window().statusLine()).isEmpty(); }))
        << "it says what it waits for";
    ASSERT_TRUE(waitFor([&] { return status().find("kept locked") != std::string::npos; }));
    expectUsable();
    other.exec("ROLLBACK");
    ASSERT_TRUE(waitFor([&] { return shownName() == "mine"; })) << status();
    constexpr qint64 lessThanTheLock = 5000;
    EXPECT_LT(heartbeat.longestMs(), lessThanTheLock) << "the window waited for the lock";
}

TEST_F(UnwritableFile, IsOnAFullDiskAndTheWordsStay)
{
    openRecorded();
    const QString words(20'000, u'x');
    {
        const FullDisk full(fs::file_size(file()));
        auto& panel = notes();
        panel.findChild<QPlainTextEdit*>()->setPlainText(words);
        window().showPage(ui::PageId::Overview);
        expectNotSaved(file().c_str());
        expectUsable();
        EXPECT_EQ(notes().note(), words);
    }
    ASSERT_TRUE(waitFor([&] { return notes().isSaved(); })) << "there is room again";
    EXPECT_EQ(storage::loadComparison(file())->note, words.toStdString());
}

TEST_F(UnwritableFile, WasLeftByAKilledRecorder)
{
    recordAndKill(file(), path("recorder"));
    ASSERT_TRUE(fs::exists(file().string() + "-wal"));
    open(file());
    ASSERT_TRUE(waitFor([&] { return shownName() == "killed"; })) << status();
    EXPECT_THAT(status(),
        AllOf(HasSubstr("the recorder ended before it was done"), HasSubstr("is valid"),
            HasSubstr("fusescope extend")));
    expectUsable();
    writeNote(QStringLiteral("my words"));
    EXPECT_TRUE(waitFor([&] { return notes().isSaved(); })) << notes().state().toStdString();
}

TEST_F(UnwritableFile, WasLeftByAKilledRecorderWithoutItsJournal)
{
    recordAndKill(file(), path("recorder"));
    fs::remove(file().string() + "-wal");
    fs::remove(file().string() + "-shm");
    open(file());
    ASSERT_TRUE(waitFor([&] { return !shownName().empty() || !status().empty(); }));
    EXPECT_EQ(shownName(), "first") << "what the journal had is gone; the rest is sound";
    expectUsable();
}

TEST_F(UnwritableFile, KeepsANoteInTheSettingsUntilTheFileIsThere)
{
    ui_test::recordInto(path("away.fscope"), "mine");
    const auto info = storage::loadComparison(path("away.fscope"))->info;
    QSettings settings(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    const ui::NotePlace place {
        .file = QString::fromStdString(file().string()), .id = info.id, .started = info.started};
    {
        ui::NoteStore notes(&settings);
        notes.store(place, QStringLiteral("my words"));
        ASSERT_TRUE(waitFor([&] { return !notes.unsaved(place)->reason.isEmpty(); }));
    }
    fs::rename(path("away.fscope"), file());
    ui::NoteStore later(&settings);
    const auto unsaved = later.unsaved(place);
    ASSERT_TRUE(unsaved);
    EXPECT_EQ(unsaved->text, QStringLiteral("my words"));
    ASSERT_TRUE(waitFor([&] { return !later.unsaved(place); }));
    EXPECT_EQ(storage::loadComparison(file())->note, "my words");
    EXPECT_TRUE(settings.allKeys().isEmpty());
}
