// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/side_bar.h"

#include "profiler/evidence/breaks/break_intent.h"
#include "profiler/model/variant_result.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/list/page_list.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/painted_widget.h"
#include "ui/window/bars/job_card.h"
#include "ui/window/palette/action_registry.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int wideWidth = 208;
constexpr int compactWidth = 176;
constexpr int iconWidth = 48;

/// The sign and the name of the program.
class Brand : public PaintedWidget {
public:
    explicit Brand(const Theme& theme)
        : PaintedWidget(theme)
    {
        setFixedHeight(30);
        setAccessibleName(QStringLiteral("Fusescope"));
    }

private:
    void paint(QPainter& painter, const Tokens& tokens) override
    {
        const bool signOnly = width() < 60;
        drawIcon(painter, Icon::Logo,
            QRectF(signOnly ? (width() - 24) / 2.0 : 4, height() / 2.0 - 12, 24, 24),
            tokens.accent);
        if (signOnly)
            return;
        painter.setFont(uiFont(15, QFont::DemiBold));
        painter.setPen(tokens.text);
        drawText(painter, rect().adjusted(34, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
            QStringLiteral("Fusescope"));
    }
};

QString environmentField(const ComparisonView& view, const char* name)
{
    if (view.comparison == nullptr)
        return {};
    return qt(profiler::firstField(view.comparison->data, name));
}

} // namespace

SideBar::SideBar(const Theme& theme)
    : BorderedBar(theme, Qt::RightEdge)
{
    setAccessibleName(tr("Pages"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(0);
    createHead(*column);
    createPages(*column);
    column->addStretch(1);
    createFoot(*column);
    arrange();
}

void SideBar::createHead(QVBoxLayout& column)
{
    m_newComparison = new Button(theme(), ButtonKind::Primary, tr("New comparison"), Icon::Plus);
    m_newComparison->setTextLeft(true);
    connect(m_newComparison, &Button::clicked, this,
        [this] { Q_EMIT pageRequested(PageId::NewComparison); });
    column.addWidget(new Brand(theme()));
    column.addSpacing(9);
    column.addWidget(m_newComparison);
    column.addSpacing(4);
}

void SideBar::createPages(QVBoxLayout& column)
{
    auto group = PageGroup::None;
    for (const PageDescriptor& entry : pageList()) {
        if (entry.group == PageGroup::None)
            continue;
        if (entry.group != group) {
            group = entry.group;
            QLabel* heading = makeLabel(
                groupTitle(group), uiFont(type::caption, QFont::Medium), QPalette::PlaceholderText);
            heading->setContentsMargins(8, 0, 0, 0);
            heading->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
            m_groups.push_back(heading);
            column.addWidget(heading);
        }
        auto* page = new NavItem(theme(), entry, this);
        m_items.push_back(page);
        column.addWidget(page);
        connect(
            page, &NavItem::clicked, this, [this, page] { Q_EMIT pageRequested(page->page().id); });
    }
}

void SideBar::createFoot(QVBoxLayout& column)
{
    m_jobCard = new JobCard(theme());
    connect(m_jobCard, &JobCard::clicked, this, [this] { Q_EMIT pageRequested(PageId::Live); });
    column.addWidget(m_jobCard);
    column.addSpacing(8);
    auto* themeButton = new Button(theme(), ButtonKind::Quiet, {}, Icon::Theme);
    themeButton->setButtonSize(ButtonSize::Compact);
    themeButton->setAccessibleName(tr("Theme"));
    themeButton->setToolTip(tr("Theme: System, Dark, Light, High contrast"));
    connect(themeButton, &Button::clicked, this, [this, themeButton] {
        Q_EMIT themeMenuRequested(themeButton->mapToGlobal(QPoint(0, -4)));
    });
    m_device = new ElidedLabel;
    m_versions = new ElidedLabel;
    for (ElidedLabel* label : {m_device, m_versions}) {
        label->setFont(uiFont(type::small));
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    auto* lines = new QVBoxLayout;
    lines->setContentsMargins(8, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_device);
    lines->addWidget(m_versions);
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    row->addLayout(lines, 1);
    row->addWidget(themeButton, 0, Qt::AlignBottom);
    column.addLayout(row);
}

void SideBar::setJob(const RecordingJob* job)
{
    m_jobCard->setJob(job);
}

void SideBar::setRecordingElsewhere(const QString& name, std::optional<double> doneRatio)
{
    m_jobCard->setElsewhere(name, doneRatio);
}

void SideBar::setCurrentPage(PageId page)
{
    m_jobCard->setChosen(page == PageId::Live);
    for (NavItem* each : m_items) {
        each->setAutoExclusive(false);
        each->setChecked(each->page().id == page);
        each->setAutoExclusive(true);
    }
}

NavItem* SideBar::item(PageId page) const
{
    for (NavItem* each : m_items)
        if (each->page().id == page)
            return each;
    return nullptr;
}

void SideBar::showView(const ComparisonView& view)
{
    for (NavItem* each : m_items) {
        const bool dimmed = !each->page().hasData(view);
        each->setDimmed(dimmed);
        each->setNavBadge({std::nullopt, dimmed ? tr("no data") : QString()});
    }
    showBadges(view);
    m_device->setText(view.comparison == nullptr ? QString() : qt(view.comparison->result.device));
    const QString torch = environmentField(view, "torch");
    const QString cuda = environmentField(view, "cuda");
    const QString hip = environmentField(view, "hip");
    const bool noGpu = cuda.isEmpty() || cuda == QLatin1String("none")
        || (view.comparison != nullptr && view.comparison->result.plan.numeric.device == "cpu");
    m_versions->setText(torch.isEmpty() ? QString()
                                        : tr("PyTorch %1 · %2")
                                              .arg(torch,
                                                  !hip.isEmpty() ? tr("ROCm %1").arg(hip)
                                                      : noGpu    ? tr("CPU")
                                                                 : tr("CUDA %1").arg(cuda)));
}

/// Breaks and numerics of the focused variant are known before their pages are made.
void SideBar::showBadges(const ComparisonView& view)
{
    const profiler::VariantResult* variant = view.focused();
    if (variant == nullptr)
        return;
    if (variant->graphBreaks.value_or(0) > 0) {
        const bool unwanted
            = profiler::unwantedBreaks(view.comparison->data, variant->variant, view.caseIndex) > 0;
        item(PageId::GraphBreaks)
            ->setNavBadge({unwanted ? Status::Warning : Status::Information,
                QString::number(*variant->graphBreaks)});
    }
    if (variant->numerics.status != profiler::NumericsStatus::NotChecked)
        item(PageId::Numerics)->setNavBadge({statusOf(variant->numerics), {}});
}

void SideBar::describe(ActionRegistry& actions)
{
    actions.describe(m_newComparison, QStringLiteral("file.new"));
    for (NavItem* each : m_items)
        actions.describe(each, QStringLiteral("page.") + each->page().word());
}

void SideBar::setCompact(bool compact)
{
    m_compact = compact;
    arrange();
}

void SideBar::setIconOnly(bool iconOnly)
{
    m_iconOnly = iconOnly;
    arrange();
}

void SideBar::arrange()
{
    setFixedWidth(m_iconOnly ? iconWidth : m_compact ? compactWidth : wideWidth);
    for (NavItem* each : m_items)
        each->setShape(m_iconOnly, m_compact ? 25 : 29);
    for (QLabel* group : m_groups) {
        group->setVisible(!m_iconOnly);
        group->setFixedHeight(m_compact ? 22 : 32);
    }
    m_jobCard->setIconOnly(m_iconOnly);
    m_newComparison->setText(m_iconOnly ? QString() : tr("New comparison"));
    m_newComparison->setTextLeft(!m_iconOnly);
    layout()->setContentsMargins(m_iconOnly ? 6 : 10, 10, m_iconOnly ? 6 : 10, 10);
    m_device->setVisible(!m_iconOnly);
    m_versions->setVisible(!m_iconOnly);
}

} // namespace ui
