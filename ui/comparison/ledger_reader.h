// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/ledger/ledger.h"
#include "profiler/evidence/ledger/module_ledger.h"
#include "profiler/evidence/ledger/source_ledger.h"
#include "ui/comparison/background_job.h"
#include "ui/comparison/comparison_view.h"

#include <QObject>
#include <QString>

#include <memory>
#include <set>
#include <string>

namespace ui {

/// A ledger by places.
struct LedgerViews {
    profiler::SourceLedger sources;
    profiler::ModuleWork model;
    std::set<std::string> changed; ///< files that are otherwise on this machine now
};

/// A ledger, or why there is none; shared between threads.
struct LedgerReading {
    std::shared_ptr<const profiler::Ledger> ledger;
    std::shared_ptr<const LedgerViews> views; ///< null without a ledger
    QString missing;
};

/// Files of older versions, and imports, hold none.
[[nodiscard]] bool hasGeneratedCode(const ComparisonView& view);

/// Of the variant in focus; reads both traces on a pool thread.
[[nodiscard]] LedgerReading readLedger(const ComparisonView& view);

/// Reads the ledger of the variant in focus, once as long as comparison, case and focus stay.
class LedgerReader : public QObject {
    Q_OBJECT

public:
    explicit LedgerReader(QObject* parent = nullptr);

    void want(const ComparisonView& view);
    void forget();

    /// Null: not read yet.
    [[nodiscard]] const LedgerReading* reading() const { return m_isRead ? &m_reading : nullptr; }

    [[nodiscard]] bool isDone() const { return !m_job.isRunning(); }

Q_SIGNALS:
    void arrived();

private:
    BackgroundJob m_job {this};
    ComparisonView m_view; ///< what was read is of its comparison, case and focus
    LedgerReading m_reading;
    bool m_isRead = false;
};

} // namespace ui
