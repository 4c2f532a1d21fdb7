// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/example_states.h"
#include "tests/ui/patience.h"
#include "ui/pages/reports/page_preview.h"
#include "ui/pages/reports/report_form.h"
#include "ui/pages/reports/reports_page.h"
#include "ui/pages/reports/section_list.h"
#include "ui/widgets/button.h"
#include "ui/widgets/tab_strip.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <memory>

using namespace ui;

namespace {

ComparisonView viewOfState(const char* state)
{
    ComparisonView view = viewOf(example_states::judgedState(state), {});
    view.file = QStringLiteral("/somewhere/runs.fscope");
    return view;
}

/// A page as the window shows it.
struct Shown {
    explicit Shown(ReportStore* store = nullptr, const char* state = "recommended")
        : page(theme)
    {
        page.setStore(store);
        page.resize(1280, 800);
        page.show();
        page.showView(viewOfState(state));
        ready();
    }

    bool ready()
    {
        return QTest::qWaitFor([this] { return page.isReady(); }, ui_test::patience);
    }

    template <typename T>
    T* find(const QString& name)
    {
        for (T* each : page.findChildren<T*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

    void chooseTemplate(int tab)
    {
        auto* tabs = find<TabStrip>(QStringLiteral("Template of the report"));
        ASSERT_NE(tabs, nullptr);
        tabs->findChildren<QAbstractButton*>().at(tab)->click();
        ASSERT_TRUE(ready());
    }

    Theme theme {ThemeChoice::Light};
    ReportsPage page;
};

} // namespace

TEST(ReportSections, AreAProperModel)
{
    ReportSectionModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setChoices(profiler::sectionsOf(profiler::ReportTemplate::Full));
    const int count = model.rowCount();
    const auto first = model.choices().front();
    QSignalSpy edits(&model, &ReportSectionModel::edited);
    EXPECT_TRUE(model.moveSection(0, count - 1));
    EXPECT_EQ(model.choices().back(), first);
    EXPECT_TRUE(model.moveSection(count - 1, 0));
    EXPECT_EQ(model.choices(), profiler::sectionsOf(profiler::ReportTemplate::Full));
    EXPECT_FALSE(model.moveSection(0, -1));
    EXPECT_FALSE(model.moveSection(count - 1, count));
    EXPECT_TRUE(model.setData(model.index(2), Qt::Unchecked, Qt::CheckStateRole));
    EXPECT_FALSE(model.choices().at(2).shown);
    EXPECT_EQ(edits.count(), 3);
}

TEST(ReportSections, AreMovedByDragging)
{
    ReportSectionModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setChoices(profiler::sectionsOf(profiler::ReportTemplate::Full));
    const auto third = model.choices().at(2);
    const std::unique_ptr<QMimeData> dragged(model.mimeData({model.index(2)}));
    // Not accepted: else the view would take the row out a second time.
    EXPECT_FALSE(model.dropMimeData(dragged.get(), Qt::MoveAction, 0, 0, {}));
    EXPECT_EQ(model.choices().front(), third);
    EXPECT_EQ(model.rowCount(),
        static_cast<int>(profiler::sectionsOf(profiler::ReportTemplate::Full).size()));
}

TEST(ReportsPage, ShowsTheVeryPagesAndSaysHowMany)
{
    Shown shown;
    EXPECT_GT(shown.page.preview().count(), 3);
    shown.chooseTemplate(0);
    EXPECT_EQ(shown.page.preview().count(), 1);
    EXPECT_EQ(shown.page.form().wish().options.kind, profiler::ReportTemplate::OnePage);
    shown.chooseTemplate(3);
    EXPECT_TRUE(shown.page.form().wish().slide);
    auto* ground = shown.find<TabStrip>(QStringLiteral("Ground of the report"));
    ASSERT_NE(ground, nullptr);
    ASSERT_EQ(ground->findChildren<QAbstractButton*>().size(), 3);
    ground->findChildren<QAbstractButton*>().at(2)->click();
    EXPECT_TRUE(shown.page.form().wish().transparent);
    EXPECT_TRUE(shown.ready());
    EXPECT_EQ(shown.page.preview().count(), 1);
}

TEST(ReportsPage, SectionsAreSwitchedAndMovedWithTheKeyboard)
{
    Shown shown;
    SectionList& list = shown.page.form().sections();
    list.setFocus();
    list.setCurrentIndex(list.model()->index(4, 0));
    const auto section = list.sections().choices().at(4).section;
    QTest::keyClick(&list, Qt::Key_Up, Qt::ControlModifier);
    EXPECT_EQ(list.sections().choices().at(3).section, section);
    EXPECT_EQ(list.currentIndex().row(), 3);
    QTest::keyClick(&list, Qt::Key_Space);
    EXPECT_FALSE(list.sections().choices().at(3).shown);
    EXPECT_FALSE(shown.page.form().wish().options.sections.at(3).shown);
    EXPECT_TRUE(shown.ready());
}

TEST(ReportsPage, WhatIsEditedIsKeptForThisComparisonAndCanBeReset)
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    {
        ReportStore store(&settings);
        Shown shown(&store);
        auto* sentence = shown.find<QPlainTextEdit>(QStringLiteral("Sentence on top"));
        ASSERT_NE(sentence, nullptr);
        EXPECT_TRUE(sentence->toPlainText().contains(QLatin1String("reduce-overhead")))
            << sentence->toPlainText().toStdString();
        sentence->setPlainText(QStringLiteral("We **ship** it."));
        shown.chooseTemplate(2);
    }
    ReportStore store(&settings);
    Shown again(&store);
    const auto wish = again.page.form().wish();
    EXPECT_EQ(wish.options.summary, "We **ship** it.");
    EXPECT_EQ(wish.options.kind, profiler::ReportTemplate::Regression);
    auto* reset = again.find<Button>(QStringLiteral("Reset the sentence"));
    ASSERT_NE(reset, nullptr);
    EXPECT_TRUE(reset->isEnabled());
    reset->click();
    EXPECT_FALSE(again.page.form().wish().options.summary);
    EXPECT_FALSE(reset->isEnabled());
    EXPECT_TRUE(again.ready());
}

TEST(ReportsPage, SavesWhatItShows)
{
    const QTemporaryDir folder;
    Shown shown;
    QSignalSpy said(&shown.page, &Page::noted);
    const QString file = folder.filePath(QStringLiteral("r.html"));
    shown.page.saveTo(file, false);
    ASSERT_TRUE(QTest::qWaitFor([&] { return said.count() == 2; }, ui_test::patience));
    EXPECT_TRUE(said.last().first().toString().contains(file));
    EXPECT_TRUE(QFile::exists(file));
    shown.page.saveTo(folder.filePath(QStringLiteral("no/r.pdf")), false);
    ASSERT_TRUE(QTest::qWaitFor([&] { return said.count() == 4; }, ui_test::patience));
    EXPECT_TRUE(said.last().first().toString().contains(QLatin1String("nothing was changed")));
}

TEST(ReportsPage, EveryControlHasANameAndIsReachedByTab)
{
    Shown shown;
    for (const QWidget* widget : shown.page.findChildren<QWidget*>()) {
        if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0)
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        EXPECT_TRUE(
            !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()))
            << widget->metaObject()->className();
    }
}
