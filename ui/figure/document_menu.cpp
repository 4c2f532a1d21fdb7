// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/document_menu.h"

#include "ui/comparison/background_job.h"
#include "ui/figure/document_export.h"
#include "ui/theme/shapes.h"
#include "ui/theme/theme.h"

#include <QAbstractScrollArea>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QRegularExpression>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <memory>
#include <utility>

namespace ui {

namespace {

/// The folder of the last file, as long as the program runs.
QString& lastFolder()
{
    static QString folder;
    return folder;
}

/// "latency-spread.png".
QString suggestedName(const QWidget& widget, const QString& title, const QString& ending)
{
    static const QRegularExpression other(QStringLiteral("[^\\p{L}\\p{N}]+"));
    const QString page = figureSourceOf(widget).id.section(u'/', 1, 1);
    QString name = (page.isEmpty() ? QString() : page + u'-') + title.toLower();
    name.replace(other, QStringLiteral("-"));
    constexpr qsizetype longest = 60;
    return QDir(lastFolder()).filePath(name.left(longest) + u'.' + ending);
}

QString filterOf(const QString& ending)
{
    if (ending == u"png"_qs)
        return QObject::tr("Picture (*.png)");
    if (ending == u"svg"_qs)
        return QObject::tr("Drawing (*.svg)");
    if (ending == u"pdf"_qs)
        return QObject::tr("Document (*.pdf)");
    return QObject::tr("Numbers (*.csv)");
}

/// Drawn over a chart that has the keys; the mouse goes through it.
class FocusRing : public QWidget {
public:
    explicit FocusRing(QWidget* parent)
        : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        hide();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        if (Theme::DocumentPaint::isActive())
            return;
        QPainter painter(this);
        drawFocusRing(painter, palette().color(QPalette::Link), rect());
    }
};

} // namespace

namespace document_menu {

namespace {

/// Drawn and read here, each in a turn of its own, made into files on a pool thread; dropped when
/// the widget goes before.
template <typename Make, typename Receive>
void inBackground(ChartDocument& document, Make make, Receive receive)
{
    auto* job = new BackgroundJob(&document.documentWidget());
    auto drawn = std::make_shared<DrawnDocument>(drawDocument(document));
    auto start
        = [job, drawn, &document, make = std::move(make), receive = std::move(receive)]() mutable {
              job->start(
                  [drawn, table = document.tableMaker(), make = std::move(make)] {
                      giveTable(table(), *drawn);
                      return make(*drawn);
                  },
                  [job, receive = std::move(receive)](auto answer) {
                      receive(std::move(answer));
                      job->deleteLater();
                  });
          };
    QTimer::singleShot(0, job, std::move(start));
}

} // namespace

void copy(ChartDocument& document)
{
    inBackground(
        document,
        [](const DrawnDocument& drawn) {
            auto data = mimeDataOf(drawn);
            data->moveToThread(QCoreApplication::instance()->thread());
            return data;
        },
        [&widget = document.documentWidget(), title = document.documentTitle()](
            std::unique_ptr<QMimeData> data) {
            QGuiApplication::clipboard()->setMimeData(data.release());
            sayOfFigure(widget, QObject::tr("Copied “%1” as PNG, SVG and TSV.").arg(title));
        });
}

void copyTable(ChartDocument& document)
{
    QGuiApplication::clipboard()->setMimeData(tableMimeData(document.table()));
    sayOfFigure(document.documentWidget(),
        QObject::tr("Copied the table of “%1”.").arg(document.documentTitle()));
}

void showTable(ChartDocument& document)
{
    auto* dialog = new QDialog(&document.documentWidget());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(document.documentTitle());
    dialog->resize(820, 480);
    auto* view = new QTableView(dialog);
    view->setAccessibleName(QObject::tr("Numbers of %1").arg(document.documentTitle()));
    view->setModel(new ChartTableModel(document.table(), view));
    view->setTabKeyNavigation(false);
    view->verticalHeader()->hide();
    view->resizeColumnsToContents();
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(view);
    dialog->open();
}

QString askForPlace(QWidget& widget, const QString& title, const QString& ending)
{
    QFileDialog dialog(&widget, QObject::tr("Save “%1”").arg(title));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilter(filterOf(ending));
    dialog.setDefaultSuffix(ending);
    dialog.selectFile(suggestedName(widget, title, ending));
    const bool accepted = dialog.exec() == QDialog::Accepted;
    QString file = dialog.selectedFiles().value(0);
    if (!accepted || file.isEmpty())
        return {};
    lastFolder() = QFileInfo(file).absolutePath();
    return file;
}

void save(ChartDocument& document, const QString& ending)
{
    QWidget& widget = document.documentWidget();
    const QString file = askForPlace(widget, document.documentTitle(), ending);
    if (file.isEmpty())
        return;
    inBackground(
        document, [file](const DrawnDocument& drawn) { return saveDocument(drawn, file); },
        [&widget, file](const profiler::Result<void>& saved) {
            if (!saved)
                sayOfFigure(widget, QString::fromStdString(saved.error().message), true);
            else
                sayOfFigure(widget, QObject::tr("Saved %1.").arg(file));
        });
}

void fill(QMenu& menu, ChartDocument& document)
{
    ChartDocument* const it = &document;
    QAction* first = menu.addAction(QObject::tr("Copy chart"), &menu, [it] { copy(*it); });
    first->setShortcut(QKeySequence(QObject::tr("Ctrl+Shift+C")));
    first->setShortcutContext(Qt::WidgetShortcut); // shown only: the window's own does it
    menu.addAction(QObject::tr("Copy table"), &menu, [it] { copyTable(*it); });
    menu.addSeparator();
    menu.addAction(QObject::tr("Save as PNG…"), &menu, [it] { save(*it, u"png"_qs); });
    menu.addAction(QObject::tr("Save as SVG…"), &menu, [it] { save(*it, u"svg"_qs); });
    menu.addAction(QObject::tr("Save as PDF…"), &menu, [it] { save(*it, u"pdf"_qs); });
    menu.addAction(QObject::tr("Save as CSV…"), &menu, [it] { save(*it, u"csv"_qs); });
    menu.addSeparator();
    if (const auto log = document.hasLogAxis()) {
        QAction* axis = menu.addAction(QObject::tr("Log axis"));
        axis->setCheckable(true);
        axis->setChecked(*log);
        QObject::connect(axis, &QAction::toggled, &menu, [it](bool on) { it->setLogAxis(on); });
    }
    menu.addAction(QObject::tr("Show as table"), &menu, [it] { showTable(*it); });
    if (document.canShowAll())
        menu.addAction(QObject::tr("Show all"), &menu, [it] { it->showAll(); });
}

} // namespace document_menu

DocumentMenu::DocumentMenu(QWidget& widget, ChartDocument& document)
    : QObject(&widget)
    , m_widget(widget)
    , m_document(document)
    , m_ring(new FocusRing(&widget))
{
    if (widget.focusPolicy() == Qt::NoFocus)
        widget.setFocusPolicy(Qt::StrongFocus);
    if (widget.accessibleDescription().isEmpty())
        widget.setAccessibleDescription(
            tr("A chart; its numbers are a table: Show as table in its menu."));
    widget.installEventFilter(this);
    if (auto* area = qobject_cast<QAbstractScrollArea*>(&widget))
        area->viewport()->installEventFilter(this);
}

void DocumentMenu::placeRing()
{
    const bool tables = qobject_cast<QAbstractScrollArea*>(&m_widget) != nullptr;
    const bool shown = !tables && m_widget.hasFocus()
        && m_widget.window()->testAttribute(Qt::WA_KeyboardFocusChange);
    m_ring->setGeometry(m_widget.rect());
    m_ring->setVisible(shown);
    if (shown)
        m_ring->raise();
}

bool DocumentMenu::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::ContextMenu: {
        auto* asked = static_cast<QContextMenuEvent*>(event);
        auto* menu = new QMenu(&m_widget);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        document_menu::fill(*menu, m_document);
        const bool keys = asked->reason() == QContextMenuEvent::Keyboard;
        menu->popup(keys ? m_widget.mapToGlobal(m_widget.rect().center()) : asked->globalPos());
        return true;
    }
    case QEvent::FocusIn:
    case QEvent::FocusOut:
    case QEvent::Resize:
        placeRing();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

ChartDocument* documentOf(QWidget& widget)
{
    const auto* menu = widget.findChild<DocumentMenu*>({}, Qt::FindDirectChildrenOnly);
    return menu == nullptr ? nullptr : &menu->document();
}

} // namespace ui
