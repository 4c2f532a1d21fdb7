// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/ledger_parts.h"

#include <string>
#include <vector>

/// A ledger by the lines of the user's code.
namespace profiler {

struct SourceFact;

/// Which text of a file the comparison holds.
enum class SourceText {
    Stored, ///< as it was when it was recorded
    NoFile, ///< it never was one: a string, a cell of a notebook, an interactive session
    NotStored, ///< nothing, or nothing of the lines with work
};

struct SourceLineWork {
    int line = 0;
    std::string text; ///< as recorded; empty: not stored, or an empty line
    LedgerSum time;
    std::vector<LedgerRowPart> rows; ///< the largest change first; none: a line around others
};

struct SourceFileWork {
    std::string file;
    bool isLibrary = false; ///< of an installed package
    SourceText text = SourceText::NotStored;
    LedgerSum time;
    /// By number: all with work, and up to two around each of which the text is known.
    std::vector<SourceLineWork> lines;
};

/// Everything of a ledger: files and what no line is known of add up to it.
struct SourceLedger {
    std::vector<SourceFileWork> files; ///< the user's first; by time of both sides, most first
    LedgerSum unplaced;
    std::vector<LedgerRowPart> unplacedRows;
};

[[nodiscard]] SourceLedger sourceLedger(
    const Ledger& ledger, const std::vector<SourceFact>& sources);

/// Does `now`, the text of the file on this machine, differ from what was recorded of it?
[[nodiscard]] bool isChangedSince(
    const std::vector<SourceFact>& sources, const std::string& file, const std::string& now);

} // namespace profiler
