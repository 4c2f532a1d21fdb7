// SPDX-License-Identifier: GPL-3.0-or-later
// What other tools recorded, dropped onto the window, and then looked at by keys alone.
#include "profiler/evidence/ranks/ranks.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/ui/keyboard_walk.h"
#include "tests/ui/patience.h"
#include "tests/ui/shown_window.h"
#include "ui/comparison/import_job.h"
#include "ui/pages/kernels/work_table.h"
#include "ui/pages/page.h"
#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/file_drop.h"
#include "ui/window/control/import_controller.h"
#include "ui/window/workspace/page_stack.h"

#include <QApplication>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QProgressDialog>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using testing::HasSubstr;
using ui::PageId;

QString exampleTrace(const char* name)
{
    return QStringLiteral(FUSESCOPE_SOURCE_DIR "/tests/data/traces/") + QLatin1String(name);
}

/// How an import ends.
struct ImportEnd {
    explicit ImportEnd(ui::ImportJob& job)
    {
        QObject::connect(&job, &ui::ImportJob::failed, &job, [this](const QString& sentence) {
            said = sentence;
            done = true;
        });
        QObject::connect(&job, &ui::ImportJob::finished, &job, [this] { done = true; });
    }

    [[nodiscard]] bool isAwaited() const
    {
        return QTest::qWaitFor([this] { return done; }, ui_test::patience);
    }

    QString said = QStringLiteral("nothing yet"); ///< of a failure
    bool done = false;
};

/// A library of its own.
class ImportInWindow : public testing::Test {
protected:
    ImportInWindow()
        : m_home(qgetenv("XDG_DATA_HOME"))
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
    }

    ~ImportInWindow() override { qputenv("XDG_DATA_HOME", m_home); }

    Q_DISABLE_COPY_MOVE(ImportInWindow)

    static void drop(QWidget& window, const QStringList& files)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files)
            urls << QUrl::fromLocalFile(file);
        data.setUrls(urls);
        constexpr QPoint at(300, 300);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
    }

    void dropPair()
    {
        drop(window(),
            {exampleTrace("tl_h100_bert_small.json.gz"), exampleTrace("tl_h100_vit.json.gz")});
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return window().view().comparison != nullptr && window().isSettled(); },
            ui_test::patience));
    }

    void show(PageId id)
    {
        m_shown.showPage(id);
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return window().pages().currentPage()->isReady(); }, ui_test::patience));
        m_shown.settle();
        window().activateWindow();
    }

    template <typename Widget>
    void tabTo()
    {
        for (int step = 0; step < ui_test::mostSteps; ++step) {
            if (qobject_cast<Widget*>(QApplication::focusWidget()) != nullptr)
                return;
            QWidget* from = QApplication::focusWidget();
            QTest::keyClick(from == nullptr ? &window() : from, Qt::Key_Tab);
        }
        FAIL() << "Tab does not reach it";
    }

    [[nodiscard]] ui::MainWindow& window() const { return m_shown.window(); }

    QTemporaryDir m_folder;
    QByteArray m_home;
    ui_test::ShownWindow m_shown {QSize(1680, 1020)};
};

TEST_F(ImportInWindow, DroppedTracesBecomeTheVariantsOfOneComparison)
{
    dropPair();
    const auto& data = window().view().comparison->data;
    ASSERT_EQ(data.plan.variants.size(), 2U);
    EXPECT_THAT(data.plan.variants[0].name, HasSubstr("bert"));
    EXPECT_THAT(data.plan.variants[1].name, HasSubstr("vit"));
    EXPECT_EQ(window().pages().currentId(), PageId::Timeline);
    show(PageId::Timeline);
    const auto* canvas = window().findChild<ui::TimelineCanvas*>();
    ASSERT_EQ(canvas->runs().size(), 2U);
    for (const auto& run : canvas->runs())
        EXPECT_GT(run.tracks->kernels.size(), 0U) << run.missing.toStdString();
}

TEST_F(ImportInWindow, ABrokenFileIsToldAndWhatWasOpenStays)
{
    dropPair();
    const auto before = window().view().comparison;
    const QString file = m_folder.filePath(QStringLiteral("broken.json"));
    QFile broken(file);
    ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
    broken.write("this is no trace");
    broken.close();
    drop(window(), {file});
    const auto said = [&] { return window().statusLine().text(); };
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return said().contains(QStringLiteral("broken.json")); }, ui_test::patience))
        << said().toStdString();
    EXPECT_EQ(window().view().comparison, before);
}

TEST_F(ImportInWindow, ACancelledImportStoresNothing)
{
    ui::ImportJob job;
    const ImportEnd end(job);
    const QString into = m_folder.filePath(QStringLiteral("x.fscope"));
    job.start({exampleTrace("tl_h100_vit.json.gz")}, into);
    job.cancel();
    ASSERT_TRUE(end.isAwaited());
    EXPECT_EQ(end.said, QString()) << "it was asked for: no error";
    EXPECT_FALSE(QFile::exists(into));
}

TEST_F(ImportInWindow, RanksOfOneJobBecomeOneVariant)
{
    ui::ImportJob job;
    ImportEnd end(job);
    const QString into = m_folder.filePath(QStringLiteral("x.fscope"));
    const QStringList one {exampleTrace("gloo_rank0.json.gz")};
    job.start(one, into, ui::ImportAs::Ranks);
    ASSERT_TRUE(end.isAwaited());
    EXPECT_THAT(end.said.toStdString(), HasSubstr("two ranks at least"));
    end.done = false;
    job.start({exampleTrace("gloo_rank0.json.gz"), exampleTrace("gloo_rank1.json.gz")}, into,
        ui::ImportAs::Ranks);
    ASSERT_TRUE(end.isAwaited());
    const auto stored = storage::loadComparison(into.toStdString());
    ASSERT_TRUE(stored) << stored.error().message;
    EXPECT_EQ(stored->plan.variants.size(), 1U);
    EXPECT_EQ(profiler::ranksOf(*stored, 0, 0).size(), 2U);
}

TEST_F(ImportInWindow, TellsHowFarEachFileIsRead)
{
    ui::ImportJob job;
    QStringList reported;
    int highest = -1;
    QObject::connect(&job, &ui::ImportJob::reading, &job, [&](const QString& file, int percent) {
        if (reported.isEmpty() || reported.back() != file)
            reported << file;
        highest = std::max(highest, percent);
        EXPECT_LE(percent, 100);
    });
    QObject::connect(&job, &ui::ImportJob::storing, &job, [&] { reported << QString(); });
    const ImportEnd end(job);
    const QStringList files {
        QStringLiteral("tl_h100_bert_small.json.gz"), QStringLiteral("tl_h100_vit.json.gz")};
    job.start({exampleTrace("tl_h100_bert_small.json.gz"), exampleTrace("tl_h100_vit.json.gz")},
        m_folder.filePath(QStringLiteral("x.fscope")));
    ASSERT_TRUE(end.isAwaited());
    EXPECT_EQ(reported, files + QStringList {QString()});
    EXPECT_GT(highest, 0);
}

TEST_F(ImportInWindow, ProgressSaysWhatIsRead)
{
    ui::ImportJob job;
    const auto* progress = ui::showImport(job, QStringLiteral("Reading 2 traces"), &window());
    const auto* words = progress->findChild<QLabel*>();
    ASSERT_NE(words, nullptr);
    EXPECT_EQ(words->text(), QStringLiteral("Reading 2 traces"));
    Q_EMIT job.reading(QStringLiteral("a<b>.json"), 40);
    EXPECT_EQ(words->text(), QStringLiteral("Reading a<b>.json"));
    EXPECT_EQ(words->textFormat(), Qt::PlainText);
    EXPECT_EQ(progress->value(), 40);
    Q_EMIT job.storing();
    EXPECT_EQ(progress->maximum(), 0) << "how long that takes is not known";
}

TEST_F(ImportInWindow, TimelineAndKernelsGoByKeysAlone)
{
    dropPair();
    for (const auto page : {PageId::Timeline, PageId::Kernels}) {
        show(page);
        ui_test::expectWholeWalk(window());
    }
    show(PageId::Timeline);
    tabTo<ui::TimelineCanvas>();
    auto* canvas = window().findChild<ui::TimelineCanvas*>();
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier) {
        QTest::keyClick(QApplication::focusWidget(), key, with);
    };
    press(Qt::Key_Right);
    press(Qt::Key_Down);
    ASSERT_TRUE(canvas->picked());
    press(Qt::Key_M, Qt::ShiftModifier);
    EXPECT_TRUE(canvas->selection().range);
    const auto before = canvas->window();
    press(Qt::Key_F);
    EXPECT_NE(canvas->window(), before);
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
    EXPECT_FALSE(canvas->picked());
    show(PageId::Kernels);
    tabTo<ui::WorkTable>();
    auto* table = qobject_cast<ui::WorkTable*>(QApplication::focusWidget());
    ASSERT_NE(table, nullptr);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    EXPECT_TRUE(table->currentIndex().isValid());
}

TEST(TracesIn, TakesFilesThatAreCalledLikeTracesEagerFirst)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/x/compiled.json.gz")),
        QUrl::fromLocalFile(QStringLiteral("/x/EAGER.json"))});
    EXPECT_EQ(ui::tracesIn(data),
        QStringList({QStringLiteral("/x/EAGER.json"), QStringLiteral("/x/compiled.json.gz")}));
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/x/snapshot.PICKLE"))});
    EXPECT_EQ(ui::tracesIn(data).size(), 1);
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/x/a.json")),
        QUrl::fromLocalFile(QStringLiteral("/x/run.fscope"))});
    EXPECT_TRUE(ui::tracesIn(data).isEmpty());
    data.setUrls({QUrl(QStringLiteral("https://example.org/a.json"))});
    EXPECT_TRUE(ui::tracesIn(data).isEmpty());
}

} // namespace
