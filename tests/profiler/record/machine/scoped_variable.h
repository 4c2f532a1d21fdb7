// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdlib.h> // NOLINT(modernize-deprecated-headers): setenv is POSIX
#include <string>

namespace machine_test {

/// An environment variable with another value for the length of a test; nullptr = unset.
class ScopedVariable {
    // NOLINTBEGIN(concurrency-mt-unsafe): a test has one thread
public:
    ScopedVariable(std::string name, const char* value)
        : m_name(std::move(name))
    {
        if (const char* before = ::getenv(m_name.c_str()))
            m_before = before;
        set(value);
    }

    ScopedVariable(const ScopedVariable&) = delete;
    ScopedVariable& operator=(const ScopedVariable&) = delete;
    ScopedVariable(ScopedVariable&&) = delete;
    ScopedVariable& operator=(ScopedVariable&&) = delete;

    ~ScopedVariable() { set(m_before ? m_before->c_str() : nullptr); }

    void set(const char* value)
    {
        if (value == nullptr)
            ::unsetenv(m_name.c_str());
        else
            ::setenv(m_name.c_str(), value, 1);
    }

    // NOLINTEND(concurrency-mt-unsafe)

private:
    std::string m_name;
    std::optional<std::string> m_before;
};

} // namespace machine_test
