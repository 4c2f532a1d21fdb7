// SPDX-License-Identifier: Apache-2.0
#include "storage/sqlite/cancel_scope.h"

#include <utility>

namespace storage {

namespace {

// A connection stays on the thread that opened it, so what a thread was asked to stop is what it
// reads: no function between a page and a statement has to carry the question along.
thread_local const CancelScope* innermost = nullptr;

} // namespace

CancelScope::CancelScope(std::function<bool()> wanted)
    : m_wanted(std::move(wanted))
    , m_outer(std::exchange(innermost, this))
{
}

CancelScope::~CancelScope()
{
    innermost = m_outer;
}

bool CancelScope::isWanted()
{
    for (const auto* scope = innermost; scope != nullptr; scope = scope->m_outer)
        if (scope->m_wanted())
            return true;
    return false;
}

} // namespace storage
