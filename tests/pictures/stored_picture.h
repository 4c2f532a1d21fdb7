// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

#include <functional>
#include <string>

namespace pictures {

/// Empty when what `take` gives looks like the stored picture of that name, else what lies apart,
/// where the pictures are, and how a new one is accepted. With FUSESCOPE_ACCEPT_PICTURES=1 what
/// looks otherwise is stored in the source tree, and nothing is said.
///
/// A picture that lies apart is taken again for a while: on a busy machine a page may rest before
/// what another thread reads for it has come.
[[nodiscard]] std::string complaint(const QString& name, const std::function<QImage()>& take);

} // namespace pictures
