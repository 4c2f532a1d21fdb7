// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/gate/structure_checks.h"

#include "profiler/evidence/numerics/numerics.h"
#include "profiler/model/thresholds.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace profiler {
namespace {

/// What tells a place from others; an edit above it changes nothing of it.
auto keyOf(const StructureBreak& each)
{
    return std::tuple(
        each.file, each.function, each.id, each.source.empty() ? each.reason : each.source);
}

auto keyOf(const StructureRecompile& each)
{
    return std::tuple(each.file, each.function, each.guard);
}

GatePlace placeOf(const StructureBreak& each, GatePlaceState state)
{
    return {.state = state,
        .file = each.file,
        .line = each.line,
        .function = each.function,
        .id = each.id,
        .text = each.reason,
        .source = each.source};
}

GatePlace placeOf(const StructureRecompile& each, GatePlaceState state)
{
    return {.state = state,
        .file = each.file,
        .line = each.line,
        .function = each.function,
        .id = {},
        .text = each.guard,
        .source = {}};
}

/// Which of `after` are new and which are known, and which of `before` are gone. A place counts as
/// often as it stands there.
template <typename Place>
std::vector<GatePlace> comparedPlaces(
    const std::vector<Place>& before, const std::vector<Place>& after)
{
    std::map<decltype(keyOf(Place {})), int> left;
    for (const auto& each : before)
        ++left[keyOf(each)];
    std::vector<GatePlace> places;
    for (const auto& each : after) {
        auto& count = left[keyOf(each)];
        places.push_back(placeOf(each, count > 0 ? GatePlaceState::Known : GatePlaceState::New));
        count -= count > 0 ? 1 : 0;
    }
    for (const auto& each : before)
        if (left[keyOf(each)]-- > 0)
            places.push_back(placeOf(each, GatePlaceState::Gone));
    std::ranges::stable_sort(places, {}, &GatePlace::state);
    return places;
}

bool anyIs(const std::vector<GatePlace>& places, GatePlaceState state)
{
    return std::ranges::find(places, state, &GatePlace::state) != places.end();
}

/// Asks all questions of one variant in one case.
class Asking {
public:
    Asking(const VariantStructure& before, const VariantStructure& after,
        std::vector<GateCheck>& checks)
        : m_before(before)
        , m_after(after)
        , m_checks(checks)
    {
    }

    void all()
    {
        outcome();
        // What did not run tells nothing of its graphs.
        if (m_after.outcome == StructureOutcome::Failed)
            return;
        if (m_after.graphs || m_before.graphs) {
            places(GateSubject::Breaks, m_before.breaks, m_after.breaks);
            places(GateSubject::Recompiles, m_before.recompiles, m_after.recompiles);
            count(GateSubject::Graphs, m_before.graphs, m_after.graphs, 0);
            count(GateSubject::Guards, m_before.guards, m_after.guards, guardsMayGrow);
        }
        if (m_before.kernels && m_after.kernels) // they are counted where calls are traced
            count(GateSubject::Kernels, m_before.kernels, m_after.kernels, 0);
        numerics();
    }

private:
    /// It compiled something before and compiles nothing now: fewer graphs, breaks and kernels are
    /// what is left of that, and no gain.
    [[nodiscard]] bool compilesNoMore() const
    {
        return m_before.graphs.value_or(0) > 0
            && (m_after.outcome != StructureOutcome::Ran || m_after.graphs.value_or(1) == 0);
    }

    void setLess(GateCheck& check) const
    {
        check.outcome = GateOutcome::Better;
        if (!compilesNoMore())
            return;
        check.reason = m_after.reason;
        check.outcome = check.subject == GateSubject::Graphs ? GateOutcome::Regressed
                                                             : GateOutcome::Undecided;
    }

    GateCheck& add(GateSubject subject)
    {
        m_checks.push_back({.subject = subject,
            .variant = m_after.variant,
            .caseName = m_after.caseName,
            .ratio = std::nullopt,
            .places = {},
            .reason = {}});
        return m_checks.back();
    }

    void outcome()
    {
        auto& check = add(GateSubject::Outcome);
        check.reason = m_after.reason;
        if (m_after.outcome > m_before.outcome)
            check.outcome = GateOutcome::Regressed;
        else if (m_after.outcome < m_before.outcome)
            check.outcome = GateOutcome::Better;
    }

    template <typename Place>
    void places(
        GateSubject subject, const std::vector<Place>& before, const std::vector<Place>& after)
    {
        auto& check = add(subject);
        check.before = static_cast<double>(before.size());
        check.after = static_cast<double>(after.size());
        if (!m_after.graphs) {
            check.after = missing(m_after.graphs.error());
            check.reason = m_after.graphs.error();
            check.outcome = GateOutcome::Undecided;
            return;
        }
        check.places = comparedPlaces(before, after);
        if (anyIs(check.places, GatePlaceState::New))
            check.outcome = GateOutcome::Regressed;
        else if (anyIs(check.places, GatePlaceState::Gone))
            setLess(check);
    }

    void count(GateSubject subject, const Measured<std::int64_t>& before,
        const Measured<std::int64_t>& after, double mayGrow)
    {
        if (!before)
            return; // there is nothing to compare with
        auto& check = add(subject);
        check.before = static_cast<double>(*before);
        if (!after) {
            check.after = missing(after.error());
            check.reason = after.error();
            check.outcome = GateOutcome::Undecided;
            return;
        }
        check.after = static_cast<double>(*after);
        if (static_cast<double>(*after) > static_cast<double>(*before) * (1 + mayGrow))
            check.outcome = GateOutcome::Regressed;
        else if (*after < *before)
            setLess(check);
    }

    void numerics()
    {
        if (m_before.numerics == NumericsStatus::NotChecked
            && m_after.numerics == NumericsStatus::NotChecked)
            return;
        auto& check = add(GateSubject::Numerics);
        check.before = static_cast<double>(m_before.numerics);
        check.after = static_cast<double>(m_after.numerics);
        if (m_after.numerics == NumericsStatus::NotChecked)
            check.outcome = GateOutcome::Undecided;
        else if (m_after.numerics == NumericsStatus::Different
            && m_before.numerics != NumericsStatus::Different)
            check.outcome = GateOutcome::Regressed;
        else if (badness(m_after.numerics) < badness(m_before.numerics))
            check.outcome = GateOutcome::Better;
    }

    const VariantStructure& m_before;
    const VariantStructure& m_after;
    std::vector<GateCheck>& m_checks;
};

/// Several pairs may say the same.
void addOnce(std::vector<GateNote>& notes, GateNote note)
{
    if (std::ranges::find(notes, note) == notes.end())
        notes.push_back(std::move(note));
}

/// One that the reference does not know: it runs or it does not, and the rest is open.
void addUnknown(
    const VariantStructure& after, std::vector<GateCheck>& checks, std::vector<GateNote>& notes)
{
    checks.push_back({.subject = GateSubject::Outcome,
        .variant = after.variant,
        .caseName = after.caseName,
        .outcome
        = after.outcome == StructureOutcome::Ran ? GateOutcome::Undecided : GateOutcome::Regressed,
        .ratio = std::nullopt,
        .places = {},
        .reason = after.reason});
    addOnce(
        notes, {.kind = GateNoteKind::NotInReference, .values = {after.variant, after.caseName}});
}

} // namespace

std::vector<GateCheck> structureChecks(
    const Structure& before, const Structure& after, std::vector<GateNote>& notes)
{
    std::vector<GateCheck> checks;
    if (!before.torch.empty() && !after.torch.empty() && before.torch != after.torch)
        addOnce(notes, {.kind = GateNoteKind::OtherTorch, .values = {before.torch, after.torch}});
    for (const auto& each : after.variants) {
        if (const auto* known = before.find(each.variant, each.caseName))
            Asking(*known, each, checks).all();
        else
            addUnknown(each, checks, notes);
    }
    return checks;
}

} // namespace profiler
