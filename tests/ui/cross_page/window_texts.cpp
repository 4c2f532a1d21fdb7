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
#include "ui/pages/history/history_page.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/live/live_progress.h"
#include "ui/pages/page.h"
#include "ui/pages/suite/suite_page.h"
#include "ui/tables/data_model.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fact_row.h"
#include "ui/widgets/field.h"
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

    Window& ofWholeFile()
    {
        m_context.caseName.clear();
        m_context.variant.clear();
        return *this;
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
        QStringList aloud;
        for (int row = 0; row < model->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model->columnCount(); ++column) {
                const QModelIndex index = model->index(row, column);
                aloud << index.data(Qt::AccessibleTextRole).toString();
                cells << (index.data().toString() + QLatin1Char(' ')
                    + index.data(ui::DataModel::QuietRole).toString())
                             .trimmed();
            }
            rows.push_back(cells);
        }
        const std::size_t first = m_found.size();
        addRows(table.accessibleName(), columns, rows);
        for (qsizetype i = 0; i < aloud.size(); ++i)
            m_found.at(first + static_cast<std::size_t>(i)).aloud = aloud.at(i);
    }

    void addRows(
        const QString& part, const QStringList& columns, const std::vector<QStringList>& rows)
    {
        ShownText context = m_context;
        context.part = part;
        append(m_found, textsOfTable(context, m_names, columns, rows));
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

bool settled(const ui_test::ShownWindow& shown, const ui::Page& page)
{
    const bool ready = QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience);
    shown.settle();
    return ready;
}

ui::Page* pageOf(const ui_test::ShownWindow& shown, ui::PageId page)
{
    shown.showPage(page);
    return shown.window().pages().currentPage();
}

void setSubject(ShownTexts& texts, const QString& caseName, const QString& variant)
{
    for (ShownText& text : texts) {
        text.caseName = caseName;
        text.variant = variant;
    }
}

/// As the user chooses it.
void choose(ui::Choice& choice, int index)
{
    choice.setCurrentIndex(index);
    Q_EMIT choice.activated(index);
}

} // namespace

ShownTexts textsOfPage(const ui_test::ShownWindow& shown, ui::PageId page, const Names& names)
{
    if (!settled(shown, *pageOf(shown, page)))
        return {};
    return Window(shown, ui::descriptorOf(page).name, names).read();
}

ShownTexts textsOfSuitePage(
    const ui_test::ShownWindow& shown, const std::filesystem::path& file, const Names& names)
{
    auto* page = qobject_cast<ui::SuitePage*>(pageOf(shown, {"suite"}));
    page->setFile(QString::fromStdString(file.string()));
    if (!settled(shown, *page))
        return {};
    return Window(shown, QStringLiteral("Suite"), names).ofWholeFile().read();
}

ShownTexts textsOfHistoryPage(
    const ui_test::ShownWindow& shown, const std::filesystem::path& file, const Names& names)
{
    auto* page = qobject_cast<ui::HistoryPage*>(pageOf(shown, {"history"}));
    page->setIndex({});
    page->setPlace(QString::fromStdString(file.string()));
    auto* metric = page->findChildren<ui::Choice*>().front();
    ShownTexts all;
    for (int i = 0; settled(shown, *page) && i < metric->count(); ++i) {
        choose(*metric, i);
        if (!settled(shown, *page))
            return all;
        ShownTexts texts = Window(shown, QStringLiteral("History"), names).read();
        setSubject(texts, names.cases.value(0),
            names.variants.value(std::min<qsizetype>(1, names.variants.size() - 1)));
        for (ShownText& text : texts) {
            text.column = metric->itemText(i) + QStringLiteral(": ") + text.column;
            all.push_back(std::move(text));
        }
    }
    return all;
}

ShownTexts textsOfLivePage(const ui_test::ShownWindow& shown, const Names& names)
{
    const auto& view = shown.window().view();
    if (view.caseResult() == nullptr)
        return {};
    const auto progress = ui::liveProgressOf(view);
    QStringList headings;
    std::vector<QStringList> rows(progress.rows.size());
    for (const auto& column : ui::liveProgressColumns(progress.baseline)) {
        headings << column.heading.name;
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i] << column.cell(progress.rows[i]).text;
    }
    return textsOfTable({.place = QStringLiteral("Live"),
                            .part = QStringLiteral("So far"),
                            .caseName = names.cases.value(view.caseIndex)},
        names, headings, rows);
}

} // namespace cross_page
