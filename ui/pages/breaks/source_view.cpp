// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/breaks/source_view.h"

#include "profiler/report/sentences/breaks_text.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"

#include <QGridLayout>
#include <QPainter>
#include <QScrollBar>
#include <QSyntaxHighlighter>
#include <QTextBlock>

#include <algorithm>

namespace ui {

namespace {

constexpr std::size_t mostRows = 7;

QString foldedText(int count)
{
    return count == 1 ? QObject::tr("1 frame of a library")
                      : QObject::tr("%1 frames of libraries").arg(count);
}

/// The innermost rows tell most.
std::vector<PathRow> lastOf(std::vector<PathRow> rows)
{
    if (rows.size() <= mostRows)
        return rows;
    const auto dropped = rows.size() - mostRows + 1;
    rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(dropped));
    rows.insert(rows.begin(), {.text = QObject::tr("%1 more above").arg(dropped)});
    return rows;
}

constexpr double highestPill = 18;

/// Where a comment of Python begins in a line; -1: nowhere. Quotes are looked at, strings over
/// several lines are not.
int commentStart(const QString& text)
{
    QChar quote;
    for (int i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (!quote.isNull()) {
            if (c == u'\\')
                ++i;
            else if (c == quote)
                quote = QChar();
        } else if (c == u'"' || c == u'\'') {
            quote = c;
        } else if (c == u'#') {
            return i;
        }
    }
    return -1;
}

} // namespace

std::vector<PathRow> pathRows(const std::vector<profiler::SourceFrame>& frames)
{
    std::vector<PathRow> rows;
    int folded = 0;
    const auto unfold = [&] {
        if (folded > 0)
            rows.push_back({.text = foldedText(folded)});
        folded = 0;
    };
    for (const profiler::SourceFrame& frame : frames) {
        if (frame.library) {
            ++folded;
            continue;
        }
        unfold();
        rows.push_back({.place = qt(profiler::placeText(frame.file, frame.line)),
            .text = frame.text.empty() ? qt(frame.function) : qt(frame.text).trimmed()});
    }
    unfold();
    return lastOf(std::move(rows));
}

CallPath::CallPath(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    setAccessibleName(tr("How execution came here"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(1, 1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void CallPath::setFrames(const std::vector<profiler::SourceFrame>& frames)
{
    clearLayout(*m_grid);
    const std::vector<PathRow> rows = pathRows(frames);
    setVisible(!rows.empty());
    if (rows.empty())
        return;
    m_grid->addWidget(
        makeLabel(tr("How execution came here"), uiFont(type::base, QFont::DemiBold)), 0, 0, 1, 2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const PathRow& row = rows.at(i);
        const int line = static_cast<int>(i) + 1;
        auto* text = new ElidedLabel;
        text->setFont(row.place.isEmpty() ? uiFont(type::caption) : monoFont(type::caption));
        text->setForegroundRole(QPalette::PlaceholderText);
        text->setText(row.text);
        if (row.place.isEmpty()) {
            m_grid->addWidget(text, line, 0, 1, 2);
            continue;
        }
        auto* place = new ElidedLabel(Qt::ElideLeft);
        place->setFont(monoFont(type::caption));
        place->setForegroundRole(QPalette::Link);
        place->setText(row.place);
        place->setMaximumWidth(220);
        m_grid->addWidget(place, line, 0);
        m_grid->addWidget(text, line, 1);
    }
}

class SourceView::Gutter : public QWidget {
public:
    explicit Gutter(SourceView& view)
        : QWidget(&view)
        , m_view(view)
    {
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QPainter painter(this);
        m_view.paintGutter(painter, event->rect());
    }

private:
    SourceView& m_view;
};

class SourceView::Comments : public QSyntaxHighlighter {
public:
    Comments(const Theme& theme, QTextDocument* document)
        : QSyntaxHighlighter(document)
        , m_theme(theme)
    {
    }

protected:
    void highlightBlock(const QString& text) override
    {
        const int start = commentStart(text);
        if (start >= 0)
            setFormat(start, static_cast<int>(text.size()) - start, m_theme.tokens().muted);
    }

private:
    const Theme& m_theme;
};

SourceView::SourceView(const Theme& theme)
    : m_theme(theme)
    , m_gutter(new Gutter(*this))
    , m_comments(new Comments(theme, document()))
{
    setReadOnly(true);
    setAccessibleName(tr("Source"));
    setFont(monoFont(type::base));
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabStopDistance(4 * QFontMetricsF(font()).horizontalAdvance(u' '));
    viewport()->setAutoFillBackground(false);
    QPalette clear = palette();
    clear.setColor(QPalette::Base, Qt::transparent);
    setPalette(clear);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& /*area*/, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        m_gutter->update();
    });
    connect(&theme, &Theme::changed, this, [this] { m_comments->rehighlight(); });
}

void SourceView::setSource(const profiler::SourceFact& source, std::vector<SourceMark> marks)
{
    m_firstLine = source.firstLine;
    m_marks = std::move(marks);
    setPlainText(qt(source.text));
    placeGutter();
    scrollToChosen();
}

const SourceMark* SourceView::markAt(int line) const
{
    const SourceMark* found = nullptr;
    for (const SourceMark& mark : m_marks)
        if (mark.line == line && (found == nullptr || mark.chosen))
            found = &mark;
    return found;
}

int SourceView::gutterWidth() const
{
    const int last = m_firstLine + blockCount();
    return fontMetrics().horizontalAdvance(QString::number(last)) + 28;
}

void SourceView::placeGutter()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    m_gutter->setGeometry(0, 0, gutterWidth(), height());
}

void SourceView::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
}

/// A third of the view stands above it.
void SourceView::scrollToChosen()
{
    int chosen = m_firstLine;
    for (const SourceMark& mark : m_marks)
        if (mark.chosen)
            chosen = mark.line;
    const QTextBlock block = document()->findBlockByNumber(std::max(0, chosen - m_firstLine));
    if (!block.isValid())
        return;
    QTextCursor cursor(block);
    setTextCursor(cursor);
    centerCursor();
    horizontalScrollBar()->setValue(0);
}

void SourceView::paintGutter(QPainter& painter, const QRect& area) const
{
    const Tokens& tokens = m_theme.tokens();
    painter.setFont(font());
    QTextBlock block = firstVisibleBlock();
    while (block.isValid()) {
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        if (box.top() > area.bottom())
            return;
        const int line = m_firstLine + block.blockNumber();
        const QRectF row(0, box.top(), m_gutter->width(), box.height());
        const SourceMark* mark = markAt(line);
        if (mark != nullptr) {
            painter.fillRect(row,
                blend(tokens.status(mark->status), tokens.panel,
                    tokens.tints && mark->chosen ? 0.22 : 0));
            painter.fillRect(QRectF(0, row.top(), 3, row.height()), tokens.status(mark->status));
        }
        painter.setPen(mark != nullptr ? tokens.text : tokens.muted);
        drawText(painter, row.adjusted(0, 0, -14, 0), Qt::AlignRight | Qt::AlignVCenter,
            QString::number(line));
        block = block.next();
    }
}

void SourceView::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(viewport());
        paintGround(painter);
    }
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    paintTexts(painter);
}

void SourceView::paintGround(QPainter& painter)
{
    const Tokens& tokens = m_theme.tokens();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        if (box.top() > viewport()->height())
            return;
        const SourceMark* mark = markAt(m_firstLine + block.blockNumber());
        if (mark == nullptr || !mark->chosen || !tokens.tints)
            continue;
        painter.fillRect(QRectF(0, box.top(), viewport()->width(), box.height()),
            blend(tokens.status(mark->status), tokens.panel, 0.22));
    }
}

/// Behind the code, where there is room; else at the right edge.
void SourceView::paintTexts(QPainter& painter)
{
    const Tokens& tokens = m_theme.tokens();
    const QFont font = uiFont(type::small, QFont::DemiBold);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        if (box.top() > viewport()->height())
            return;
        const SourceMark* mark = markAt(m_firstLine + block.blockNumber());
        if (mark == nullptr || mark->word.isEmpty())
            continue;
        const double width = QFontMetricsF(font).horizontalAdvance(mark->word) + 18;
        const double code = contentOffset().x()
            + QFontMetricsF(this->font()).horizontalAdvance(block.text()) + 18;
        const double left = std::min(code, viewport()->width() - width - 4);
        const double pillHeight = std::min(highestPill, box.height());
        const QRectF pill(left, box.center().y() - (pillHeight / 2), width, pillHeight);
        painter.setPen(QPen(tokens.status(mark->status), 1.4));
        painter.setBrush(tokens.panel);
        painter.drawRoundedRect(pill, pillHeight / 2, pillHeight / 2);
        painter.setPen(tokens.text);
        painter.setFont(font);
        drawText(painter, pill, Qt::AlignCenter, mark->word);
    }
}

} // namespace ui
