// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <string>
#include <string_view>
#include <vector>

/// A variant's settings of torch as words, on the command line and in New comparison:
/// `dtype:bf16,memory_format:channels_last,fence:decode*`.
namespace profiler {

struct TorchSettings;

inline constexpr std::string_view torchWordKeys
    = "dtype, memory_format, autocast, matmul_precision, tf32, deterministic, grad_mode, threads, "
      "eval_mode, mark_dynamic, fence, dynamo.X, inductor.X, backends.X";

/// torch's name of a type, whatever prefix or short form it has: bf16, fp16, half, torch.float32.
[[nodiscard]] std::string dtypeName(std::string_view word);

/// Of "true" and "false". The error says what was expected of that key.
[[nodiscard]] Result<bool> flagFrom(std::string_view key, std::string_view value);

/// May the key be given several times?
[[nodiscard]] bool isTorchList(std::string_view key);

/// False: no such key. The error says what was expected instead.
[[nodiscard]] Result<bool> readTorchWord(
    TorchSettings& torch, std::string_view key, std::string_view value);

/// Parted by commas, blanks around them allowed; empty: nothing is set.
[[nodiscard]] Result<TorchSettings> torchSettingsFrom(std::string_view words);

/// Reads back as the same where no value holds what words cannot.
[[nodiscard]] std::vector<std::string> torchWords(const TorchSettings& torch);

} // namespace profiler
