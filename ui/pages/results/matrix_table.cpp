// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/matrix_table.h"

#include "ui/figure/chart_parts.h"
#include "ui/figure/painted_document.h"
#include "ui/pages/results/matrix_delegate.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QHeaderView>
#include <QPainter>

#include <algorithm>
#include <cstddef>

namespace ui {

namespace {

constexpr int matrixHeaderHeight = 30;
constexpr int paybackWidth = 190;
constexpr int narrowest = 78;

/// Names with the dash of their variant.
class MatrixHeader : public QHeaderView {
public:
    MatrixHeader(const Theme& theme, const MatrixModel& model, QWidget* parent)
        : QHeaderView(Qt::Horizontal, parent)
        , m_theme(theme)
        , m_model(model)
    {
        setFixedHeight(matrixHeaderHeight);
        setSectionResizeMode(QHeaderView::Fixed);
        setMinimumSectionSize(30);
        setHighlightSections(false);
    }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        const Tokens& tokens = m_theme.tokens();
        const bool variant = section > 0 && section < m_model.paybackColumn();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->fillRect(rect, tokens.panel);
        QRectF box = QRectF(rect).adjusted(section == 0 ? 8 : 12, 0, -4, 0);
        if (variant) {
            const auto& column = m_model.variants().at(static_cast<std::size_t>(section - 1));
            const double dash = box.width() < 100 ? 14 : 24;
            drawDash(*painter, m_theme.variant(column.variant),
                QRectF(box.left(), box.top(), dash, box.height()), 2.8);
            box.setLeft(box.left() + dash + 8);
        }
        const QFont font = uiFont(type::caption, variant ? QFont::DemiBold : QFont::Normal);
        drawLabel(*painter, box, Qt::AlignLeft | Qt::AlignVCenter, font,
            variant ? tokens.text : tokens.muted,
            shortened(m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString(), font,
                box.width()));
        painter->fillRect(
            QRectF(rect.left(), rect.bottom() + 1 - tokens.line, rect.width(), tokens.line),
            tokens.border);
        painter->restore();
    }

private:
    const Theme& m_theme;
    const MatrixModel& m_model;
};

} // namespace

MatrixTable::MatrixTable(const Theme& theme)
    : MatrixTable(theme, new MatrixModel)
{
}

MatrixTable::MatrixTable(const Theme& theme, MatrixModel* model)
    : TableView(theme, model, tr("Cases × variants: times faster than the baseline"))
    , m_model(model)
    , m_delegate(new MatrixDelegate(theme, *model, this))
{
    constexpr int fileWidth = 960;
    new PaintedDocument(theme, *this,
        {.title = accessibleName(),
            .table = [this] { return rawTable(); },
            .width = fileWidth,
            .caption = tr("95 % interval in brackets · framed: the best choice within the goal")});
    setHorizontalHeader(new MatrixHeader(theme, *model, this));
    setItemDelegate(m_delegate);
    setFocusMark(FocusMark::Cell);
    setSelectionMode(QAbstractItemView::NoSelection);
    viewport()->setCursor(Qt::PointingHandCursor);
    connect(this, &QAbstractItemView::clicked, this, &MatrixTable::choose);
    connect(this, &QAbstractItemView::activated, this, &MatrixTable::choose);
}

void MatrixTable::showMatrix(Matrix matrix, int shownCase)
{
    m_delegate->setShownCase(shownCase);
    m_model->setMatrix(std::move(matrix));
    constexpr int fewRows = 6;
    setRowHeight(m_model->rowCount() <= fewRows ? 54 : 46);
    placeColumns();
    viewport()->update();
}

int MatrixTable::caseWidth() const
{
    double widest = 60;
    for (const MatrixRow& row : m_model->rows()) {
        widest = std::max(widest, textWidth(uiFont(type::base, QFont::DemiBold), row.name));
        widest = std::max(widest, std::min(150.0, textWidth(uiFont(type::caption), row.inputs)));
    }
    return std::min(qRound(widest) + 20, 190);
}

/// Variants share what the case leaves; payback, which the table below repeats, gives way first.
std::vector<int> MatrixTable::widthsFor(int room) const
{
    const auto variants = static_cast<int>(m_model->variants().size());
    if (variants == 0)
        return {};
    int first = caseWidth();
    const bool payback = room - first - paybackWidth >= variants * MatrixDelegate::mediumFrom;
    int rest = room - first - (payback ? paybackWidth : 0);
    if (rest < variants * narrowest) {
        first = std::max(80, room - (variants * narrowest));
        rest = room - first;
    }
    constexpr int widest = 330;
    const int each = payback ? std::min(rest / variants, widest) : rest / variants;
    std::vector<int> widths(static_cast<std::size_t>(variants), each);
    if (!payback)
        widths.back() = rest - ((variants - 1) * each);
    widths.insert(widths.begin(), first);
    widths.push_back(payback ? paybackWidth + rest - (variants * each) : 0);
    return widths;
}

void MatrixTable::choose(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    const MatrixRow& row = m_model->row(index.row());
    const MatrixCell* cell = m_model->variantCell(index);
    Q_EMIT cellChosen(row.caseIndex, cell != nullptr ? cell->variant : row.best.value_or(0));
}

ChartTable MatrixTable::rawTable() const
{
    ChartTable all {.title = title(),
        .columns = {tr("case"), tr("inputs"), tr("variant"), tr("median, ms"), tr("p99, ms"),
            tr("times faster"), tr("low"), tr("high"), tr("verdict"), tr("note")}};
    const auto time = [](const std::optional<double>& ns) {
        constexpr double million = 1e6;
        return ns ? QVariant(*ns / million) : missing(tr("not recorded, or too few calls"));
    };
    for (const MatrixRow& row : m_model->rows()) {
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const MatrixCell& cell = row.cells[i];
            QVariantList cells {row.name, row.inputs, m_model->variants().at(i).name,
                time(cell.medianNs), time(cell.p99Ns)};
            if (cell.ratioInterval)
                cells << cell.ratioInterval->estimate << cell.ratioInterval->low
                      << cell.ratioInterval->high;
            else
                cells << missing(i == 0 ? tr("the baseline") : cell.note) << missing({})
                      << missing({});
            all.rows.append(cells << cell.verdict << cell.note);
        }
    }
    return all;
}

} // namespace ui
