// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace ui {

/// What an editable table tells its delegate beside the text.
enum FormRole {
    ChoicesRole = Qt::UserRole + 100, ///< QStringList: the words to choose from
    SuggestionsRole, ///< QStringList: words to choose from; others can be typed
    PlaceholderRole, ///< shown muted while the text is empty
    ProblemRole, ///< a sentence: what is wrong with the text
    MonoRole, ///< code and shapes
    StrongRole, ///< a name
    MarkerRole, ///< index of a variant: its dash stands before the text
    RemoveRole, ///< the cell removes its row; the text is its accessible name
};

} // namespace ui
