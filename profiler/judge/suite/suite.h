// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/suite/suite_row.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Many recordings beside each other.
namespace profiler {

/// What a variant came to over the models of one device and type.
struct SuiteMean {
    std::string device;
    std::string dtype;
    std::string variant;
    std::vector<double> ratios; ///< one a model: of several cases their geometric mean
    std::optional<double> mean; ///< geometric; nothing where no model counts
    std::optional<Interval> interval; ///< around it; of two models or more
    int models = 0; ///< that have the variant
    int faster = 0; ///< clearly, in a case at least and slower in none
    int slower = 0;
    int differing = 0; ///< whose results differ
    int failed = 0;
    int undecided = 0; ///< models of which no case is decided; they do not count
};

/// What models of one sort gain from a variant.
struct FamilyRange {
    std::string device;
    std::string dtype;
    std::string family; ///< key
    std::string variant;
    int models = 0; ///< that count
    double low
        = 0; ///< the least and the largest; of ten models or more what nine of ten lie within
    double high = 0;
    bool isMiddle = false; ///< the outermost tenth at either end is left out
    std::optional<double> mean; ///< geometric

    bool operator==(const FamilyRange&) const = default;
};

/// Recordings, or variants of them, that failed alike.
struct FailureGroup {
    SuiteCause cause; ///< of the first

    struct Where {
        std::size_t row = 0;
        std::string variant; ///< empty: all of it

        bool operator==(const Where&) const = default;
    };

    std::vector<Where> where;
};

struct SuiteResult {
    std::string name; ///< of the suite; empty: of recordings without one
    std::vector<std::string> variants; ///< all but baselines, as first seen
    std::vector<SuiteRow> rows; ///< largest gain first, failures last
    std::vector<SuiteMean> means; ///< by device, then variant
    std::vector<FamilyRange> families; ///< of two models or more
    std::vector<FailureGroup> failures; ///< the most frequent first
    std::vector<FailureGroup> brokenOff; ///< of recordings that ended after some was timed
    int models = 0;
    int replaced = 0; ///< recordings left out: a newer one of the same model is there
    int unread = 0; ///< recordings that could not be read
    int recordings = 0; ///< all of them, those that wait among them
    int waiting = 0; ///< recordings that are only listed as yet
    std::vector<std::string> otherSuites; ///< that the same file holds
};

/// Of each model, device, type and case the newest complete recording, else the newest.
[[nodiscard]] SuiteResult suiteResult(std::string name, std::vector<SuiteRow> rows);

/// The same while some rows are only listed: all else is of those that are judged, and the rows
/// keep the order of the list, the newest first, so that none goes elsewhere while it is read.
[[nodiscard]] SuiteResult suiteSoFar(std::string name, std::vector<SuiteRow> rows);

/// Where a single comparison's ratio of that variant lies among those of its family; null: nobody
/// else of it is there.
[[nodiscard]] const FamilyRange* rangeFor(
    const SuiteResult& suite, const SuiteRow& row, const std::string& variant);

} // namespace profiler
