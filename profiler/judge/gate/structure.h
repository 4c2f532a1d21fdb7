// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/variant_result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What compiling made of each variant in each case, without times: what a gate compares and what
/// its lock file holds. Two recordings of the same code have the same structure.
namespace profiler {

struct ComparisonData;
struct ComparisonResult;

/// A place at which a call leaves its graph. The line only informs, for an edit above moves it:
/// what tells two places apart is their file, function, id and source.
struct StructureBreak {
    std::string file; ///< relative to the folder of the variant where it lies near it
    int line = 0;
    std::string function; ///< as the user wrote it
    std::string id; ///< gb0124; empty when torch gave none
    std::string source; ///< the line without its comment; empty where it was not stored
    std::string reason; ///< torch's title

    bool operator==(const StructureBreak&) const = default;
};

/// A function was compiled again because a guard failed.
struct StructureRecompile {
    std::string file;
    int line = 0;
    std::string function;
    std::string guard; ///< what failed, without what differs from process to process

    bool operator==(const StructureRecompile&) const = default;
};

enum class StructureOutcome { Ran, RanEager, Failed };

/// One variant in one case.
struct VariantStructure {
    std::string variant;
    std::string caseName;
    StructureOutcome outcome = StructureOutcome::Ran;
    Reason reason; ///< RanEager, Failed
    Measured<std::int64_t> graphs = missing(ReasonKind::NotRecorded);
    Measured<std::int64_t> guards = missing(ReasonKind::NotRecorded); ///< of all graphs
    Measured<std::int64_t> kernels = missing(ReasonKind::NotRecorded); ///< a call
    NumericsStatus numerics = NumericsStatus::NotChecked;
    std::vector<StructureBreak> breaks;
    std::vector<StructureRecompile> recompiles;

    bool operator==(const VariantStructure&) const = default;
};

struct Structure {
    std::string torch; ///< version; empty = not told
    std::vector<VariantStructure> variants; ///< each variant of the plan in each case

    bool operator==(const Structure&) const = default;

    /// Null where it holds none such.
    [[nodiscard]] const VariantStructure* find(
        const std::string& variant, const std::string& caseName) const;
};

/// `judged` is what `judge` says of `data`.
[[nodiscard]] Structure structureOf(const ComparisonData& data, const ComparisonResult& judged);

/// The version of torch that the variant ran in; empty = none told.
[[nodiscard]] std::string torchOf(const ComparisonData& data, int variant);

/// What it holds of one variant, under another name: one side of a pair.
[[nodiscard]] Structure ofVariant(
    const Structure& structure, const std::string& variant, const std::string& name);

/// "layers/block.py", "../src/model.py", "site-packages/timm/layers.py": a file as it is called on
/// every machine.
[[nodiscard]] std::string portableFile(const std::string& file, const std::string& folder);

/// A line of Python without the comment at its end.
[[nodiscard]] std::string_view codeOf(std::string_view line);

/// A text of torch in one line, without numbers that are an object's of one process.
[[nodiscard]] std::string stableText(std::string_view text);

} // namespace profiler
