// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure_owner.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/painted_widget.h"

#include <optional>

class QLabel;

namespace ui {

class ElidedLabel;

/// The ground of everything on a page: rounded, with a one-line border, a title and a caption.
class Panel : public PaintedWidget, public FigureCaption {
    Q_OBJECT

public:
    /// Without a title there is no head line at all.
    explicit Panel(const Theme& theme, const QString& title = {}, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setCaption(const QString& caption);
    /// A bar in the colour of that status along the left edge.
    void setStripe(std::optional<Status> stripe);
    /// Puts a control at the right end of the head line.
    void addControl(QWidget* control);
    void addControls(std::initializer_list<QWidget*> controls);

    [[nodiscard]] QString figureCaption() const override;

    /// Adds to the contents.
    void add(LayoutParts parts) { addParts(*m_body, parts); }

    /// Where the contents go, under the head line.
    [[nodiscard]] QVBoxLayout* body() const { return m_body; }

private:
    void paint(QPainter& painter, const Tokens& tokens) override;

    QVBoxLayout* m_body;
    QHBoxLayout* m_head = nullptr;
    QLabel* m_title = nullptr;
    ElidedLabel* m_caption = nullptr;
    std::optional<Status> m_stripe;
};

} // namespace ui
