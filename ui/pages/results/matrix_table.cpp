// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/matrix_table.h"

#include "ui/figure/chart_parts.h"
#include "ui/figure/painted_document.h"
#include "ui/pages/results/matrix_delegate.h"
#include "ui/tables/quiet_table.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int headerHeight = 30;
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
        setFixedHeight(headerHeight);
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
            const auto& column
                = m_model.matrix().variants.at(static_cast<std::size_t>(section - 1));
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

MatrixTable::MatrixTable(const Theme& theme, QWidget* parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_model(new MatrixModel(this))
    , m_delegate(new MatrixDelegate(theme, *m_model, this))
{
    constexpr int fileWidth = 960;
    new PaintedDocument(theme, *this,
        {.title = tr("Cases × variants: times faster than the baseline"),
            .table = [this] { return table(); },
            .width = fileWidth,
            .caption = tr("95 % interval in brackets · framed: the best choice within the goal")});
    setModel(m_model);
    setHorizontalHeader(new MatrixHeader(theme, *m_model, this));
    setItemDelegate(m_delegate);
    setAccessibleName(tr("Cases × variants: times faster than the baseline"));
    makeQuiet(*this);
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    viewport()->setCursor(Qt::PointingHandCursor);
    connect(this, &QAbstractItemView::clicked, this, &MatrixTable::choose);
    connect(this, &QAbstractItemView::activated, this, &MatrixTable::choose);
}

void MatrixTable::showMatrix(Matrix matrix, int shownCase)
{
    m_delegate->setShownCase(shownCase);
    m_model->setMatrix(std::move(matrix));
    placeColumns();
    updateGeometry();
    viewport()->update();
}

int MatrixTable::caseWidth() const
{
    double widest = 60;
    for (const MatrixRow& row : m_model->matrix().rows) {
        widest = std::max(widest, textWidth(uiFont(type::base, QFont::DemiBold), row.name));
        widest = std::max(widest, std::min(150.0, textWidth(uiFont(type::caption), row.inputs)));
    }
    return std::min(qRound(widest) + 20, 190);
}

/// Variants share what the case leaves; payback, which the table below repeats, gives way first.
void MatrixTable::placeColumns()
{
    const auto variants = static_cast<int>(m_model->matrix().variants.size());
    if (variants == 0)
        return;
    int first = caseWidth();
    const int payback = m_model->paybackColumn();
    const bool room
        = viewport()->width() - first - paybackWidth >= variants * MatrixDelegate::mediumFrom;
    setColumnHidden(payback, !room);
    int rest = viewport()->width() - first - (room ? paybackWidth : 0);
    if (rest < variants * narrowest) {
        first = std::max(80, viewport()->width() - (variants * narrowest));
        rest = viewport()->width() - first;
    }
    constexpr int widest = 330;
    const int each = room ? std::min(rest / variants, widest) : rest / variants;
    setColumnWidth(0, first);
    for (int column = 1; column <= variants; ++column)
        setColumnWidth(column, !room && column == variants ? rest - ((variants - 1) * each) : each);
    if (room)
        setColumnWidth(payback, paybackWidth + rest - (variants * each));
    constexpr int fewRows = 6;
    m_rowHeight = m_model->rowCount() <= fewRows ? 54 : 46;
    verticalHeader()->setMinimumSectionSize(m_rowHeight);
    verticalHeader()->setDefaultSectionSize(m_rowHeight);
}

QSize MatrixTable::sizeHint() const
{
    return {900, headerHeight + (std::max(1, m_model->rowCount()) * m_rowHeight) + 2};
}

QSize MatrixTable::minimumSizeHint() const
{
    return {300, sizeHint().height()};
}

void MatrixTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    placeColumns();
}

void MatrixTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (!showsFocus(*this) || !currentIndex().isValid())
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.tokens().accent, 2));
    painter.drawRoundedRect(
        QRectF(visualRect(currentIndex())).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6);
}

void MatrixTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else
        QTableView::keyPressEvent(event);
}

void MatrixTable::choose(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    const MatrixRow& row = m_model->row(index.row());
    const MatrixCell* cell = m_model->cell(index);
    Q_EMIT cellChosen(row.caseIndex, cell != nullptr ? cell->variant : row.best.value_or(0));
}

ChartTable MatrixTable::table() const
{
    ChartTable all {.title = tr("Cases × variants"),
        .columns = {tr("case"), tr("inputs"), tr("variant"), tr("median, ms"), tr("p99, ms"),
            tr("times faster"), tr("low"), tr("high"), tr("verdict"), tr("note")}};
    const auto time = [](const std::optional<double>& ns) {
        constexpr double million = 1e6;
        return ns ? QVariant(*ns / million) : missing(tr("not recorded, or too few calls"));
    };
    const Matrix& matrix = m_model->matrix();
    for (const MatrixRow& row : matrix.rows) {
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const MatrixCell& cell = row.cells[i];
            QVariantList cells {row.name, row.inputs, matrix.variants.at(i).name,
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

void MatrixTable::copy()
{
    ChartTable table {tr("Cases × variants"), {}, {}};
    for (int column = 0; column < m_model->columnCount(); ++column)
        table.columns.append(
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    for (int row = 0; row < m_model->rowCount(); ++row) {
        QVariantList cells;
        for (int column = 0; column < m_model->columnCount(); ++column)
            cells.append(m_model->index(row, column).data());
        table.rows.append(cells);
    }
    QGuiApplication::clipboard()->setMimeData(tableMimeData(table));
    Q_EMIT noted(tr("Copied the matrix."));
}

} // namespace ui
