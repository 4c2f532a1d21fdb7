// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/training_facts.h"
#include "storage/sqlite/statements.h"

#include <vector>

/// Parts of training steps and loss curves; none of them are in files of an older schema.
namespace storage {

void insert(Statements& statements, RowId process, const profiler::StepPartsFact& fact);
void insert(Statements& statements, RowId process, const profiler::LossCurve& curve);

/// Each throws where more is held than any recording does.
void read(SQLite::Database& database, RowId process, std::vector<profiler::StepPartsFact>& facts);
void read(SQLite::Database& database, RowId process, std::vector<profiler::LossCurve>& curves);

} // namespace storage
