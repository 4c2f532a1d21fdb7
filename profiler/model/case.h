// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Half open: [low, high).
struct IntegerRange {
    std::int64_t low = 0;
    std::int64_t high = 0;

    bool operator==(const IntegerRange&) const = default;
};

/// One input tensor, made from the seed or read from a `.pt` or `.npz` file.
struct TensorSpec {
    std::string name; ///< the parameter of the measured call; "0", "1"… for positional ones
    std::vector<std::int64_t> shape;
    std::string dtype; ///< torch's name without prefix: float32, bfloat16, int64, bool…
    std::optional<IntegerRange> range; ///< of integers
    std::string file; ///< when set, shape and dtype come from the file
    std::string key; ///< the array inside an .npz or a .pt dict; empty = the whole file
    /// Of a sweep: what each size is called ("batch"), or the number it is in every case.
    std::vector<std::string> dims;

    bool operator==(const TensorSpec&) const = default;
};

/// One set of inputs. No inputs = the callable's own example inputs.
struct Case {
    std::string name = "default";
    std::vector<TensorSpec> inputs;
    std::optional<double> items; ///< what a call makes (images, tokens), for throughput

    bool operator==(const Case&) const = default;
};

} // namespace profiler
