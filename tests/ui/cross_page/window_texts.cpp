// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/window_texts.h"

#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/patience.h"
#include "ui/figure/chart_document.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/page.h"
#include "ui/tables/data_model.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fact_row.h"
#include "ui/widgets/status_label.h"
#include "ui/window/workspace/page_stack.h"

#include <QLabel>
#include <QTableView>
#include <QTest>
#include <QTextDocumentFragment>

namespace cross_page {

namespace {

/// Raw numbers as they are carried away: with all their digits.
QString cellText(const QVariant& cell)
{
    if (cell.userType() == QMetaType::Double)
        return QString::number(cell.toDouble(), 'g', 17);
    if (cell.isValid() && cell.canConvert<QString>() && !cell.toString().isEmpty())
        return cell.toString();
    return QStringLiteral("–");
}

class Window {
public:
    Window(const ui_test::ShownWindow& shown, QString place, const Names& names)
        : m_shown(shown)
        , m_names(names)
    {
        const auto& view = shown.window().view();
        m_context.place = std::move(place);
        m_context.caseName = names.cases.value(view.caseIndex);
        m_context.variant = names.variants.value(view.focus);
    }

    ShownTexts read()
    {
        for (QWidget* widget : m_shown.window().findChildren<QWidget*>())
            if (widget->isVisible())
                addWidget(*widget);
        return std::move(m_found);
    }

private:
    void addWidget(QWidget& widget)
    {
        if (const auto* label = qobject_cast<QLabel*>(&widget))
            add(QStringLiteral("text"), {}, label->text());
        if (const auto* badge = qobject_cast<ui::Badge*>(&widget))
            add(QStringLiteral("badge"), {}, badge->text());
        if (const auto* card = qobject_cast<ui::Card*>(&widget))
            addCard(card->content());
        if (const auto* row = qobject_cast<ui::FactRow*>(&widget))
            add(QStringLiteral("fact"),
                (row->content().name + QLatin1Char(' ') + row->content().stress).trimmed(),
                row->content().value);
        if (ui::ChartDocument* document = ui::documentOf(widget))
            addDocument(document->table());
        if (const auto* table = qobject_cast<QTableView*>(&widget))
            addTable(*table);
    }

    void addCard(const ui::CardContent& card)
    {
        add(QStringLiteral("card"), card.name, card.value + QLatin1Char(' ') + card.unit);
        add(QStringLiteral("card note"), card.name, card.note);
    }

    void addDocument(const ui::ChartTable& table)
    {
        std::vector<QStringList> rows;
        for (const QVariantList& row : table.rows) {
            QStringList cells;
            for (const QVariant& cell : row)
                cells << cellText(cell);
            rows.push_back(cells);
        }
        addRows(table.title, table.columns, rows);
    }

    void addTable(const QTableView& table)
    {
        const QAbstractItemModel* model = table.model();
        if (model == nullptr)
            return;
        QStringList columns;
        for (int column = 0; column < model->columnCount(); ++column)
            columns << model->headerData(column, Qt::Horizontal).toString();
        std::vector<QStringList> rows;
        for (int row = 0; row < model->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model->columnCount(); ++column) {
                const QModelIndex index = model->index(row, column);
                cells << (index.data().toString() + QLatin1Char(' ')
                    + index.data(ui::DataModel::QuietRole).toString())
                             .trimmed();
            }
            rows.push_back(cells);
        }
        addRows(table.accessibleName(), columns, rows);
    }

    void addRows(
        const QString& part, const QStringList& columns, const std::vector<QStringList>& rows)
    {
        ShownText context = m_context;
        context.part = part;
        for (ShownText& text : textsOfTable(context, m_names, columns, rows))
            m_found.push_back(std::move(text));
    }

    void add(const QString& part, const QString& column, const QString& text)
    {
        ShownText own = m_context;
        own.part = part;
        own.column = column.simplified();
        own.text = (Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText()
                                              : text)
                       .simplified();
        if (!own.text.isEmpty())
            m_found.push_back(std::move(own));
    }

    const ui_test::ShownWindow& m_shown;
    const Names& m_names;
    ShownText m_context;
    ShownTexts m_found;
};

} // namespace

ShownTexts textsOfPage(const ui_test::ShownWindow& shown, ui::PageId page, const Names& names)
{
    shown.showPage(page);
    const bool ready = QTest::qWaitFor(
        [&] { return shown.window().pages().currentPage()->isReady(); }, ui_test::patience);
    shown.settle();
    if (!ready)
        return {};
    return Window(shown, ui::descriptorOf(page).name, names).read();
}

} // namespace cross_page
