// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/latency/latency_headline.h"

#include "profiler/report/sentences/latency_text.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace ui {

namespace {

/// A name of 200 characters without a blank must not make the page wider than the window: lines
/// may break inside it.
QString breakable(const QString& text)
{
    constexpr int longestWord = 24;
    QString result;
    int run = 0;
    for (const QChar letter : text) {
        run = letter.isSpace() || letter == u'*' ? 0 : run + 1;
        if (run > longestWord) {
            result += QChar(0x200B); // zero width space
            run = 1;
        }
        result += letter;
    }
    return result;
}

} // namespace

/// The shape of a status, alone.
class StatusSign : public QWidget {
public:
    explicit StatusSign(const Theme& theme)
        : m_theme(theme)
    {
        setFixedSize(20, 20);
    }

    void setStatus(Status status, const QString& word)
    {
        m_status = status;
        setAccessibleName(word);
        setToolTip(word);
        update();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        drawStatus(painter, m_theme.tokens(), m_status, rect());
    }

private:
    const Theme& m_theme;
    Status m_status = Status::Information;
};

LatencyHeadline::LatencyHeadline(const Theme& theme, QWidget* parent)
    : Panel(theme, {}, parent)
    , m_sign(new StatusSign(theme))
    , m_sentence(makeParagraph(uiFont(type::verdict)))
    , m_note(makeParagraph(uiFont(type::caption), QPalette::PlaceholderText))
{
    setAccessibleName(tr("How the calls are spread"));
    layout()->setContentsMargins(20, 12, 16, 12);
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(m_sentence);
    words->addWidget(m_note);
    auto* button = new Button(theme, ButtonKind::Secondary, tr("Copy text"), Icon::Copy);
    connect(button, &Button::clicked, this, &LatencyHeadline::copy);
    auto* row = new QHBoxLayout;
    row->setSpacing(14);
    row->addWidget(m_sign, 0, Qt::AlignVCenter);
    row->addLayout(words, 1);
    row->addWidget(button, 0, Qt::AlignVCenter);
    body()->addLayout(row);
}

void LatencyHeadline::showCase(const profiler::ComparisonResult& result,
    const profiler::CaseResult& caseResult, int focusedVariant)
{
    using profiler::Emphasis;
    Status status = Status::Information;
    QString word = tr("no limit set");
    for (const profiler::VariantResult& variant : caseResult.variants) {
        for (const profiler::LimitResult& limit : variant.limits) {
            if (variant.variant != focusedVariant || limit.what != "p99" || !limit.value)
                continue;
            status = limit.met ? Status::Good : Status::Warning;
            word = limit.met ? tr("limit met") : tr("over the limit");
        }
    }
    m_sign->setStatus(status, word);
    setStripe(status == Status::Information ? std::optional<Status>() : status);
    m_sentence->setText(
        emphasized(breakable(qt(latencySentence(caseResult, focusedVariant, Emphasis::Markdown)))));
    const QString note = qt(latencyNote(result, caseResult, focusedVariant));
    m_note->setText(breakable(note).toHtmlEscaped());
    m_note->setVisible(!note.isEmpty());
    m_plain = qt(latencySentence(caseResult, focusedVariant));
    if (!note.isEmpty())
        m_plain += u'\n' + note;
    m_sentence->setAccessibleName(m_plain);
}

void LatencyHeadline::showSentence(const QString& sentence)
{
    m_sign->setStatus(Status::Information, {});
    setStripe(std::nullopt);
    m_sentence->setText(sentence.toHtmlEscaped());
    m_note->hide();
    m_plain = sentence;
}

void LatencyHeadline::copy()
{
    QGuiApplication::clipboard()->setText(m_plain);
    Q_EMIT copied();
}

} // namespace ui
