// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/exported_trace.h"

#include <string>

namespace profiler {

/// The members of a document beside its events: schema, device, versions, warnings. Of the
/// environment it takes what says how fast a device is and which versions ran, and no more.
[[nodiscard]] std::string chromeHeader(const ExportedTrace& source);

} // namespace profiler
