// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/gate/gate.h"

#include <string>
#include <vector>

/// The words of a gate, the same in every document.
namespace profiler {

[[nodiscard]] std::string gateWord(GateOutcome outcome); ///< "regressed"
[[nodiscard]] std::string subjectName(GateSubject subject); ///< "graph breaks"
[[nodiscard]] std::string subjectKey(GateSubject subject); ///< in documents: "graph_breaks"

/// "the lock file fusescope.lock.json", "the revision main", "nothing".
[[nodiscard]] std::string referenceText(const GateResult& result);

/// "compiled", "compiled in s32" where cases have names.
[[nodiscard]] std::string whereText(const GateCheck& check);

/// "1 → 2", "1.06× slower (1.04–1.08)", "31 s of at most 30 s"; empty where it says nothing.
[[nodiscard]] std::string figureText(const GateCheck& check);

/// "graph breaks of compiled in s32: 1 → 2".
[[nodiscard]] std::string checkSentence(const GateCheck& check);

/// "model.py:14".
[[nodiscard]] std::string linkText(const GatePlace& place);

/// "new graph break gb0059 in forward: Attempted to call a builtin".
[[nodiscard]] std::string placeSentence(GateSubject subject, const GatePlace& place);

[[nodiscard]] std::string noteSentence(const GateNote& note);

/// What the marks of a chart in letters mean.
[[nodiscard]] std::string barsLegend(double maxRegression);

/// The whole in a sentence: "Regressed: 2 of 14 checks are worse than the lock file …".
[[nodiscard]] std::string gateSentence(const GateResult& result);

/// Those with that outcome.
[[nodiscard]] std::vector<GateCheck> checksWith(const GateResult& result, GateOutcome outcome);

/// "new", "known", "gone".
[[nodiscard]] std::string stateWord(GatePlaceState state);

} // namespace profiler
