// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

/// Base of classes that are used through a pointer or a reference: neither copied nor moved.
class Interface {
public:
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;
    Interface(Interface&&) = delete;
    Interface& operator=(Interface&&) = delete;
    virtual ~Interface() = default;

protected:
    Interface() = default;
};

} // namespace profiler
