// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace profiler {

/// Values of a JSON type that Fusescope only hands on (arguments of the user's callable, Inductor
/// options) stay JSON text: the key's value is one JSON document, e.g. `8`, `"mean"`, `[1,2]`.
using JsonTextByName = std::map<std::string, std::string>;

} // namespace profiler
