// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/painted_document.h"

#include "ui/figure/custom_plot.h"
#include "ui/figure/document_menu.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPainter>
#include <QPalette>
#include <QTableView>
#include <QWidget>

#include <algorithm>

namespace ui {

namespace {

constexpr int paintedMargin = 16;
constexpr int paintedPartGap = 6;

/// While it lives a view has nothing selected and nobody is told.
class NoSelection {
public:
    explicit NoSelection(QWidget& widget)
    {
        if (auto* view = qobject_cast<QAbstractItemView*>(&widget))
            m_model = view->selectionModel();
        if (m_model == nullptr)
            return;
        m_model->blockSignals(true);
        m_current = m_model->currentIndex();
        m_selection = m_model->selection();
        m_model->reset();
    }

    ~NoSelection()
    {
        if (m_model == nullptr)
            return;
        m_model->select(m_selection, QItemSelectionModel::ClearAndSelect);
        m_model->setCurrentIndex(m_current, QItemSelectionModel::NoUpdate);
        m_model->blockSignals(false);
    }

    Q_DISABLE_COPY_MOVE(NoSelection)

private:
    QItemSelectionModel* m_model = nullptr;
    QPersistentModelIndex m_current;
    QItemSelection m_selection;
};

/// A table that scrolls on the page shows all its rows, up to a page's worth.
int heightOfRows(const QWidget& widget)
{
    const auto* table = qobject_cast<const QTableView*>(&widget);
    if (table == nullptr || table->verticalHeader()->length() <= table->viewport()->height())
        return 0;
    constexpr int foot = 26;
    constexpr int most = 3000;
    return std::min(
        most, table->horizontalHeader()->height() + table->verticalHeader()->length() + foot);
}

/// While it lives a widget has the file's size and palette. Nothing is shown in between: the page
/// is painted only when everything is back.
class DocumentLook {
public:
    DocumentLook(QWidget& widget, int width, const Tokens& tokens)
        : m_widget(widget)
        , m_palette(widget.palette())
        , m_hadPalette(widget.testAttribute(Qt::WA_SetPalette))
        , m_size(widget.size())
    {
        widget.setPalette(paletteOf(tokens));
        widget.resize(width, widget.height());
        const int height = widget.hasHeightForWidth()
            ? widget.heightForWidth(width)
            : std::max({widget.minimumHeight(), widget.minimumSizeHint().height(), 1});
        widget.resize(width,
            std::clamp(std::max(height, widget.height()), height,
                std::max(height, widget.maximumHeight())));
        if (const int rows = heightOfRows(widget); rows > widget.height())
            widget.resize(width, rows);
    }

    ~DocumentLook()
    {
        m_widget.resize(m_size);
        m_widget.setPalette(m_hadPalette ? m_palette : QPalette());
    }

    Q_DISABLE_COPY_MOVE(DocumentLook)

    [[nodiscard]] int height() const { return m_widget.height(); }

private:
    QWidget& m_widget;
    QPalette m_palette;
    bool m_hadPalette;
    QSize m_size;
};

} // namespace

PaintedDocument::PaintedDocument(const Theme& theme, QWidget& widget, Parts parts)
    : QObject(&widget)
    , m_theme(theme)
    , m_widget(widget)
    , m_parts(std::move(parts))
{
    new DocumentMenu(widget, *this);
}

std::vector<QWidget*> PaintedDocument::shownParts() const
{
    std::vector<QWidget*> parts {&m_widget};
    for (QWidget* part : m_parts.below)
        if (!part->isHidden())
            parts.push_back(part);
    return parts;
}

int PaintedDocument::heightOf(QWidget& part, int width)
{
    const DocumentLook look(part, width, tokensOf(ThemeKind::Light));
    return look.height();
}

QSize PaintedDocument::documentSize()
{
    int height = frameHeight(*this, m_parts.width);
    for (QWidget* part : shownParts())
        height += heightOf(*part, m_parts.width - (2 * paintedMargin)) + paintedPartGap;
    return {m_parts.width, height - paintedPartGap};
}

void PaintedDocument::paintContents(QCPPainter& painter, const QRect& box, const Tokens& tokens)
{
    const Theme::DocumentPaint document(m_theme, tokens);
    int top = box.top();
    for (QWidget* part : shownParts()) {
        const DocumentLook look(*part, box.width(), tokens);
        const NoSelection nothing(*part);
        painter.save();
        painter.translate(box.left(), top);
        part->render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
        painter.restore();
        top += look.height() + paintedPartGap;
    }
}

} // namespace ui
