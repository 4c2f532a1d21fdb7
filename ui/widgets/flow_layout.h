// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>

namespace ui {

/// Items from left to right, on further lines when one is full.
class FlowLayout : public QLayout {
    Q_OBJECT

public:
    explicit FlowLayout(int gap, QWidget* parent = nullptr);
    ~FlowLayout() override;
    Q_DISABLE_COPY_MOVE(FlowLayout)

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] bool hasHeightForWidth() const override;
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override;
    [[nodiscard]] QSize minimumSize() const override;
    [[nodiscard]] QSize sizeHint() const override;
    void setGeometry(const QRect& rect) override;

private:
    enum class Pass { Measure, Place };

    struct PlacedItem {
        QLayoutItem* item = nullptr;
        int x = 0;
        QSize size;
    };

    int arrange(const QRect& rect, Pass pass) const;
    static void placeLine(const QList<PlacedItem>& line, int y, int height);

    QList<QLayoutItem*> m_items;
    int m_gap;
};

/// Deletes what a layout holds from that item on, widgets as well.
void clearLayout(QLayout& layout, int from = 0);
/// The same, but a widget lives on until its click, perhaps the one that led here, is over.
void clearLater(QLayout& layout);

} // namespace ui
