// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/quantity.h"

namespace cross_page {

const std::vector<Quantity>& quantities()
{
    static const std::vector<Quantity> table {
        {"compile.cold", Dimension::Time, Scope::Variant,
            {{"compare --json", "/cases/variants/compile_ns/cold", "", "", "ns"},
                {"Overview", "card", "Compile, cold"}}},
    };
    return table;
}

} // namespace cross_page
