// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/case_list.h"

#include "profiler/model/variant_result.h"
#include "ui/tables/painted_delegate.h"
#include "ui/tables/quiet_table.h"
#include "ui/tables/row_background.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int caseRowHeight = 28;
constexpr int headHeight = 24;
constexpr int mostCaseRows = 14;
constexpr int signWidth = 20;

void paintCell(const PaintedItem& item)
{
    const auto& [painter, option, index, theme] = item;
    const Tokens& tokens = theme.tokens();
    paintRowGround(painter, tokens, option, index.column());
    QRect box = option.rect.adjusted(8, 0, -8, 0);
    const bool strong = index.column() == CaseModel::Name || index.column() == CaseModel::Ratio;
    painter.setFont(uiFont(type::base, strong ? QFont::DemiBold : QFont::Normal));
    painter.setPen(index.column() == CaseModel::Inputs ? tokens.muted : tokens.text);
    if (index.column() == CaseModel::Verdict) {
        drawStatus(painter, tokens, static_cast<Status>(index.data(CaseModel::StatusRole).toInt()),
            QRectF(box.left(), box.center().y() - 6.5, 14, 14));
        box.adjust(signWidth, 0, 0, 0);
    }
    const bool right = index.column() == CaseModel::Ratio;
    drawText(painter, box,
        static_cast<int>((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
        elidedText(painter, index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, box.width()));
}

} // namespace

CaseList::CaseList(const Theme& theme, QWidget* parent)
    : Popup(theme, parent)
    , m_model(new CaseModel(this))
    , m_table(new QTableView)
{
    setAccessibleName(tr("Cases"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new FunctionDelegate(theme, paintCell, {}, m_table));
    m_table->setAccessibleName(tr("Cases"));
    makeQuiet(*m_table);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->setMinimumSectionSize(caseRowHeight);
    m_table->verticalHeader()->setDefaultSectionSize(caseRowHeight);
    m_table->horizontalHeader()->setFixedHeight(headHeight);
    m_table->horizontalHeader()->setFont(uiFont(type::caption, QFont::Medium));
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->installEventFilter(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(m_table);
    connect(m_table, &QTableView::clicked, this, &CaseList::choose);
}

void CaseList::open(const ComparisonView& view, const QPoint& at)
{
    m_model->showView(view);
    fit();
    move(at);
    show();
    const QModelIndex shown = m_model->index(view.caseIndex + 1, 0);
    m_table->setCurrentIndex(shown);
    m_table->selectRow(shown.row());
    m_table->setFocus(Qt::PopupFocusReason);
}

void CaseList::fit()
{
    constexpr std::array most {220, 320, 110, 220};
    const QFontMetrics metrics(uiFont(type::base, QFont::DemiBold));
    int width = 8;
    for (int column = 0; column < CaseModel::ColumnCount; ++column) {
        int wanted = 70;
        for (int row = 0; row < m_model->rowCount(); ++row)
            wanted = std::max(wanted,
                metrics.horizontalAdvance(m_model->index(row, column).data().toString()) + 20
                    + (column == CaseModel::Verdict ? signWidth : 0));
        wanted = std::min(wanted, most.at(static_cast<std::size_t>(column)));
        m_table->setColumnWidth(column, wanted);
        width += wanted;
    }
    const int rows = std::min(m_model->rowCount(), mostCaseRows);
    const int bar = m_model->rowCount() > mostCaseRows ? 12 : 0;
    resize(width + bar, headHeight + rows * caseRowHeight + 10);
}

void CaseList::choose(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    const auto chosen = CaseModel::caseOf(index.row());
    close();
    if (chosen)
        Q_EMIT caseChosen(*chosen);
    else
        Q_EMIT allCasesChosen();
}

void CaseList::takeChosen()
{
    choose(m_table->currentIndex());
}

bool CaseList::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Space)
        return Popup::eventFilter(watched, event);
    takeChosen();
    return true;
}

} // namespace ui
