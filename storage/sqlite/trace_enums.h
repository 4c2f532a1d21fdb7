// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

/// Words of the kinds in chunks, by their number; also in the extension.
namespace storage {

inline constexpr std::array<std::string_view, 8> spanKindNames {
    "operator", "region", "lookup", "compiled_function", "kernel", "range", "module", "backward"};

inline constexpr std::array<std::string_view, 7> copyKindNames {"unknown", "host_to_device",
    "device_to_host", "device_to_device", "host_to_host", "peer_to_peer", "memset"};

} // namespace storage
