// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/findings_panel.h"

#include "ui/models/text.h"
#include "ui/parts/elided_label.h"
#include "ui/parts/focus.h"
#include "ui/parts/labels.h"
#include "ui/parts/scroll_column.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

using profiler::Finding;

/// A shape beside the first line of its text.
class Sign : public QWidget {
public:
    Sign(const Theme& theme, Status status)
        : m_theme(theme)
        , m_status(status)
    {
        setFixedSize(22, 18);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        drawStatus(painter, m_theme.tokens(), m_status, QRectF(0, 1, 16, 16));
    }

private:
    const Theme& m_theme;
    Status m_status;
};

/// The marker of the variant that a finding is about.
class MarkerSign : public QWidget {
public:
    MarkerSign(const Theme& theme, int variant)
        : m_theme(theme)
        , m_variant(variant)
    {
        setFixedSize(14, 16);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        drawMarker(painter, m_theme.variant(m_variant), QPointF(5, height() / 2.0), 8);
    }

private:
    const Theme& m_theme;
    int m_variant;
};

class Rule : public QWidget {
public:
    explicit Rule(const Theme& theme)
        : m_theme(theme)
    {
        setFixedHeight(7);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.fillRect(QRectF(0, 3, width(), m_theme.tokens().line), m_theme.tokens().border);
    }

private:
    const Theme& m_theme;
};

QHBoxLayout* placeLine(const Theme& theme, const Finding& finding, const QString& variantName)
{
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    if (finding.variant) {
        line->addWidget(new MarkerSign(theme, *finding.variant));
        auto* name = new ElidedLabel(Qt::ElideMiddle);
        name->setFont(uiFont(type::caption));
        name->setForegroundRole(QPalette::PlaceholderText);
        name->setText(variantName);
        name->setMaximumWidth(120);
        line->addWidget(name);
        line->addSpacing(6);
    }
    if (!finding.evidence.empty()) {
        auto* place = new ElidedLabel(Qt::ElideLeft);
        place->setFont(monoFont(type::small));
        place->setForegroundRole(QPalette::Link);
        place->setText(qt(finding.evidence));
        line->addWidget(place, 1);
    } else {
        line->addStretch(1);
    }
    return line;
}

/// A finding as a button over several lines.
class FindingItem : public QAbstractButton {
public:
    FindingItem(const Theme& theme, const Finding& finding, const QString& variantName)
        : m_theme(theme)
    {
        const QString advice = qt(finding.advice);
        setText(qt(finding.sentence));
        setAccessibleName(QStringList {qt(finding.sentence), qt(finding.evidence), advice}.join(
            QStringLiteral(". ")));
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        setCursor(Qt::PointingHandCursor);
        auto* columns = new QHBoxLayout(this);
        columns->setContentsMargins(6, 5, 6, 5);
        columns->setSpacing(0);
        columns->addWidget(new Sign(theme, statusOf(finding.severity)), 0, Qt::AlignTop);
        auto* lines = new QVBoxLayout;
        lines->setSpacing(3);
        QLabel* sentence = paragraph(uiFont(type::caption, QFont::DemiBold), QPalette::WindowText);
        sentence->setText(text().toHtmlEscaped());
        lines->addWidget(sentence);
        if (finding.variant || !finding.evidence.empty())
            lines->addLayout(placeLine(theme, finding, variantName));
        if (!advice.isEmpty()) {
            QLabel* next = paragraph(uiFont(type::caption), QPalette::WindowText);
            next->setText(advice.toHtmlEscaped());
            lines->addWidget(next);
        }
        columns->addLayout(lines, 1);
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }

    [[nodiscard]] QSize sizeHint() const override { return layout()->sizeHint(); }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const Tokens& tokens = m_theme.tokens();
        if (!underMouse() && !showsFocus(*this))
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(underMouse() ? QBrush(tokens.raised) : QBrush(Qt::NoBrush));
        painter.setPen(showsFocus(*this) ? QPen(tokens.accent, 2) : QPen(Qt::NoPen));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }

private:
    /// The button, not its words, takes the mouse.
    static QLabel* paragraph(const QFont& font, QPalette::ColorRole role)
    {
        QLabel* label = makeParagraph(font, role);
        label->setTextInteractionFlags(Qt::NoTextInteraction);
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        return label;
    }

    const Theme& m_theme;
};

/// Those of the shown case and those of all cases, worst first.
std::vector<Finding> shownFindings(const ComparisonView& view)
{
    std::vector<Finding> shown;
    const auto& all = view.comparison->result.findings;
    std::copy_if(
        all.begin(), all.end(), std::back_inserter(shown), [&view](const Finding& finding) {
            return !finding.caseIndex || *finding.caseIndex == view.caseIndex;
        });
    std::stable_sort(shown.begin(), shown.end(),
        [](const Finding& one, const Finding& other) { return one.severity > other.severity; });
    return shown;
}

} // namespace

FindingsPanel::FindingsPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("Findings"), parent)
{
    auto* scroll = new ScrollColumn;
    scroll->setAccessibleName(tr("List of findings"));
    m_list = scroll->column();
    m_list->setContentsMargins(0, 2, 4, 0);
    m_list->setSpacing(0);
    body()->addWidget(scroll, 1);
}

void FindingsPanel::clear()
{
    while (QLayoutItem* item = m_list->takeAt(0)) {
        if (QWidget* widget = item->widget()) { // perhaps the one whose click brought us here
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

void FindingsPanel::addEntry(const Finding& finding, const QString& variantName)
{
    auto* item = new FindingItem(theme(), finding, variantName);
    connect(
        item, &QAbstractButton::clicked, this, [this, finding] { Q_EMIT findingChosen(finding); });
    m_list->addWidget(item);
}

void FindingsPanel::showView(const ComparisonView& view)
{
    clear();
    const std::vector<Finding> findings = shownFindings(view);
    const auto& variants = view.comparison->result.plan.variants;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const Finding& finding = findings.at(i);
        const auto variant = static_cast<std::size_t>(finding.variant.value_or(0));
        if (i > 0)
            m_list->addWidget(new Rule(theme()));
        addEntry(finding, variant < variants.size() ? qt(variants.at(variant).name) : QString());
    }
    if (findings.empty()) {
        Finding nothing;
        nothing.sentence = tr("Nothing to warn about in this case").toStdString();
        auto* item = new FindingItem(theme(), nothing, {});
        item->setFocusPolicy(Qt::NoFocus); // leads nowhere
        item->setAttribute(Qt::WA_TransparentForMouseEvents);
        m_list->addWidget(item);
    }
    m_list->addStretch(1);
    setCaption(findings.empty() ? QString() : tr("worst first"));
}

} // namespace ui
