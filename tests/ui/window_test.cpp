// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/example_states.h"
#include "tests/ui/shown_window.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/overview/variant_table.h"
#include "ui/pages/overview/verdict_panel.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fact_row.h"
#include "ui/widgets/status_label.h"
#include "ui/window/bars/nav_item.h"
#include "ui/window/control/copy_commands.h"
#include "ui/window/workspace/page_stack.h"

#include <QButtonGroup>
#include <QLabel>
#include <QPaintEvent>
#include <QTableView>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

namespace {

using testing::HasSubstr;
using ui_test::ShownWindow;

std::string textOf(const QString& text)
{
    return text.toStdString();
}

template <typename T>
std::vector<T*> visible(const QWidget& parent)
{
    std::vector<T*> found;
    for (T* child : parent.findChildren<T*>())
        if (child->isVisible())
            found.push_back(child);
    return found;
}

/// How many pixels each widget was asked to paint.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(const QWidget& parent)
    {
        for (QWidget* child : parent.findChildren<QWidget*>())
            child->installEventFilter(this);
    }

    [[nodiscard]] int pixelsOf(const QWidget& widget) const
    {
        const auto found = m_pixels.find(&widget);
        return found == m_pixels.end() ? 0 : found->second;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            for (const QRect& part : static_cast<QPaintEvent*>(event)->region())
                m_pixels[watched] += part.width() * part.height();
        return false;
    }

private:
    std::map<const QObject*, int> m_pixels;
};

template <typename T>
int pixelsOfAll(const PaintWatch& watch, const QWidget& parent)
{
    int pixels = 0;
    for (const T* widget : visible<T>(parent))
        pixels += watch.pixelsOf(*widget);
    return pixels;
}

/// Tab goes to the chosen one of several exclusive buttons; arrow keys lead to the others.
std::vector<const QWidget*> reachedWith(const QWidget& widget)
{
    std::vector<const QWidget*> all {&widget};
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    if (button == nullptr)
        return all;
    if (button->group() != nullptr && button->group()->exclusive())
        for (const QAbstractButton* other : button->group()->buttons())
            all.push_back(other);
    if (button->autoExclusive() && button->group() == nullptr)
        for (const QAbstractButton* other :
            button->parentWidget()->findChildren<QAbstractButton*>())
            if (other->autoExclusive())
                all.push_back(other);
    return all;
}

TEST(Overview, SaysAtFirstGlanceWhatToUseAndWhetherToTrustIt)
{
    const ShownWindow shown("recommended");
    const auto badges = visible<ui::Badge>(shown.window());
    ASSERT_EQ(badges.size(), 1U);
    EXPECT_EQ(badges.front()->text(), QStringLiteral("Recommended"));
    const std::string sentence = textOf(ui::verdictSentence(shown.window().control().context));
    EXPECT_THAT(sentence, HasSubstr("NVIDIA H200"));
    EXPECT_THAT(sentence, HasSubstr("use reduce-overhead"));
    EXPECT_THAT(sentence, HasSubstr("faster than eager"));
    EXPECT_THAT(sentence, HasSubstr("95 % interval"));
    EXPECT_THAT(sentence, HasSubstr("5 processes × 20 rounds"));
    EXPECT_THAT(sentence, HasSubstr("pays back"));
    std::vector<std::string> notes;
    for (const ui::StatusLabel* note : visible<ui::StatusLabel>(shown.window()))
        notes.push_back(textOf(note->text()));
    EXPECT_THAT(notes, testing::Contains(HasSubstr("can be trusted: 5 processes")));
    EXPECT_THAT(notes, testing::Contains(HasSubstr("graph breaks")));
}

TEST(Overview, ShowsTheRatioOfTheTableAsTheLargeFigure)
{
    const ShownWindow shown("recommended");
    const auto& table = shown.overview().variants();
    const QString ratio
        = table.forest().rows.at(static_cast<std::size_t>(shown.window().view().focus)).ratioText;
    const auto labels = visible<QLabel>(shown.window());
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->text() == ratio;
    })) << textOf(ratio);
}

TEST(Overview, ShowsSixCardsOfTheFocusedVariant)
{
    ShownWindow shown("recommended");
    shown.window().shown().setFocus(1);
    const auto cards = visible<ui::Card>(shown.window());
    ASSERT_EQ(cards.size(), 6U);
    EXPECT_EQ(textOf(cards.front()->content().value),
        textOf(shown.overview().variants().forest().rows.at(1).throughput));
}

TEST(Overview, ShowsGoalAndQualityInTheInspector)
{
    const ShownWindow shown("recommended");
    std::vector<std::string> facts;
    for (const ui::FactRow* row : visible<ui::FactRow>(shown.window()))
        facts.push_back(textOf(row->accessibleName()));
    EXPECT_THAT(facts, testing::Contains(HasSubstr("000 calls saves")));
    EXPECT_THAT(facts, testing::Contains(HasSubstr("p99 at most")));
    EXPECT_THAT(facts, testing::Contains(HasSubstr("Processes × rounds 5 × 20")));
}

TEST(Overview, GivesNoLargeFigureWhileItIsUndecided)
{
    const ShownWindow shown("undecided");
    EXPECT_EQ(visible<ui::Badge>(shown.window()).front()->text(), QStringLiteral("Undecided"));
    for (const QLabel* label : visible<QLabel>(shown.window()))
        EXPECT_LT(label->font().pixelSize(), 30) << textOf(label->text());
}

class SmallWindow : public testing::TestWithParam<const char*> { };

TEST_P(SmallWindow, CutsNoVerdictAndNeedsNoHorizontalScrolling)
{
    const ShownWindow shown(GetParam(), QSize(1280, 720));
    const ui::VariantTable& table = shown.overview().variants();
    ASSERT_EQ(table.model()->rowCount(), 8);
    EXPECT_TRUE(table.showsVerdictsWhole());
    for (const QLabel* label : visible<QLabel>(shown.overview())) {
        if (label->wordWrap()) {
            EXPECT_GE(label->height(), label->heightForWidth(label->width()))
                << textOf(label->text());
        }
        const QPoint right = label->mapTo(&shown.overview(), QPoint(label->width(), 0));
        EXPECT_LE(right.x(), shown.overview().width()) << textOf(label->text());
    }
}

INSTANTIATE_TEST_SUITE_P(EightVariants, SmallWindow, testing::Values("eight", "long_names"));

TEST(Window, ReachesEveryControlByKeyboardAndNamesIt)
{
    ShownWindow shown("recommended");
    for (const ui::PageDescriptor& entry : ui::pageList()) {
        SCOPED_TRACE(textOf(entry.name));
        shown.showPage(entry.id);
        shown.settle();
        std::set<const QWidget*> wanted;
        for (QWidget* widget : visible<QWidget>(shown.window())) {
            const bool takesTab = widget->focusPolicy() & Qt::TabFocus;
            if (!takesTab || !widget->isEnabled())
                continue;
            wanted.insert(widget);
            EXPECT_FALSE(widget->accessibleName().isEmpty()) << widget->metaObject()->className();
        }
        std::set<const QWidget*> reached;
        for (std::size_t i = 0; i < 2 * wanted.size() + 4; ++i) {
            QTest::keyClick(&shown.window(), Qt::Key_Tab);
            if (const QWidget* focus = shown.window().focusWidget()) {
                const auto with = reachedWith(*focus);
                reached.insert(with.begin(), with.end());
            }
        }
        for (const QWidget* widget : wanted)
            EXPECT_TRUE(reached.count(widget) == 1)
                << widget->metaObject()->className() << ' ' << textOf(widget->accessibleName());
    }
}

TEST(Window, OpensPagesByKeyAndStepsThroughCases)
{
    ShownWindow shown("recommended");
    EXPECT_EQ(shown.window().view().caseIndex, 0);
    QTest::keyClick(&shown.window(), Qt::Key_BracketRight);
    EXPECT_EQ(shown.window().view().caseIndex, 1);
    QTest::keyClick(&shown.window(), Qt::Key_BracketRight);
    EXPECT_EQ(shown.window().view().caseIndex, 1) << "there are two cases";
    QTest::keyClick(&shown.window(), Qt::Key_BracketLeft);
    EXPECT_EQ(shown.window().view().caseIndex, 0);
    QTest::keyClick(&shown.window(), Qt::Key_2, Qt::AltModifier);
    EXPECT_EQ(shown.window().view().focus, 1);
    QTest::keyClick(&shown.window(), Qt::Key_2, Qt::ControlModifier);
    EXPECT_EQ(shown.window().pages().currentId(), ui::PageId::Results);
}

TEST(Window, GoesFromPageToPageWithTheArrowKeysOfTheSideBar)
{
    ShownWindow shown("recommended");
    const auto items = visible<ui::NavItem>(shown.window());
    const auto chosen = std::find_if(
        items.begin(), items.end(), [](const ui::NavItem* item) { return item->isChecked(); });
    ASSERT_NE(chosen, items.end());
    (*chosen)->setFocus();
    QTest::keyClick(*chosen, Qt::Key_Down);
    EXPECT_EQ(shown.window().pages().currentId(), ui::PageId::Results);
}

TEST(Window, MovesTheFocusWithTheArrowKeysOfTheTable)
{
    ShownWindow shown("recommended");
    shown.window().shown().setFocus(1);
    auto* table = shown.window().findChild<ui::VariantTable*>();
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    EXPECT_EQ(shown.window().view().focus, 2);
}

TEST(Overview, PaintsNothingOfAnotherFocusButWhatSpeaksOfIt)
{
    const ShownWindow shown("eight");
    shown.window().shown().setFocus(1);
    shown.settle();
    const PaintWatch watch(shown.window());
    shown.window().shown().setFocus(3);
    shown.settle();
    const auto& table = *shown.overview().findChild<ui::VariantTable*>();
    ASSERT_GT(pixelsOfAll<ui::Card>(watch, shown.window()), 0) << "cards are of the variant";
    ASSERT_GT(watch.pixelsOf(*table.viewport()), 0) << "its row is marked";
    EXPECT_LT(watch.pixelsOf(*table.viewport()),
        table.viewport()->width() * table.viewport()->height() / 2)
        << "two rows of eight";
    EXPECT_EQ(pixelsOfAll<ui::VerdictPanel>(watch, shown.window()), 0);
    EXPECT_EQ(watch.pixelsOf(*shown.window().findChild<ui::NavItem*>()), 0) << "Overview";
}

TEST(Window, ChangesItsThemeWithoutRestart)
{
    ShownWindow shown("recommended");
    const QImage dark = shown.picture();
    shown.theme().setChoice(ui::ThemeChoice::Light);
    shown.settle();
    const QImage light = shown.picture();
    EXPECT_LT(dark.pixelColor(400, 60).lightness(), 60);
    EXPECT_GT(light.pixelColor(400, 60).lightness(), 200);
    shown.theme().setChoice(ui::ThemeChoice::HighContrast);
    shown.settle();
    EXPECT_EQ(shown.picture().pixelColor(400, 60), QColor(Qt::black));
}

TEST(Window, KeepsCaseAndFocusWhenTheFileIsReadAgain)
{
    ShownWindow shown("recommended");
    shown.window().shown().setCase(1);
    shown.window().shown().setFocus(1);
    shown.window().control().files.showComparison(
        example_states::judgedState("recommended"), QStringLiteral("f"));
    EXPECT_EQ(shown.window().view().caseIndex, 1);
    EXPECT_EQ(shown.window().view().focus, 1);
}

TEST(Window, OffersNoPageThatDoesNotExistAndHasHelpForEach)
{
    ShownWindow shown("recommended");
    for (const ui::PageDescriptor& entry : ui::pageList()) {
        EXPECT_FALSE(entry.help.isEmpty()) << textOf(entry.name);
        shown.showPage(entry.id);
        EXPECT_NE(shown.window().pages().currentPage(), nullptr) << textOf(entry.name);
    }
    EXPECT_FALSE(ui::pageFrom("fleet"));
}

TEST(Window, WithoutAFileOffersToRecordOrOpenOne)
{
    ShownWindow shown(QSize(1280, 720));
    shown.showPage(ui::PageId::Runs);
    const auto labels = visible<QLabel>(*shown.window().pages().currentPage());
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(),
        [](const QLabel* label) { return label->text() == QStringLiteral("No runs yet"); }));
    EXPECT_TRUE(shown.showsSomething());
}

TEST(Window, ShowsAnErrorAsASentenceAndGoesOn)
{
    ShownWindow shown(QSize(1280, 720));
    shown.window().control().files.showError(QStringLiteral("x.fscope is not a run database."));
    std::vector<std::string> notes;
    for (const ui::StatusLabel* note : visible<ui::StatusLabel>(shown.window()))
        notes.push_back(textOf(note->text()));
    EXPECT_THAT(notes, testing::Contains("x.fscope is not a run database."));
}

class EveryState : public testing::TestWithParam<std::tuple<std::string, bool>> { };

TEST_P(EveryState, CanBePainted)
{
    const auto& [state, small] = GetParam();
    ShownWindow shown(state, small ? QSize(1280, 720) : QSize(1680, 1020));
    EXPECT_TRUE(shown.showsSomething());
    EXPECT_FALSE(ui::verdictSentence(shown.window().control().context).isEmpty());
    for (int variant = 0; variant < 8; ++variant)
        shown.window().shown().setFocus(variant);
    shown.settle();
    EXPECT_TRUE(shown.showsSomething());
}

std::vector<std::string> stateNames()
{
    std::vector<std::string> names;
    for (const auto& state : example_states::all())
        names.push_back(state.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(States, EveryState,
    testing::Combine(testing::ValuesIn(stateNames()), testing::Bool()),
    [](const testing::TestParamInfo<EveryState::ParamType>& parameter) {
        return std::get<0>(parameter.param) + (std::get<1>(parameter.param) ? "_small" : "_wide");
    });

} // namespace
