// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure_owner.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace ui {

class ElidedLabel;

/// The ground of everything on a page: rounded, with a one-line border, a title and a caption.
class Panel : public QWidget, public FigureCaption {
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

protected:
    void paintEvent(QPaintEvent* event) override;

    [[nodiscard]] const Theme& theme() const { return m_theme; }

private:
    const Theme& m_theme;
    QVBoxLayout* m_body;
    QHBoxLayout* m_head = nullptr;
    QLabel* m_title = nullptr;
    ElidedLabel* m_caption = nullptr;
    std::optional<Status> m_stripe;
};

} // namespace ui
