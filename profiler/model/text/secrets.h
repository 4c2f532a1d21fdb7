// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Values that are given to a recording and never stored: passwords, keys, tokens. Which they are
/// their names say.
namespace profiler {

/// "hf_token", "API_KEY", "dbPassword"; a number behind "key" or "token" chooses something and is
/// none.
[[nodiscard]] bool isSecretName(std::string_view name, std::string_view value);

/// `value`, or the mark that replaces it; equal values have equal marks. In a URL, only the
/// password is replaced.
[[nodiscard]] std::string withoutSecret(std::string_view name, const std::string& value);

/// Whether a value is, or contains, such a mark.
[[nodiscard]] bool isWithheld(std::string_view value);

/// The words of a command line: `token=…` of --arg, `--api-key …` and `--password=…` of a script,
/// `env.TOKEN:…` of a variant.
[[nodiscard]] std::vector<std::string> withoutSecrets(std::vector<std::string> words);

} // namespace profiler
