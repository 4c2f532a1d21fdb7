// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/options/command_description.h"

#include <string>
#include <utility>
#include <vector>

/// Manual pages in groff's macros (man(7)), made from the description of a command line.
namespace app {

/// A section beside those that the description gives: terms, and what each means.
struct ManualSection {
    std::string title; ///< "EXIT STATUS"
    std::vector<std::pair<std::string, std::string>> entries;
};

/// What all pages of a program have in common.
struct ManualNotes {
    std::string version; ///< "fusescope 0.1.0"
    std::vector<ManualSection> sections;
    std::vector<std::string> seeAlso; ///< names of other pages of section 1
};

struct ManualPage {
    std::string name; ///< "fusescope-record"
    std::string text;
};

/// The program's own page, which lists its commands, and one for each of these.
[[nodiscard]] std::vector<ManualPage> manualPages(
    const CommandDescription& program, const ManualNotes& notes);

} // namespace app
