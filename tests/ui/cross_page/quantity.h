// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/cross_page/figure.h"
#include "tests/ui/cross_page/shown_text.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cross_page {

/// Where a quantity is shown. All but `unit` are regular expressions; the first three and
/// `row` must match whole, `text` somewhere. What `text` captures first (or as `figure`) is the
/// figure, without a capture it is the whole text; `(?<variant>…)` and `(?<case>…)` or, of a sweep,
/// `(?<size>…)` say whose it is where no row does. `column` may capture the `unit`: "median,
/// (?<unit>.*)", and the `variant`.
struct Place {
    const char* where; ///< "Overview|Results", "compare --json"
    const char* part; ///< table, chart, "card", "text"; of JSON the path
    const char* column;
    const char* text = "";
    const char* unit = ""; ///< where the text has none
    const char* row = ".*"; ///< what stands first in it
};

/// `OnlyCase`: where there is but one, what is said of it is said of all. `Graph`: of a variant.
enum class Scope { Comparison, OnlyCase, Case, Variant, Graph };

/// Something that is measured or counted once and may be shown in many places.
struct Quantity {
    const char* id;
    Dimension dimension;
    Scope scope;
    std::vector<Place> places; ///< the first one that shows it is what the others are held against
};

/// The table: add a row for a quantity, a line for a place. quantities.cpp
[[nodiscard]] const std::vector<Quantity>& quantities();

/// Its rows of the parts of one call. split_quantities.cpp
[[nodiscard]] std::vector<Quantity> quantitiesOfSplit();

struct ShownFigure {
    const Place* place = nullptr;
    ShownText shown;
    std::optional<Figure> figure; ///< nothing: not of this dimension
};

/// By "quantity, case, variant", in the order of the table.
using ShownFigures = std::map<std::string, std::vector<ShownFigure>>;

[[nodiscard]] ShownFigures figuresIn(const ShownTexts& texts, const Names& names);

/// One line for each figure that is shown otherwise than in the first place that shows it.
[[nodiscard]] std::vector<std::string> differencesIn(const ShownFigures& figures);

} // namespace cross_page
