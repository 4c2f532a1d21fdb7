// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/generated_calls.h"
#include "profiler/evidence/ledger/ledger_row.h"

namespace profiler {

/// Which part of a call's time goes into copies that a library call after it wants in another
/// memory layout: by the bytes that are read and written, an estimate; all of it where the call
/// does nothing else.
struct CopiedShare {
    double parameters = 0; ///< 0 to 1
    double inputs = 0;

    [[nodiscard]] double all() const { return parameters + inputs; }
};

/// Of each call of the code. Copied is an argument of the graph beside a buffer of the same size
/// that a later library call takes, in a kernel that does a part of that library call's work.
[[nodiscard]] std::vector<CopiedShare> copiedShares(const GeneratedCode& code,
    const std::vector<GeneratedCall>& calls, const std::vector<CallSizes>& sizes);

/// What a compiled kernel does that stands for nothing eager does and copies for no library call.
[[nodiscard]] LedgerKind hiddenWork(const GeneratedCode& code, const GeneratedCall& call);

/// Does the call take all of its tensors? An embedding reads but a few rows of its table.
[[nodiscard]] bool takesWholeTensors(const GeneratedCode& code, const GeneratedCall& call);

} // namespace profiler
