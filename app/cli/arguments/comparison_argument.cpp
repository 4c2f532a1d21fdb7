// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/comparison_argument.h"

#include <algorithm>
#include <system_error>

namespace cli {

ComparisonWord comparisonFrom(std::string_view word, const std::filesystem::path& library)
{
    const std::filesystem::path whole = word.empty() ? library : std::filesystem::path(word);
    std::error_code ignored;
    const auto at = word.rfind('@');
    if (at == std::string_view::npos || std::filesystem::exists(whole, ignored))
        return {.file = whole, .selector = {}};
    const auto file = word.substr(0, at);
    return {.file = file.empty() ? library : std::filesystem::path(file),
        .selector = std::string(word.substr(at + 1))};
}

} // namespace cli
