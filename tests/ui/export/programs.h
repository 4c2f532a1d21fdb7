// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

/// Programs that read our files back. A test without one says so and is skipped.
namespace programs {

struct Answer {
    QString output;
    QString errors;
    bool ended = false; ///< with exit code 0
};

/// Where it is; nothing when this machine has none.
[[nodiscard]] std::optional<QString> find(const QStringList& names);
[[nodiscard]] Answer run(const QString& program, const QStringList& words);

} // namespace programs
