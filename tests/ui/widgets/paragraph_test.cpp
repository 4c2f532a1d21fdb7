// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/text/paragraph.h"

#include <gtest/gtest.h>

#include <array>

namespace ui {
namespace {

/// As makeParagraph sets one up.
void setUp(QLabel& label, const QString& html, const QFont& font)
{
    label.setFont(font);
    label.setTextFormat(Qt::RichText);
    label.setWordWrap(true);
    label.setTextInteractionFlags(Qt::TextSelectableByMouse);
    label.setAlignment(Qt::AlignLeft | Qt::AlignTop);
    label.setText(html);
}

void expectSameSizes(const QLabel& ours, const QLabel& qt)
{
    SCOPED_TRACE(qt.text().left(60).toStdString());
    EXPECT_EQ(ours.sizeHint(), qt.sizeHint());
    EXPECT_EQ(ours.minimumSizeHint(), qt.minimumSizeHint());
    for (const int width : {0, 17, 80, 240, 241, 600, 2000})
        EXPECT_EQ(ours.heightForWidth(width), qt.heightForWidth(width)) << width;
}

const QStringList& texts()
{
    static const QStringList all {
        QString(),
        u"one"_qs,
        u"<b>default</b> is 1.71× slower: a convolution's input is copied at every call, and so on"_qs,
        u"two<br>lines"_qs,
        emphasized(QStringLiteral("a_long_name_without_a_blank").repeated(12)),
        emphasized(QStringLiteral("many **words** to wrap ").repeated(60)),
        u"a <code>mono</code> word<br><br>and <b>an <i>empty</i></b> line"_qs,
        u"<p>a paragraph</p><p>and another one, which is long enough to need a second line</p>"_qs,
        u"<ul><li>one</li><li>two</li></ul>"_qs,
        u"数え切れないほどの単語 und Wörter, ok\u2028new line"_qs,
    };
    return all;
}

TEST(Paragraph, IsAsLargeAsQtsOwnLabel)
{
    for (const QString& text : texts()) {
        for (const QFont& font :
            {uiFont(type::base), uiFont(type::caption), uiFont(type::base, QFont::Bold)}) {
            Paragraph ours;
            QLabel qt;
            setUp(ours, text, font);
            setUp(qt, text, font);
            expectSameSizes(ours, qt);
        }
    }
}

TEST(Paragraph, AnswersForWhatItIsNow)
{
    Paragraph ours;
    QLabel qt;
    const std::array<QLabel*, 2> both {&ours, &qt};
    for (const QString& text : texts()) {
        for (QLabel* label : both)
            setUp(*label, text, uiFont(type::base));
        expectSameSizes(ours, qt);
        for (QLabel* label : both)
            label->setContentsMargins(3, 6, 9, 12);
        expectSameSizes(ours, qt);
        for (QLabel* label : both)
            label->setFont(uiFont(type::caption));
        expectSameSizes(ours, qt);
        for (QLabel* label : both)
            label->setContentsMargins(0, 0, 0, 0);
    }
}

TEST(Paragraph, OneDoesNotAnswerForAnother)
{
    Paragraph first;
    Paragraph second;
    setUp(first, texts().at(2), uiFont(type::base));
    setUp(second, texts().at(5), uiFont(type::base));
    const int before = first.heightForWidth(240);
    const int other = second.heightForWidth(240);
    EXPECT_GT(other, before);
    EXPECT_EQ(first.heightForWidth(241), before);
    EXPECT_EQ(second.heightForWidth(240), other);
}

} // namespace
} // namespace ui
