// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QLabel>

#include <optional>

namespace ui {

/// Rich text over several lines, as large as QLabel would make it. QLabel lays its own document out
/// for each answer a layout asks for, and back to its width after each: half the time a page took
/// to appear. Here the words are shaped once for all widths, and the answers for a text are kept.
class Paragraph : public QLabel {
    Q_OBJECT

public:
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

private:
    struct Answers {
        QString text;
        QFont font;
        QMargins margins;
        QSize preferred;
        QSize minimum;
        QHash<int, int> heights; ///< by width
    };

    [[nodiscard]] Answers& answers() const;

    mutable std::optional<Answers> m_answers;
};

} // namespace ui
