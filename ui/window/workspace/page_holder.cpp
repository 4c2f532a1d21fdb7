// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace/page_holder.h"

#include "ui/pages/page.h"

#include <QBackingStore>
#include <QEvent>
#include <QImage>
#include <QLabel>
#include <QPixmap>

namespace ui {

namespace {

/// The pixels that stand in the window now; null where the platform does not keep them.
QPixmap shownPixels(const QWidget& window, const QRect& place)
{
    QBackingStore* store = window.backingStore();
    const auto* image = dynamic_cast<QImage*>(store == nullptr ? nullptr : store->paintDevice());
    if (image == nullptr)
        return {};
    const qreal ratio = window.devicePixelRatioF();
    const QRect pixels(place.topLeft() * ratio, place.size() * ratio);
    QPixmap copy = QPixmap::fromImage(image->copy(pixels.intersected(image->rect())));
    copy.setDevicePixelRatio(ratio);
    return copy;
}

} // namespace

PageHolder::PageHolder(Page* page, QWidget* parent)
    : QWidget(parent)
    , m_page(page)
    , m_cover(new QLabel(this))
{
    page->setParent(this);
    page->show();
    m_cover->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_cover->setAutoFillBackground(true); // what is below it is not painted then
    m_cover->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_cover->hide();
}

QSize PageHolder::sizeHint() const
{
    return m_page->sizeHint();
}

QSize PageHolder::minimumSizeHint() const
{
    return m_page->minimumSizeHint();
}

bool PageHolder::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) // the page's own limits have changed
        updateGeometry();
    return QWidget::event(event);
}

void PageHolder::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_cover->setGeometry(rect());
    if (isSettled())
        follow();
}

void PageHolder::paintEvent(QPaintEvent* /*event*/)
{
    if (m_cover->isHidden())
        m_painted = {mapTo(window(), QPoint()), size()};
}

/// What is shown again is laid out at once: there is nothing of it in the window to stand in.
void PageHolder::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_painted = {};
}

/// A size that comes while an earlier one is followed waits: a page that is resized all the time
/// must be seen, too.
void PageHolder::follow()
{
    const QPixmap shown
        = isVisible() && !m_painted.isEmpty() ? shownPixels(*window(), m_painted) : QPixmap();
    if (shown.isNull()) {
        m_page->setGeometry(rect());
        return;
    }
    m_cover->setPixmap(shown);
    m_cover->raise();
    m_cover->show();
    m_stepQueue.run({[this] { m_page->setGeometry(rect()); }, [this] { uncover(); },
        [this] {
            if (m_page->size() != size())
                follow();
        }});
}

void PageHolder::uncover()
{
    m_cover->hide();
    m_cover->clear(); // megabytes, for each page
}

} // namespace ui
