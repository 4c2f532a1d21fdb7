// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

#include <string>

namespace pictures {

/// Empty when `actual` looks like the stored picture of that name, else what lies apart, where the
/// pictures are, and how a new one is accepted. With FUSESCOPE_ACCEPT_PICTURES=1 what looks
/// otherwise is stored in the source tree, and nothing is said.
[[nodiscard]] std::string complaint(const QString& name, const QImage& actual);

} // namespace pictures
