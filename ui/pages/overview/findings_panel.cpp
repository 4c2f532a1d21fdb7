// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/findings_panel.h"

#include "profiler/findings/finding_order.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/advice/remedy_text.h"
#include "profiler/report/sentences/finding_text.h"
#include "profiler/report/sentences/worth_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/remedy_row.h"
#include "ui/text/text.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/painted_widget.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/status_label.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ui {

namespace {

using profiler::Finding;

QString nameOf(const ComparisonView& view, int variant)
{
    const auto& variants = view.comparison->result.plan.variants;
    const auto index = static_cast<std::size_t>(variant);
    return index < variants.size() ? qt(variants[index].name) : QString();
}

/// What findings of several variants have in common when they state the same.
struct Stated {
    std::string rule;
    std::string place;
    Finding::Severity severity = Finding::Severity::Information;
    std::vector<std::string> values;

    auto operator<=>(const Stated&) const = default;
};

std::string predicateOf(const ComparisonView& view, const Finding& finding)
{
    return profiler::findingPredicate(view.comparison->result, finding);
}

/// Nothing of a finding that does not begin with its variant: it cannot speak of several.
std::optional<Stated> statedBy(const ComparisonView& view, const Finding& finding)
{
    if (predicateOf(view, finding).empty())
        return std::nullopt;
    return Stated {finding.rule, profiler::findingPlace(view.comparison->result, finding),
        finding.severity, profiler::findingValues(finding)};
}

void join(const ComparisonView& view, FindingGroup& group, const Finding& finding)
{
    if (std::find(group.variants.begin(), group.variants.end(), *finding.variant)
        != group.variants.end())
        return;
    group.variants.push_back(*finding.variant);
    if (*finding.variant == view.focus)
        group.finding = finding;
}

void name(const ComparisonView& view, FindingGroup& group)
{
    const auto worth = profiler::worthOf(group.finding, view.comparison->result, view.caseIndex);
    group.worth = qt(worth.figure);
    group.worthText = qt(worth.words);
    group.place = qt(profiler::findingPlace(view.comparison->result, group.finding));
    group.advice = qt(profiler::findingAdvice(group.finding));
    const QString code = qt(profiler::remedyCode(view.comparison->result, group.finding));
    if (!code.contains(u'\n'))
        group.code = code;
    const QString sentence = qt(profiler::findingSentence(view.comparison->result, group.finding));
    if (group.variants.empty()) {
        group.title = capitalized(sentence);
        return;
    }
    group.who = nameOf(view, group.variants.front());
    if (group.variants.size() == 1) {
        group.title = sentence;
        return;
    }
    group.title = capitalized(qt(predicateOf(view, group.finding)));
    group.who
        = QCoreApplication::translate("ui::FindingGroup", "%1 variants").arg(group.variants.size());
}

/// A small drawing: the marker of the variant that a finding is about, a line between two findings.
class Drawing : public QWidget {
public:
    explicit Drawing(std::function<void(QPainter&, const QWidget&)> paint)
        : m_paint(std::move(paint))
    {
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        m_paint(painter, *this);
    }

private:
    std::function<void(QPainter&, const QWidget&)> m_paint;
};

QWidget* makeMarker(const Theme& theme, int variant)
{
    auto* marker = new Drawing([&theme, variant](QPainter& painter, const QWidget& sign) {
        drawMarker(painter, theme.variant(variant), QPointF(5, sign.height() / 2.0), 8);
    });
    marker->setFixedSize(14, 16);
    return marker;
}

QWidget* makeRule(const Theme& theme)
{
    auto* rule = new Drawing([&theme](QPainter& painter, const QWidget& sign) {
        painter.fillRect(QRectF(0, 3, sign.width(), theme.tokens().line), theme.tokens().border);
    });
    rule->setFixedHeight(7);
    return rule;
}

QHBoxLayout* placeLine(const Theme& theme, const FindingGroup& group)
{
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    for (const int variant : group.variants)
        line->addWidget(makeMarker(theme, variant));
    if (group.variants.size() == 1) {
        auto* name = new ElidedLabel(Qt::ElideMiddle);
        name->setFont(uiFont(type::caption));
        name->setForegroundRole(QPalette::PlaceholderText);
        name->setText(group.who);
        name->setMaximumWidth(120);
        line->addWidget(name);
    }
    if (!group.variants.empty())
        line->addSpacing(6);
    if (!group.place.isEmpty()) {
        auto* place = new ElidedLabel(Qt::ElideLeft);
        place->setFont(monoFont(type::small));
        place->setForegroundRole(QPalette::Link);
        place->setText(group.place);
        line->addWidget(place, 1);
    } else {
        line->addStretch(1);
    }
    return line;
}

/// A finding as a button over several lines.
class FindingItem : public PaintedButton {
public:
    /// One of the first tells what it costs with its interval, and which page it leads to.
    FindingItem(const Theme& theme, const FindingGroup& group, bool first)
        : PaintedButton(theme)
    {
        setText(group.title);
        QStringList words {group.title, group.worthText, group.who, group.place, group.advice};
        words.removeAll(QString());
        setAccessibleName(words.join(QStringLiteral(". ")));
        setCursor(Qt::PointingHandCursor);
        auto* columns = new QHBoxLayout(this);
        columns->setContentsMargins(6, 5, 6, 5);
        columns->setSpacing(0);
        columns->addWidget(
            makeLeadingSign(theme, statusOf(group.finding.severity), 16, 6), 0, Qt::AlignTop);
        m_lines = new QVBoxLayout;
        m_lines->setSpacing(3);
        addWords(group, first);
        columns->addLayout(m_lines, 1);
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }

    [[nodiscard]] QSize sizeHint() const override { return layout()->sizeHint(); }

private:
    void paint(QPainter& painter, const Tokens& tokens) override
    {
        if (!underMouse() && !showsFocus(*this))
            return;
        painter.setBrush(underMouse() ? QBrush(tokens.raised) : QBrush(Qt::NoBrush));
        painter.setPen(showsFocus(*this) ? QPen(tokens.accent, 2) : QPen(Qt::NoPen));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }

    void addWords(const FindingGroup& group, bool first)
    {
        QLabel* sentence = paragraph(uiFont(type::caption, QFont::DemiBold), QPalette::WindowText);
        sentence->setText(text().toHtmlEscaped());
        if (group.worth.isEmpty() || first)
            m_lines->addWidget(sentence);
        else
            m_lines->addLayout(worthLine(sentence, group));
        if (first)
            addParagraph(capitalized(group.worthText), QPalette::WindowText, QFont::DemiBold);
        if (group.finding.variant || !group.place.isEmpty())
            m_lines->addLayout(placeLine(theme(), group));
        addParagraph(group.advice, QPalette::WindowText);
        if (first)
            addParagraph(QCoreApplication::translate("ui::FindingGroup", "See %1")
                             .arg(qt(profiler::findingPageName(group.finding.page))),
                QPalette::Link);
    }

    void addParagraph(
        const QString& words, QPalette::ColorRole role, QFont::Weight weight = QFont::Normal)
    {
        if (words.isEmpty())
            return;
        QLabel* label = paragraph(uiFont(type::caption, weight), role);
        static const QRegularExpression unit(QStringLiteral("(\\d) (?=[mµn]?s\\b)"));
        label->setText(QString(words).replace(unit, u"\\1\u00a0"_qs).toHtmlEscaped());
        m_lines->addWidget(label);
    }

    /// What mending it wins back stands at the right, where the eye runs down.
    static QHBoxLayout* worthLine(QLabel* sentence, const FindingGroup& group)
    {
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        line->addWidget(sentence, 1);
        auto* worth = new QLabel(group.worth);
        worth->setFont(uiFont(type::caption, QFont::DemiBold));
        worth->setAttribute(Qt::WA_TransparentForMouseEvents);
        line->addWidget(worth, 0, Qt::AlignTop | Qt::AlignRight);
        return line;
    }

    /// The button, not its words, takes the mouse.
    static QLabel* paragraph(const QFont& font, QPalette::ColorRole role)
    {
        QLabel* label = makeParagraph(font, role);
        label->setTextInteractionFlags(Qt::NoTextInteraction);
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        return label;
    }

    QVBoxLayout* m_lines;
};

} // namespace

std::vector<FindingGroup> findingGroups(const ComparisonView& view)
{
    std::vector<FindingGroup> groups;
    std::map<Stated, std::size_t> byStatement; // a file may hold a hundred thousand findings
    for (const Finding& finding :
        profiler::findingsOfCase(view.comparison->result, view.caseIndex)) {
        if (const auto stated = statedBy(view, finding)) {
            const auto [alike, isNew] = byStatement.try_emplace(*stated, groups.size());
            if (!isNew) {
                join(view, groups[alike->second], finding);
                continue;
            }
        }
        FindingGroup group {.finding = finding};
        if (finding.variant)
            group.variants = {*finding.variant};
        groups.push_back(std::move(group));
    }
    for (FindingGroup& group : groups)
        name(view, group);
    return groups;
}

FindingsPanel::FindingsPanel(const Theme& theme)
    : PagePanel(theme, tr("Findings"))
{
    m_scroll = new ScrollColumn;
    m_scroll->setAccessibleName(tr("List of findings"));
    m_list = m_scroll->column();
    m_list->setContentsMargins(0, 2, 4, 0);
    m_list->setSpacing(0);
    body()->addWidget(m_scroll, 1);
    m_scroll->widget()->installEventFilter(this);
}

/// Entries count from when they are shown, which is later than they are added.
bool FindingsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitHeight();
    return PagePanel::eventFilter(watched, event);
}

/// No higher than its findings: room that it does not need is no empty box.
void FindingsPanel::fitHeight()
{
    const int around = height() - m_scroll->height();
    const int width = m_scroll->viewport()->width();
    if (around < 0 || width <= 0)
        return;
    m_list->activate();
    const int wanted = m_list->hasHeightForWidth() ? m_list->totalHeightForWidth(width)
                                                   : m_list->totalSizeHint().height();
    setMaximumHeight(std::max(minimumHeight(), around + wanted + 2));
}

void FindingsPanel::resizeEvent(QResizeEvent* event)
{
    PagePanel::resizeEvent(event);
    fitHeight();
}

void FindingsPanel::addEntry(const ComparisonView& view, const FindingGroup& group, bool first)
{
    auto* item = new FindingItem(theme(), group, first);
    connect(item, &QAbstractButton::clicked, this,
        [this, finding = group.finding] { Q_EMIT findingChosen(finding); });
    m_list->addWidget(item);
    if (first && !group.code.isEmpty())
        addCode(group.code);
    addRemedy(view, group);
}

/// Under the words of the finding, beside its shape.
void FindingsPanel::addRemedy(const ComparisonView& view, const FindingGroup& group)
{
    auto* row = makeRemedyRow(theme(), view, group.finding);
    if (row == nullptr)
        return;
    connect(row, &RemedyRow::recordingRequested, this, &FindingsPanel::recordingRequested);
    connect(row, &RemedyRow::variantChosen, this, &FindingsPanel::variantChosen);
    row->setContentsMargins(28, 0, 6, 6);
    m_list->addWidget(row);
}

/// Under the words of the finding, beside its shape.
void FindingsPanel::addCode(const QString& code)
{
    auto* block = new CodeBlock(theme(), tr("Code that mends it"));
    block->setCode(code);
    block->setMostLines(3);
    copyFrom(block, this, tr("code"));
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(28, 0, 6, 6);
    layout->addWidget(block);
    m_list->addWidget(box);
}

/// What mending the first of them gains together, of the focused variant.
void FindingsPanel::addTopBreaks(const ComparisonView& view)
{
    const profiler::VariantResult* variant = view.focused();
    const QString text = variant == nullptr ? QString() : qt(profiler::topBreaksText(*variant));
    if (text.isEmpty())
        return;
    m_list->addWidget(makeRule(theme()));
    QLabel* label = makeParagraph(uiFont(type::caption, QFont::DemiBold), QPalette::WindowText);
    label->setContentsMargins(6, 5, 6, 5);
    static const QRegularExpression unit(QStringLiteral("(\\d) (?=[mµn]?s\\b)"));
    label->setText(QString(text).replace(unit, u"\\1\u00a0"_qs).toHtmlEscaped());
    m_list->addWidget(label);
}

void FindingsPanel::showView(const ComparisonView& view)
{
    clearLater(*m_list);
    const std::vector<FindingGroup> groups = findingGroups(view);
    constexpr std::ptrdiff_t named = 3; // with all that is known of them
    for (const FindingGroup& group : groups) {
        if (&group != &groups.front())
            m_list->addWidget(makeRule(theme()));
        addEntry(view, group, &group - groups.data() < named);
    }
    if (groups.empty()) {
        auto* item = new FindingItem(
            theme(), {.finding = {}, .title = tr("Nothing to warn about in this case")}, false);
        item->setFocusPolicy(Qt::NoFocus); // leads nowhere
        item->setAttribute(Qt::WA_TransparentForMouseEvents);
        m_list->addWidget(item);
    }
    addTopBreaks(view);
    m_list->addStretch(1);
    const bool worth = std::any_of(groups.begin(), groups.end(),
        [](const FindingGroup& group) { return !group.worth.isEmpty(); });
    setCaption(groups.empty() ? QString()
            : worth           ? tr("by time you can win back")
                              : tr("worst first"));
    fitHeight();
}

} // namespace ui
